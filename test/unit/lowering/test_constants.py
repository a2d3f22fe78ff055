"""Large constants are bytes in objects, in this process and in LLVM IR, and nothing is slow about them."""

from __future__ import annotations

import ctypes
import time

import ml_dtypes
import numpy as np
import pytest

from lagrad import emit, execute
from lagrad.lowering.machine import constants, elf
from lagrad.lowering.machine.constants import LARGE, LARGE_SPLAT, translated

DTYPES = {f"i{8 * n}": np.dtype(f"i{n}") for n in (1, 2, 4, 8)} | {f"f{8 * n}": np.dtype(f"f{n}") for n in (2, 4, 8)}
DTYPES["bf16"] = np.dtype(ml_dtypes.bfloat16)


def lookup(value: str, type: str, tail: str = "") -> str:
    element = type.rpartition("x")[2]
    indices = ", ".join(["%i"] + ["%j"] * (type.count("x") - 1))
    return f"""
func.func @f(%i: index, %j: index) -> {element} {{
  %w = arith.constant {value} : tensor<{type}>
  %r = tensor.extract %w[{indices}] : tensor<{type}>
  return %r : {element}
}}
{tail}"""


def numbers(count: int, element: str) -> np.ndarray:
    bits = np.random.default_rng(3).integers(-100, 100, count)
    return (bits / 8).astype(DTYPES[element]) if "f" in element else bits.astype(DTYPES[element])


def dense(array: np.ndarray) -> str:
    return f'dense<"0x{array.tobytes().hex()}">'


@pytest.mark.parametrize("element", DTYPES)
def test_every_width_keeps_its_numbers(element):
    array = numbers(2 * LARGE, element)
    text, large = translated(emit.lower(execute.parse(lookup(dense(array), f"{array.size}x{element}"))))
    assert len(text) < 10_000
    assert [part.data for part in large.parts] == [array.tobytes()]
    f = execute.compile(lookup(dense(array), f"{array.size}x{element}"))
    assert [f(n, 0) for n in (0, 1, 77, array.size - 1)] == [array[n] for n in (0, 1, 77, array.size - 1)]


def test_a_resource_is_the_same_as_a_dense_constant():
    array = numbers(3 * LARGE, "f64")
    resource = '{-# dialect_resources: { builtin: { w: "0x08000000' + array.tobytes().hex() + '" } } #-}'
    f = execute.compile(lookup("dense_resource<w>", f"{LARGE}x3xf64", resource))
    assert [f(5, 2), f(LARGE - 1, 0)] == [array.reshape(-1, 3)[5, 2], array.reshape(-1, 3)[-1, 0]]


@pytest.mark.parametrize("count, is_apart", [(LARGE - 1, False), (LARGE, True)])
def test_small_constants_stay_where_llvm_computes_with_them(count, is_apart):
    text, large = translated(emit.lower(execute.parse(lookup(dense(numbers(count, "f32")), f"{count}xf32"))))
    assert bool(large.parts) == is_apart
    assert ("external constant" in text) == is_apart


@pytest.mark.parametrize(
    "value, count, is_apart",
    [("1.5", LARGE_SPLAT - 1, False), ("1.5", LARGE_SPLAT, True), ("0.0", LARGE_SPLAT, False)],
)
def test_splats(value, count, is_apart):
    program = f"""func.func @f() -> tensor<{count}xf32> {{
      %w = arith.constant dense<{value}> : tensor<{count}xf32>
      return %w : tensor<{count}xf32>
    }}"""
    text, large = translated(emit.lower(execute.parse(program)))
    assert bool(large.parts) == is_apart
    assert f"[{count} x float] zeroinitializer" in text or value != "0.0"
    assert (execute.compile(program)() == float(value)).all()


def test_llvm_ir_has_all_of_a_constant():
    array = numbers(LARGE, "f64")
    text = emit.emit(execute.parse(lookup(dense(array), f"{LARGE}xf64")), "llvmir")
    assert f'private constant [{8 * LARGE} x i8] c"\\{array.tobytes()[:4].hex(chr(92))}' in text
    assert "external constant" not in text


TWO = """
memref.global constant @shared : memref<{count}xf32> = {first}
func.func @f(%i: index) -> f32 {{
  %w = memref.get_global @shared : memref<{count}xf32>
  %r = memref.load %w[%i] : memref<{count}xf32>
  return %r : f32
}}
func.func @g(%i: index) -> complex<f64> {{
  %w = arith.constant {second} : tensor<{odd}xcomplex<f64>>
  %r = tensor.extract %w[%i] : tensor<{odd}xcomplex<f64>>
  return %r : complex<f64>
}}
func.func @h(%i: index) -> i8 {{
  %w = arith.constant {third} : tensor<{odd}xi8>
  %r = tensor.extract %w[%i] : tensor<{odd}xi8>
  return %r : i8
}}"""


