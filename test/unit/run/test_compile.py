"""`lagrad.compile`: programs as functions on NumPy arrays."""

from __future__ import annotations

import contextlib
import gc
import threading

import numpy as np
import pytest

import lagrad
from lagrad import execute
from lagrad.errors import Failure
from lagrad.mlir import ir
from lagrad.pipelines import running

TWO = """
func.func @scaled(%x: tensor<2x3xf64>, %s: f64) -> tensor<2x3xf64> {
  %e = tensor.splat %s : tensor<2x3xf64>
  %r = arith.mulf %x, %e : tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @total(%x: tensor<?xf32>, %n: index) -> (f32, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %e = tensor.extract %x[%i] : tensor<?xf32>
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  %d = arith.addf %x, %x : tensor<?xf32>
  return %s, %d : f32, tensor<?xf32>
}"""


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(TWO)


@pytest.fixture(scope="module")
def scaled(program):
    return program.scaled


X = np.arange(6.0).reshape(2, 3)


def test_results_are_allocated(program):
    np.testing.assert_array_equal(program.scaled(X, 2.0), 2 * X)
    total, doubled = program["total"](np.ones(4, np.float32), 3)
    assert total == 3.0 and isinstance(total, np.float32)
    np.testing.assert_array_equal(doubled, np.full(4, 2.0, np.float32))


def test_functions_know_what_they_are(program):
    assert program.scaled.__name__ == "scaled"
    assert program.scaled.__doc__ == "Compiled @scaled(x: tensor<2x3xf64>, s: f64) -> (tensor<2x3xf64>)"
    assert list(program.functions) == ["scaled", "total"]
    assert "total" in dir(program)
    with pytest.raises(AttributeError, match="no function 'totla'; did you mean 'total'"):
        program.totla  # noqa: B018
    with pytest.raises(TypeError, match="2 functions; name one of scaled, total"):
        program(X, 2.0)


def test_entry_makes_the_program_one_function():
    only = lagrad.compile(TWO, entry="scaled")
    np.testing.assert_array_equal(only(X, 3.0), 3 * X)
    assert list(only.functions) == ["scaled"]
    assert list(lagrad.compile(TWO, entry=["total", "scaled"]).functions) == ["scaled", "total"]
    with pytest.raises(Failure, match="no function @scale; there is @scaled, @total"):
        lagrad.compile(TWO, entry="scale")


def test_entry_may_be_private_or_come_from_a_pass():
    text = TWO.replace("@scaled", "private @scaled")
    np.testing.assert_array_equal(lagrad.compile(text, entry="scaled")(X, 3.0), 3 * X)
    square = "func.func @f(%x: f64) -> f64 {\n %0 = arith.mulf %x, %x : f64\n return %0 : f64\n}"
    pipeline = "lagrad-differentiate{function=f result=slope},lagrad-to-llvm"
    assert lagrad.compile(square, pipeline=pipeline, entry="slope")(3.0) == 6.0


def test_derivatives_are_filled_in():
    program = lagrad.compile("""
func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func private @df(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}""")
    np.testing.assert_allclose(program.df(0.5, 2.0), (2 * np.cos(1.0), 0.5 * np.cos(1.0)))


def test_modules_of_any_context():
    text = (
        TWO.replace("@scaled", "@f")
        + """
func.func private @df(tensor<2x3xf64>, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.of_sum, lagrad.wrt = [1]}"""
    )
    for context in (ir.Context(), ir.Context(load_on_create_dialects=[])):
        with context:
            module = ir.Module.parse(text)
        assert lagrad.compile(module, entry="df")(X, 2.0) == X.sum()
        with context, ir.Location.unknown():
            assert lagrad.compile(module, entry="df")(X, 2.0) == X.sum()


def test_the_module_is_not_changed():
    module = execute.parse(TWO)
    before = str(module)
    lagrad.compile(module, entry="scaled")
    assert str(module) == before


OF_X = "argument 0 of scaled is tensor<2x3xf64>: "


