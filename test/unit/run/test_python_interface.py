"""What a Python user expects of a program: names, keywords, paths, arrays of others, pickles, and plain messages."""

from __future__ import annotations

import array
import importlib.metadata
import inspect
import pickle
import subprocess
import sys

import numpy as np
import pytest

import lagrad
from lagrad import execute
from lagrad.errors import Failure
from lagrad.mlir import ir

TEXT = """
func.func @scaled(%x: tensor<2x3xf64>, %s: f64) -> tensor<2x3xf64> {
  %e = tensor.splat %s : tensor<2x3xf64>
  %r = arith.mulf %x, %e : tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @counted(%rows: tensor<?xi64>, %lambda: f32, %out: f32, %_a: f32, %0: f32, %arg0: f32) -> f32 {
  return %lambda : f32
}
func.func @fill(%memory: memref<3xf64>, %value: f64) {
  %c1 = arith.constant 1 : index
  memref.store %value, %memory[%c1] : memref<3xf64>
  return
}
func.func private @slope(tensor<2x3xf64>, f64, tensor<2x3xf64>) -> f64
    attributes {lagrad.pullback = @scaled, lagrad.wrt = [1]}
"""
X = np.arange(6.0).reshape(2, 3)


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(TEXT)


def test_arguments_have_the_programs_names(program):
    assert np.array_equal(program.scaled(s=2.0, x=X), 2 * X)
    assert np.array_equal(program.scaled(X, s=2), 2 * X)
    assert list(inspect.signature(program.scaled).parameters) == ["x", "s", "out"]
    assert program.slope(x=X, s=1.0, arg2=np.ones((2, 3))) == X.sum()


def test_names_that_python_does_not_take_are_numbers(program):
    names = list(inspect.signature(program.counted).parameters)
    assert names == ["rows", "arg1", "arg2", "arg3", "arg4", "arg5", "out"]


def test_wrong_names_are_named(program):
    with pytest.raises(TypeError, match=r"scaled\(\) got an unexpected keyword argument 't'"):
        program.scaled(X, t=2.0)
    with pytest.raises(TypeError, match=r"scaled\(\) got multiple values for argument 'x'"):
        program.scaled(X, x=X)


def test_one_function_takes_keywords_too():
    assert lagrad.compile(TEXT, entry="scaled")(x=X, s=1.0).sum() == X.sum()


def test_functions_that_are_not_there(program):
    with pytest.raises(KeyError, match="no function 'scale'; did you mean 'scaled'") as problem:
        program["scale"]
    assert "\\" not in str(problem.value) and not str(problem.value).startswith('"')
    with pytest.raises(AttributeError, match="no function 'scale'; did you mean 'scaled'"):
        program.scale  # noqa: B018
    with pytest.raises(KeyError, match="no function 'q'; it has scaled, counted, fill, slope"):
        program["q"]


def test_a_program_shows_what_it_has(program):
    assert "scaled(x: tensor<2x3xf64>, s: f64) -> (tensor<2x3xf64>)" in repr(program)
    assert list(program) == ["scaled", "counted", "fill", "slope"] and len(program) == 4
    assert "slope" in program and "scale" not in program and {"slope", "scaled"} <= set(dir(program))


def test_a_pickle_compiles_again():
    first = lagrad.compile(TEXT, entry="slope", pipeline="lagrad-default,lagrad-to-llvm-strict")
    second = pickle.loads(pickle.dumps(first))
    assert second(X, 1.0, np.ones((2, 3))) == X.sum() and list(second) == ["slope"]
    assert list(inspect.signature(second.slope).parameters) == ["x", "s", "arg2", "out"]


def test_a_pickle_of_a_module_holds_bytecode():
    program = lagrad.compile(execute.parse(TEXT), entry="scaled")
    assert np.array_equal(pickle.loads(pickle.dumps(program))(X, 2.0), 2 * X)


def test_what_nobody_compiled_is_no_pickle():
    with pytest.raises(pickle.PicklingError, match="lagrad.compile did not make"):
        pickle.dumps(execute.Program({}))


def test_files_of_text_and_of_bytecode(tmp_path):
    text, code = tmp_path / "scaled.mlir", tmp_path / "scaled.mlirbc"
    text.write_text(TEXT)
    with ir.Context():
        with open(code, "wb") as file:
            ir.Module.parse(TEXT).operation.write_bytecode(file)
    assert np.array_equal(lagrad.compile(text, entry="scaled")(x=X, s=2.0), 2 * X)
    assert np.array_equal(lagrad.compile(code, entry="scaled")(X, 2.0), 2 * X)
    assert np.array_equal(lagrad.compile(code.read_bytes(), entry="scaled")(X, 2.0), 2 * X)


def test_errors_in_files_name_them(tmp_path):
    path = tmp_path / "wrong.mlir"
    path.write_text("func.func @f() {\n  return 1\n}")
    with pytest.raises(Failure) as problem:
        lagrad.compile(path)
    assert f"{path}:2:9: error" in str(problem.value) and "return 1" in str(problem.value)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(Failure, match="neither MLIR text in UTF-8 nor bytecode"):
        lagrad.compile(path)
    with pytest.raises(FileNotFoundError):
        lagrad.compile(tmp_path / "none.mlir")


class Foreign:
    """An array of somebody else's."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class Convertible:
    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return self.values


@pytest.mark.parametrize("like", [Foreign, Convertible, memoryview, np.ndarray.tolist, lambda x: tuple(map(tuple, x))])
def test_arrays_of_others(program, like):
    assert np.array_equal(program.scaled(like(X.copy()), 2.0), 2 * X)


def test_numbers_in_lists_take_the_type_of_the_argument(program):
    rows = [[1, 2, 3], [4, 5, 6]]
    with pytest.raises(TypeError, match="an array of float64, not of float32"):  # of no list, but of its memory
        program.scaled(array.array("f", [1.0]), 1.0)
    assert np.array_equal(program.scaled(rows, 1.0), rows)
    with pytest.raises(TypeError, match="argument 0 of counted is tensor<.xi64>: an array of int64, not list"):
        program.counted([1.5], 1.0, 1.0, 1.0, 1.0, 1.0)


def test_a_type_that_is_there_must_fit(program):
    with pytest.raises(TypeError, match="an array of float64, not of float32"):
        program.scaled(Foreign(X.astype(np.float32)), 1.0)
    with pytest.raises(TypeError, match="an array of float64, not of float32"):
        program.scaled(memoryview(X.astype(np.float32)), 1.0)


def test_memory_of_others_is_written_in_place(program):
    memory = np.zeros(3)
    program.fill(Foreign(memory), 7.0)
    assert list(memory) == [0, 7, 0]
    program.fill(memory := array.array("d", [0.0, 0.0, 0.0]), 7.0)
    assert list(memory) == [0, 7, 0]
    with pytest.raises(TypeError, match="argument 0 of fill is memref<3xf64>: .* what is written would be lost"):
        program.fill([0.0, 0.0, 0.0], 7.0)


def test_version():
    assert lagrad.__version__ == importlib.metadata.version("lagrad")
    assert {"compile", "Failure", "CheckFailed", "Program"} <= set(dir(lagrad))


def test_importing_lagrad_imports_neither_numpy_nor_the_bindings():
    code = "import lagrad, sys; print('numpy' in sys.modules, 'torch_mlir' in sys.modules, 'mlir' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["False"] * 3
