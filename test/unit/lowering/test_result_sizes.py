"""Sizes of results that follow from the arguments, and the refusal of those that do not."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad.errors import Failure

LOOP = """
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf64>) {{
    {body}
  }}
  return %r : tensor<?xf64>
}}"""


def compiled(text: str):
    return lagrad.compile(text, pipeline="lagrad-to-llvm").f


def test_size_of_another_argument():
    f = compiled("""
func.func @f(%x: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %m = arith.addi %n, %d : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty(%m, %n) : tensor<?x?xf64>
  %r = linalg.fill ins(%one : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}""")
    np.testing.assert_array_equal(f(np.ones((2, 3)), np.ones(4)), np.ones((7, 4)))


def test_slices_and_casts():
    f = compiled("""
func.func @f(%x: tensor<?x8xf64>, %n: index) -> (tensor<?xf64>, tensor<?x?xf64>) {
  %s = tensor.extract_slice %x[1, 2] [1, %n] [1, 1] : tensor<?x8xf64> to tensor<?xf64>
  %c = tensor.cast %x : tensor<?x8xf64> to tensor<?x?xf64>
  return %s, %c : tensor<?xf64>, tensor<?x?xf64>
}""")
    x = np.arange(24.0).reshape(3, 8)
    row, whole = f(x, 4)
    np.testing.assert_array_equal(row, x[1, 2:6])
    np.testing.assert_array_equal(whole, x)


def test_collapsed_shapes():
    f = compiled("""
func.func @f(%x: tensor<?x1xf64>, %y: tensor<?x3x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %a = tensor.collapse_shape %x [[0, 1]] : tensor<?x1xf64> into tensor<?xf64>
  %b = tensor.collapse_shape %y [[0, 1, 2]] : tensor<?x3x?xf64> into tensor<?xf64>
  return %a, %b : tensor<?xf64>, tensor<?xf64>
}""")
    assert f.signature.result_sizes == ((0, 0), None)
    x, y = np.arange(4.0)[:, None], np.arange(24.0).reshape(2, 3, 4)
    flat = f(x, y)
    np.testing.assert_array_equal(flat[0], x.ravel())
    np.testing.assert_array_equal(flat[1], y.ravel())


def test_size_from_a_value():
    f = compiled("""
func.func @f(%n: tensor<2xindex>) -> tensor<?xindex> {
  %c1 = arith.constant 1 : index
  %m = tensor.extract %n[%c1] : tensor<2xindex>
  %r = tensor.generate %m {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %r : tensor<?xindex>
}""")
    np.testing.assert_array_equal(f(np.array([1, 5])), np.arange(5))


@pytest.mark.parametrize("trips, size", [(0, 3), (1, 5), (4, 5)])
def test_loop_that_changes_size_once(trips, size):
    f = compiled(LOOP.format(body="%b = math.exp %y : tensor<?xf64>\n    scf.yield %b : tensor<?xf64>"))
    x, y = np.ones(3), np.zeros(5)
    np.testing.assert_array_equal(f(x, y, trips), np.ones(size))


def test_branch_of_equal_sizes():
    f = compiled("""
func.func @f(%c: i1, %x: tensor<?xf64>) -> tensor<?xf64> {
  %r = scf.if %c -> (tensor<?xf64>) {
    %0 = math.exp %x : tensor<?xf64>
    scf.yield %0 : tensor<?xf64>
  } else {
    scf.yield %x : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}""")
    np.testing.assert_allclose(f(True, np.ones(3)), np.full(3, np.e))
    np.testing.assert_allclose(f(False, np.ones(2)), np.ones(2))


GROWING = """%g = tensor.pad %a low[1] high[0] {
    ^bb0(%k: index):
      %z = arith.constant 0.0 : f64
      tensor.yield %z : f64
    } : tensor<?xf64> to tensor<?xf64>
    scf.yield %g : tensor<?xf64>"""


def test_size_that_only_running_tells():
    """The size of a loop's result is asked of the loop itself: the companion runs it."""
    f = compiled(LOOP.format(body=GROWING))
    np.testing.assert_array_equal(f(np.ones(2), np.ones(1), 3), [0, 0, 0, 1, 1])


def test_computing_a_size_changes_no_argument():
    """The companion runs the loop, which puts its first size into the array that it carries."""
    f = compiled("""
func.func @f(%x: tensor<4xindex>, %n: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<4xindex>) {
    %old = tensor.extract %a[%i] : tensor<4xindex>
    %new = arith.addi %old, %c1 : index
    %b = tensor.insert %new into %a[%c0] : tensor<4xindex>
    scf.yield %b : tensor<4xindex>
  }
  %m = tensor.extract %r[%c0] : tensor<4xindex>
  %y = tensor.generate %m {
  ^bb0(%k: index):
    tensor.yield %k : index
  } : tensor<?xindex>
  return %y : tensor<?xindex>
}""")
    x = np.array([7, 1, 2, 3])
    assert f(x, 3).tolist() == [0, 1, 2]
    assert x.tolist() == [7, 1, 2, 3]


def test_names_that_clash_are_refused():
    with pytest.raises(Failure, match="that name is taken"):
        compiled("""
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> { return %x : tensor<?xf64> }
func.func @f_result_sizes() { return }""")


def test_names_that_the_lowering_uses_itself():
    program = lagrad.compile(
        """
func.func @f(%x: f64) -> f64 { return %x : f64 }
func.func @f.lowered(%x: f64) -> f64 {
  %0 = arith.addf %x, %x : f64
  return %0 : f64
}""",
        pipeline="lagrad-to-llvm",
    )
    assert (program["f"](1.0), program["f.lowered"](1.0)) == (1.0, 2.0)


def test_sizes_computed_by_changing_memory_are_refused():
    with pytest.raises(Failure, match="would change that memory twice"):
        compiled("""
func.func @f(%m: memref<2xindex>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = memref.load %m[%c0] : memref<2xindex>
  %e = tensor.empty(%n) : tensor<?xf64>
  return %e : tensor<?xf64>
}""")


def test_sizes_of_arguments_that_are_memory_are_computed_without_what_the_function_does():
    program = compiled("""
func.func @f(%m: memref<?xf64>, %n: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %k = memref.dim %m, %c0 : memref<?xf64>
  %l = arith.addi %n, %c1 : index
  %v = memref.load %m[%c0] : memref<?xf64>
  %w = arith.addf %v, %one : f64
  memref.store %w, %m[%c0] : memref<?xf64>
  %e = tensor.splat %w[%k, %l] : tensor<?x?xf64>
  %t = bufferization.to_tensor %m restrict : memref<?xf64> to tensor<?xf64>
  %u = arith.addf %t, %t : tensor<?xf64>
  return %e, %u : tensor<?x?xf64>, tensor<?xf64>
}""")
    memory = np.array([1.0, 5.0, 6.0])
    wide, twice = program(memory, 4)
    assert wide.shape == (3, 5) and np.all(wide == 2) and list(memory) == [2, 5, 6] and list(twice) == [4, 10, 12]


def test_types_without_a_place_in_c():
    with pytest.raises(Failure, match=r"argument 1 of @f has the type vector<2xf64>.*no place in the C interface"):
        compiled("func.func @f(%x: f64, %z: vector<2xf64>) { return }")


def test_unfilled_request():
    text = """
func.func @f(%x: f64) -> f64 { return %x : f64 }
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}"""
    with pytest.raises(Failure, match="the gradient @df has no body yet"):
        compiled(text)
    assert lagrad.compile(text, entry="f", pipeline="lagrad-to-llvm").f(2.0) == 2.0


def test_names_of_the_c_library():
    with pytest.raises(Failure, match="cannot be called @sin"):
        compiled("func.func @sin(%x: f64) -> f64 { return %x : f64 }")