@pytest.mark.parametrize(
    "arguments, kind, message",
    [
        ((X.astype(np.float32), 1.0), TypeError, OF_X + "an array of float64, not of float32"),
        (([[1, 2, "3"]] * 2, 1.0), TypeError, OF_X + "an array of float64, not list"),
        (([[1, 2], [3]], 1.0), TypeError, OF_X + "an array of float64, not list"),
        (([[1, 2]] * 2, 1.0), ValueError, r"argument 0 of scaled is tensor<2x3xf64>, .* has the shape \(2, 2\)"),
        ((None, 1.0), TypeError, "argument 0 of scaled is tensor<2x3xf64>.* not NoneType None"),
        ((3.0, 1.0), TypeError, "argument 0 of scaled is tensor<2x3xf64>.* not float 3.0"),
        ((X.T, 1.0), ValueError, r"scaled is tensor<2x3xf64>, and the array given has the shape \(3, 2\)"),
        ((X[0], 1.0), ValueError, r"shape \(3,\)"),
        ((X, "1"), TypeError, "argument 1 of scaled is f64: a number, not str '1'"),
        ((X, X), TypeError, "argument 1 of scaled is f64: a number, not ndarray"),
        ((X, 1j), TypeError, "argument 1 of scaled is f64: a number, not complex 1j"),
        ((X,), TypeError, "missing 1 required positional argument"),
        ((X, 1.0, 2.0), TypeError, "takes 2 positional arguments but 3 were given"),
    ],
)  # fmt: skip
def test_wrong_arguments(scaled, arguments, kind, message):
    with pytest.raises(kind, match=message):
        scaled(*arguments)


def test_wrong_integers(program):
    x = np.ones(4, np.float32)
    for wrong, kind in ((2.5, TypeError), ("3", TypeError), (2**63, ValueError), (None, TypeError)):
        with pytest.raises(kind, match="argument 1 of total is index"):
            program.total(x, wrong)
    with pytest.raises(
        ValueError, match=r"argument 0 of total is tensor<\?xf32>, and the array given has the shape \(2, 2\)"
    ):
        program.total(x.reshape(2, 2), 1)


def test_arrays_that_are_not_contiguous_are_copied(scaled):
    for x in (X.T.copy().T, np.arange(24.0).reshape(4, 6)[::2, ::2], X[::-1, ::-1]):
        assert not x.flags.c_contiguous
        np.testing.assert_array_equal(scaled(x, 2.0), 2 * x)


def test_arrays_that_are_not_aligned_are_copied(scaled):
    bytes_of = np.zeros(X.nbytes + 1, np.uint8)
    x = bytes_of[1:].view(np.float64).reshape(2, 3)
    x[:] = X
    assert not x.flags.aligned
    np.testing.assert_array_equal(scaled(x, 2.0), 2 * X)


def test_read_only_arrays_and_subclasses(scaled):
    x = X.copy()
    x.flags.writeable = False
    np.testing.assert_array_equal(scaled(x, 2.0), 2 * x)
    np.testing.assert_array_equal(scaled(np.ma.MaskedArray(X), 2.0), 2 * X)
    with pytest.raises(TypeError, match="not of >f8"):
        scaled(X.astype(">f8"), 2.0)
    with pytest.raises(TypeError, match="a masked array would lose its mask"):
        scaled(np.ma.masked_less(X, 2.0), 2.0)


def test_numbers_of_all_kinds_for_scalars(scaled):
    for two in (2, np.float32(2), np.float64(2), np.int8(2), np.array(2.0), True + True):
        np.testing.assert_array_equal(scaled(X, two), 2 * X)


def test_out(program):
    out = np.empty((2, 3))
    assert program.scaled(X, 2.0, out=out) is out
    np.testing.assert_array_equal(out, 2 * X)
    assert program.scaled(X, 3.0, out=[out])[0, 1] == 3.0
    total, doubled = np.empty((), np.float32), np.empty(4, np.float32)
    results = program.total(np.ones(4, np.float32), 4, out=(total, doubled))
    assert results[0] is total and results[1] is doubled and total == 4.0
    fresh = program.total(np.ones(4, np.float32), 2, out=(None, doubled))
    assert fresh[0] == 2.0 and fresh[1] is doubled


def test_wrong_out(program):
    x = np.ones(4, np.float32)
    cases = [
        (
            dict(out=np.empty((3, 2))),
            ValueError,
            r"out\[0\] of scaled has the shape \(2, 3\), and the array given has \(3, 2\)",
        ),
        (dict(out=np.empty((2, 3), np.float32)), TypeError, "not of float32"),
        (dict(out=np.empty((4, 3))[::2]), ValueError, "must be contiguous, aligned and writeable"),
        (dict(out=[[0.0] * 3] * 2), ValueError, "1 results, and out has 2 arrays"),
        (dict(out=3.0), TypeError, r"out\[0\] of scaled is tensor<2x3xf64>: a NumPy array of float64, not float 3.0"),
        (dict(out=X), ValueError, "overlaps an argument"),
    ]
    for out, kind, message in cases:
        with pytest.raises(kind, match=message):
            program.scaled(X, 2.0, **out)
    frozen = np.empty((2, 3))
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        program.scaled(X, 2.0, out=frozen)
    with pytest.raises(TypeError, match="out is a sequence of 2 arrays, not ndarray"):
        program.total(x, 1, out=np.empty(4, np.float32))
    with pytest.raises(ValueError, match="overlaps an argument or another result"):
        memory = np.empty(4, np.float32)
        program.total(x, 1, out=(memory[:1].reshape(()), memory))
    memory = np.ones(6, np.float32)
    with pytest.raises(ValueError, match="overlaps"):
        program.total(memory[:4], 1, out=(None, memory[2:]))


