"""Functions of ours are compiled once for a processor, and programs are linked with them."""

import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lagrad
from lagrad import cache, execute, own_code, pipelines
from lagrad.lowering.machine import native
from lagrad.pipelines.text import BadPipeline

PRODUCT = """
func.func @product(%a: tensor<37x50xT>, %b: tensor<50x41xT>) -> tensor<37x41xT> {
  %zero = arith.constant 0.0 : T
  %empty = tensor.empty() : tensor<37x41xT>
  %zeros = linalg.fill ins(%zero : T) outs(%empty : tensor<37x41xT>) -> tensor<37x41xT>
  %c = linalg.matmul ins(%a, %b : tensor<37x50xT>, tensor<50x41xT>) outs(%zeros : tensor<37x41xT>) -> tensor<37x41xT>
  return %c : tensor<37x41xT>
}
"""
LOWERING = "lagrad-default,lagrad-to-llvm"


def factors(dtype: str) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    return random.normal(size=(37, 50)).astype(dtype), random.normal(size=(50, 41)).astype(dtype)


@pytest.mark.parametrize("element, dtype", [("f64", "float64"), ("f32", "float32")])
def test_a_linked_function_computes_what_a_defined_one_does_to_the_bit(element, dtype):
    text = PRODUCT.replace("T", element)
    linked, defined = (lagrad.compile(text, pipeline=LOWERING + how) for how in ("", "{products=define}"))
    a, b = factors(dtype)
    assert np.array_equal(linked(a, b), defined(a, b))
    np.testing.assert_allclose(linked(a, b), a @ b, rtol=1e-4 if dtype == "float32" else 1e-12, atol=1e-5)


def test_a_module_has_the_functions_unless_it_is_to_declare_them():
    texts = []
    for how in ("", "{products=declare}"):
        module = execute.parse(PRODUCT.replace("T", "f64"))
        pipelines.run(module, LOWERING + how)
        texts.append(str(module))
    assert ["@lagrad.product.f64.rows" in text for text in texts] == [True, False]
    assert all("@lagrad.product.f64(" in text for text in texts)


@pytest.mark.parametrize("option", ["products", "memory"])
def test_an_unknown_way_is_refused(option):
    with pytest.raises(BadPipeline, match=f"option '{option}' is define(, declare)? or (declare|lend), not 'link'"):
        lagrad.compile(PRODUCT.replace("T", "f64"), pipeline=f"lagrad-to-llvm{{{option}=link}}")


# The scratch array is large enough to be kept for the next call.
TAKING = """
func.func @NAME(%n: index, %x: f64) -> f64 {
  %m = memref.alloc(%n) : memref<?xf64>
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<?xf64>
  %y = memref.load %m[%c0] : memref<?xf64>
  %d = memref.dim %m, %c0 : memref<?xf64>
  %i = arith.index_cast %d : index to i64
  %s = arith.sitofp %i : i64 to f64
  %z = arith.addf %y, %s : f64
  memref.dealloc %m : memref<?xf64>
  return %z : f64
}
"""
MEMORY = ("lagrad.call.make_room", "lagrad_release", "lagrad_message")  # of the functions that may be linked


@pytest.mark.parametrize("pipeline", [LOWERING, "lagrad-to-llvm-strict", "lagrad-to-llvm-counted"])
def test_what_lists_memory_is_in_the_module_unless_it_is_to_be_declared(pipeline):
    texts = []
    for how in ("", "{memory=declare}"):
        module = execute.parse(TAKING.replace("NAME", "f"))
        pipelines.run(module, pipeline + how)
        texts.append(str(module))
    for name in MEMORY:
        assert [f"@{name}" in text for text in texts] == [True, False]
    assert all("@lagrad.call.free(" in text for text in texts)


@pytest.mark.parametrize("how", ["", "{memory=define}"])
def test_memory_is_kept_and_given_back_where_the_functions_are_linked_and_where_they_are_not(how):
    program = lagrad.compile(TAKING.replace("NAME", "f"), pipeline=LOWERING + how)
    assert program(1 << 20, 2.0) == 2.0 + (1 << 20)
    program.release_memory()
    assert program(1 << 20, 3.0) == 3.0 + (1 << 20)
    with pytest.raises(MemoryError, match="out of memory"):
        program(1 << 58, 2.0)


def test_each_program_has_memory_of_its_own():
    one, other = (lagrad.compile(TAKING.replace("NAME", name), pipeline=LOWERING) for name in ("f", "g"))
    assert one._loaded.addresses["lagrad_release"] != other._loaded.addresses["lagrad_release"]


def test_the_code_that_lists_memory_is_compiled_once_and_kept_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path))
    made = own_code.memory_code.__wrapped__("native")
    assert cache.store().get(next(tmp_path.iterdir()).stem) == made
    monkeypatch.setattr(own_code, "object_code", None)  # which is not called again
    assert own_code.memory_code.__wrapped__("native") == made


_COUNTING = """
import sys
import lagrad
from lagrad import own_code
from lagrad.lowering.machine import native
sys.path.insert(0, {folder!r})
from test_own_code import LOWERING, PRODUCT
made = []
compiled = own_code.object_code
own_code.object_code = lambda *given: made.append(1) or compiled(*given)
for name in ("f", "g"):
    lagrad.compile(PRODUCT.replace("T", "f32").replace("@product", "@" + name), pipeline=LOWERING)
print(len(made))
"""


def test_they_are_compiled_once_and_kept_on_disk(tmp_path, monkeypatch):
    """By one of two processes, each of which compiles two programs."""
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path / "cache"))
    script = _COUNTING.format(folder=str(Path(__file__).parent))
    command = [sys.executable, "-c", script]
    counts = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)]
    assert [int(done.stdout) for done in counts] == [1, 0]


def test_a_damaged_file_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path))
    first = own_code._product_code("f64", "native")
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert own_code._product_code("f64", "native") == first
    assert cache.store().get(path.stem) == first


def test_many_arrays_are_checked_by_code_that_is_not_optimised():
    """It complains about the same."""
    count = 60
    arguments = ", ".join(f"%a{n}: tensor<4x5xf64>" for n in range(count))
    program = lagrad.compile(f"func.func @first({arguments}) -> tensor<4x5xf64> {{ return %a0 : tensor<4x5xf64> }}")
    given = [np.full((4, 5), float(n)) for n in range(count)]
    assert np.array_equal(program(*given), given[0])
    with pytest.raises(ValueError, match="argument 59 of first"):
        program(*given[:-1], np.ones((4, 4)))


def test_plain_code_is_made_of_the_same_text():
    text = "define i64 @f(i64 %x) {\n  %y = add i64 %x, 1\n  ret i64 %y\n}\n"
    for code in (native.object_code(text), native.plain_object_code(text)):
        loaded = native.Loaded(code, ["f"])
        assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded.addresses["f"])(41) == 42