def test_an_object_has_several_constants(tmp_path):
    """They lie at multiples of 64 bytes; only what the program calls public is seen by other objects."""
    odd = LARGE + 1
    first, second, third = numbers(LARGE, "f32"), numbers(2 * odd, "f64").view(complex), numbers(odd, "i8")
    program = TWO.format(count=LARGE, odd=odd, first=dense(first), second=dense(second), third=dense(third))
    (tmp_path / "program.so").write_bytes(emit.emit(execute.parse(program), "shared"))
    library = ctypes.CDLL(str(tmp_path / "program.so"))
    table = (ctypes.c_float * LARGE).in_dll(library, "shared")
    assert list(table) == list(first)
    assert ctypes.addressof(table) % constants.ALIGNMENT == 0
    single, double, small = ctypes.c_float(), (ctypes.c_double * 2)(), ctypes.c_int8()
    for n in (0, 1, LARGE - 1):
        library.f(ctypes.c_int64(n), ctypes.byref(single))
        library.g(ctypes.c_int64(n), double)
        library.h(ctypes.c_int64(n), ctypes.byref(small))
        assert (single.value, complex(*double), small.value) == (first[n], second[n], third[n])
    with pytest.raises(ValueError):
        ctypes.c_char.in_dll(library, f"__constant_{odd}xi8")
    compiled = execute.compile(program)
    assert (compiled.f(3), compiled.g(odd - 1), compiled.h(odd - 1)) == (first[3], second[-1], third[-1])


def test_in_memory_they_lie_at_multiples_of_64_bytes():
    parts = tuple(constants.Constant(f"c{n}", "private ", bytes([n]) * (1000 + n)) for n in range(4))
    placed = constants.Placed(constants.Constants(parts))
    assert all(address % constants.ALIGNMENT == 0 for address in placed.addresses.values())
    for part in parts:
        assert ctypes.string_at(placed.addresses[part.name], len(part.data)) == part.data


def test_where_objects_have_another_format_constants_are_strings(monkeypatch):
    array = numbers(LARGE, "f64")
    monkeypatch.setattr("llvmlite.binding.get_object_format", lambda *_: "MachO")
    code = emit.emit(execute.parse(lookup(dense(array), f"{LARGE}xf64")), "obj")
    assert array.tobytes() in code
    assert elf._SECTION.encode() not in code


def test_a_global_that_is_written_keeps_its_value():
    array = numbers(LARGE, "f64")
    program = f"""
memref.global "private" @state : memref<{LARGE}xf64> = {dense(array)}
func.func @f(%i: index) -> f64 {{
  %w = memref.get_global @state : memref<{LARGE}xf64>
  %r = memref.load %w[%i] : memref<{LARGE}xf64>
  %t = arith.addf %r, %r : f64
  memref.store %t, %w[%i] : memref<{LARGE}xf64>
  return %t : f64
}}"""
    f = execute.compile(program)
    assert [f(1), f(1)] == [2 * array[1], 4 * array[1]]


LAYER = """
func.func @loss(%x: tensor<1000xf32>) -> f32 {{
  %w = arith.constant {weights} : tensor<1000x1000xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1000xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1000xf32>) -> tensor<1000xf32>
  %y = linalg.matvec ins(%w, %x : tensor<1000x1000xf32>, tensor<1000xf32>)
         outs(%z : tensor<1000xf32>) -> tensor<1000xf32>
  %t = math.tanh %y : tensor<1000xf32>
  %s = tensor.empty() : tensor<f32>
  %n = linalg.fill ins(%zero : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %d = linalg.dot ins(%t, %t : tensor<1000xf32>, tensor<1000xf32>) outs(%n : tensor<f32>) -> tensor<f32>
  %r = tensor.extract %d[] : tensor<f32>
  return %r : f32
}}
func.func private @slope(tensor<1000xf32>) -> tensor<1000xf32> attributes {{lagrad.gradient = @loss}}
"""


def test_weights_of_a_model_cost_next_to_nothing():
    """The bound is loose, as the machine may be busy; as text a million numbers take several seconds."""
    weights = np.random.default_rng(0).normal(size=(1000, 1000)).astype(np.float32) / 30
    x = np.linspace(-1, 1, 1000, dtype=np.float32)
    small = execute.parse(LAYER.format(weights="dense<0.5>"))
    large = execute.parse(LAYER.format(weights=dense(weights)))
    started = time.process_time()
    execute.compile(small, entry="slope")
    middle = time.process_time()
    program = execute.compile(large, entry="slope")
    extra = (time.process_time() - middle) - (middle - started)
    y = np.tanh(weights.astype(float) @ x)
    np.testing.assert_allclose(program(x), weights.T @ (2 * y * (1 - y * y)), rtol=1e-3, atol=1e-4)
    assert extra < 1.0