def test_memory_arguments_are_written_in_place():
    f = lagrad.compile("""
func.func @f(%m: memref<3xf64>, %x: f64) {
  %c1 = arith.constant 1 : index
  memref.store %x, %m[%c1] : memref<3xf64>
  return
}""")
    memory = np.zeros(3)
    assert f(memory, 2.0) is None
    assert memory.tolist() == [0.0, 2.0, 0.0]
    with pytest.raises(ValueError, match="must be contiguous and writeable"):
        f(np.zeros(6)[::2], 2.0)


def test_code_lives_as_long_as_its_functions():
    f = lagrad.compile(TWO, entry="scaled").scaled
    gc.collect()
    np.testing.assert_array_equal(f(X, 2.0), 2 * X)


def test_garbage_waits_while_passes_run(monkeypatch):
    held = []
    monkeypatch.setattr(running, "on_pass", lambda name, number, count: held.append((name, gc.isenabled())))
    broken = "func.func @f(%m: memref<2xf64>) { memref.dealloc %m : memref<2xf64> return }"
    for program in (TWO, broken):
        for is_on in (True, False):
            (gc.enable if is_on else gc.disable)()
            try:
                with contextlib.nullcontext() if program is TWO else pytest.raises(Failure):
                    lagrad.compile(program)
                assert gc.isenabled() is is_on
            finally:
                gc.enable()
    assert not any(was_on for name, was_on in held if name is not None)
    assert any(name is not None for name, _ in held)


def test_programs_do_not_share_names():
    one, two = (
        lagrad.compile(f"func.func @f() -> f64 {{ %0 = arith.constant {n}.0 : f64\n return %0 : f64 }}") for n in (1, 2)
    )
    assert (one(), two(), one()) == (1.0, 2.0, 1.0)


def test_threads():
    f = lagrad.compile(TWO, entry="total").total
    wrong = []

    def work(n):
        x = np.full(50, n, np.float32)
        for _ in range(2_000):
            total, doubled = f(x, 50)
            if total != 50 * n or doubled[7] != 2 * n:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_errors_of_programs_are_located():
    with pytest.raises(Failure) as caught:
        lagrad.compile("func.func @f(%x: f64) -> f64 {\n  %0 = math.sine %x : f64\n  return %0 : f64\n}")
    (diagnostic,) = caught.value.diagnostics
    assert "math.sine" in diagnostic.message and ":2:" in str(diagnostic.location)


def test_missing_external_functions_are_named():
    with pytest.raises(Failure, match="not_there"):
        lagrad.compile("""
func.func private @not_there(f64) -> f64
func.func @f(%x: f64) -> f64 {
  %0 = call @not_there(%x) : (f64) -> f64
  return %0 : f64
}""")


def test_strict_keeps_the_order_of_sums():
    x = np.array([1e16, 1.0, -1e16, 1.0] * 64)
    text = """
func.func @f(%x: tensor<256xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce ins(%x : tensor<256xf64>) outs(%z : tensor<f64>) dimensions = [0]
    (%a: f64, %o: f64) {
      %t = arith.addf %o, %a : f64
      linalg.yield %t : f64
    }
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}"""
    in_order = 0.0
    for number in x:
        in_order += number
    assert lagrad.compile(text, pipeline="lagrad-to-llvm-strict").f(x) == in_order
    assert lagrad.compile(text, pipeline="lagrad-to-llvm").f(x) != in_order  # vectorised: other partial sums


@pytest.mark.parametrize("path", ["models/f.mlir", "f.mlirbc"])
def test_a_path_that_is_a_text(path):
    with pytest.raises(lagrad.Failure, match=rf"note: a str is the text of a program; .* pathlib.Path\('{path}'\)"):
        lagrad.compile(path)
    with pytest.raises(lagrad.Failure) as told:
        lagrad.compile("func.func @f(")
    assert "pathlib" not in str(told.value)


def test_a_function_that_asks_for_nothing_is_compiled_without_a_warning(recwarn):
    """Its own derivative, which the program brings, is none that is asked for."""
    program = """
func.func @f(%x: f64) -> f64 attributes {lagrad.custom_pullback = @f_pullback} {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @f_pullback(%x: f64, %ct: f64) -> f64 {
  %0 = arith.mulf %x, %ct : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
    assert lagrad.compile(program, entry="f")(1.0) == np.sin(1.0)
    assert not recwarn.list
