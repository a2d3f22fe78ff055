"""Results in the caller's memory: none is computed in the place of another."""

import numpy as np
import pytest

import lagrad

# One value starts two loops; whichever result takes its memory, the other one must not notice.
TWO_LOOPS = """
func.func @f(%x: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %v = math.exp %x : tensor<4xf64>
  %r1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> tensor<4xf64> {
    %e = tensor.extract %a[%i] : tensor<4xf64>
    %g = arith.mulf %e, %two : f64
    %b = tensor.insert %g into %a[%i] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  %r2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> tensor<4xf64> {
    %e = tensor.extract %a[%i] : tensor<4xf64>
    %g = arith.addf %e, %two : f64
    %b = tensor.insert %g into %a[%i] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return RESULTS : tensor<4xf64>, tensor<4xf64>
}"""


def test_two_loops_from_one_value():
    for order in ("%r1, %r2", "%r2, %r1"):
        found = lagrad.compile(TWO_LOOPS.replace("RESULTS", order)).f(np.zeros(4), 2)
        doubled, increased = found if order == "%r1, %r2" else reversed(found)
        np.testing.assert_array_equal(doubled, [2, 2, 1, 1])
        np.testing.assert_array_equal(increased, [3, 3, 1, 1])


# A function that is not inlined returns the same tensor twice; its caller writes to one of them.
SAME_TWICE = """
func.func private @two(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {no_inline} {
  %y = math.exp %x : tensor<4xf64>
  return %y, %y : tensor<4xf64>, tensor<4xf64>
}
func.func @f(%x: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %a, %b = call @two(%x) : (tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %c = arith.addf %a, %x : tensor<4xf64>
  %d = arith.mulf %c, %b : tensor<4xf64>
  %e = tensor.extract %c[%c0] : tensor<4xf64>
  %g = tensor.extract %d[%c0] : tensor<4xf64>
  %h = tensor.extract %b[%c0] : tensor<4xf64>
  %i = arith.mulf %e, %g : f64
  %j = arith.mulf %i, %h : f64
  return %j : f64
}"""


def test_two_results_are_two_buffers():
    found = lagrad.compile(SAME_TWICE).f(np.full(4, 0.5))
    b = np.exp(0.5)
    c = b + 0.5
    np.testing.assert_allclose(found, c * (c * b) * b, rtol=1e-12)


# One result of two, in a branch what a loop has made: a branch that is returned twice is stored twice.
RETURNED_TWICE = """
func.func private @other(%x: f64, %a: tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {no_inline} {
  return %a, %x : tensor<3xf64>, f64
}
func.func @f(%x: f64, %a: tensor<3xf64>, %y: f64) -> (tensor<3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %g = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> (tensor<3xf64>) {
    %u = tensor.insert %y into %t[%i] : tensor<3xf64>
    scf.yield %u : tensor<3xf64>
  }
  %p = arith.cmpf olt, %x, %y : f64
  %r = scf.if %p -> (tensor<3xf64>) {
    %q = arith.cmpf olt, %x, %zero : f64
    %s = scf.if %q -> (tensor<3xf64>) {
      scf.yield %g : tensor<3xf64>
    } else {
      %d, %n = func.call @other(%x, %a) : (f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
      scf.yield %d : tensor<3xf64>
    }
    scf.yield %s : tensor<3xf64>
  } else {
    scf.yield %a : tensor<3xf64>
  }
  return %r, %r : tensor<3xf64>, tensor<3xf64>
}"""


def test_a_branch_that_is_returned_twice():
    f, a = lagrad.compile(RETURNED_TWICE).f, np.array([1.0, 2.0, 3.0])
    for x, y, expected in ((-1.0, 5.0, np.full(3, 5.0)), (1.0, 5.0, a), (6.0, 5.0, a)):
        for found in f(x, a, y):
            np.testing.assert_array_equal(found, expected)


# One side makes the result in the caller's memory, the other has it of a call that gives its argument back.
OF_A_CALL = """
func.func private @other(%x: f64, %a: tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {no_inline} {
  return %a, %x : tensor<3xf64>, f64
}
func.func @f(%x: f64, %a: tensor<3xf64>, %y: f64) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %b = math.exp %a : tensor<3xf64>
  %k:2 = func.call @other(%x, %b) : (f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
  %p = arith.cmpf olt, %x, %y : f64
  %r = scf.if %p -> (tensor<3xf64>) {
    %e = tensor.empty() : tensor<3xf64>
    %g = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> (tensor<3xf64>) {
      %u = tensor.insert %y into %t[%i] : tensor<3xf64>
      scf.yield %u : tensor<3xf64>
    }
    scf.yield %g : tensor<3xf64>
  } else {
    SIDE
  }
  return %r : tensor<3xf64>
}"""
SIDES = {
    "call": """%d:2 = func.call @other(%x, %k#0) : (f64, tensor<3xf64>) -> (tensor<3xf64>, f64)
    scf.yield %d#0 : tensor<3xf64>""",
    "call before": "scf.yield %k#0 : tensor<3xf64>",
    "loop on it": """%g = scf.for %i = %c0 to %c1 step %c1 iter_args(%t = %k#0) -> (tensor<3xf64>) {
      %u = tensor.insert %y into %t[%i] : tensor<3xf64>
      scf.yield %u : tensor<3xf64>
    }
    scf.yield %g : tensor<3xf64>""",
    "elements": """%d = tensor.from_elements %x, %y, %x : tensor<3xf64>
    scf.yield %d : tensor<3xf64>""",
}


@pytest.mark.parametrize("side", SIDES)
def test_a_branch_on_one_side_of_which_a_result_is_made(side):
    f, a = lagrad.compile(OF_A_CALL.replace("SIDE", SIDES[side])).f, np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(f(-1.0, a, 5.0), np.full(3, 5.0))
    expected = np.exp(a)
    if side == "loop on it":
        expected[0] = 2.0
    if side == "elements":
        expected = np.array([3.0, 2.0, 3.0])
    np.testing.assert_allclose(f(3.0, a, 2.0), expected, rtol=1e-12)


# What one side takes of a branch of its own, and what is stored and read: all sides start where the result goes.
INNER_BRANCH = """
func.func private @other(%a: tensor<3xf64>) -> tensor<3xf64> attributes {no_inline} {
  return %a : tensor<3xf64>
}
func.func @f(%x: f64, %a: tensor<3xf64>, %y: f64) -> (tensor<3xf64>, f64, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %g = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> (tensor<3xf64>) {
    %u = tensor.insert %y into %t[%i] : tensor<3xf64>
    scf.yield %u : tensor<3xf64>
  }
  %p = arith.cmpf olt, %x, %y : f64
  %r = scf.if %p -> (tensor<3xf64>) {
    %h = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %e) -> (tensor<3xf64>) {
      %u = tensor.insert %x into %t[%i] : tensor<3xf64>
      scf.yield %u : tensor<3xf64>
    }
    scf.yield %h : tensor<3xf64>
  } else {
    %q = arith.cmpf olt, %x, %zero : f64
    %s = scf.if %q -> (tensor<3xf64>) {
      %b = math.exp %a : tensor<3xf64>
      scf.yield %b : tensor<3xf64>
    } else {
      scf.yield %a : tensor<3xf64>
    }
    %w = linalg.add ins(%s, %a : tensor<3xf64>, tensor<3xf64>) outs(%s : tensor<3xf64>) -> tensor<3xf64>
    scf.yield %w : tensor<3xf64>
  }
  %k = scf.if %p -> (tensor<3xf64>) {
    %d = func.call @other(%g) : (tensor<3xf64>) -> tensor<3xf64>
    scf.yield %d : tensor<3xf64>
  } else {
    scf.yield %g : tensor<3xf64>
  }
  %m = tensor.extract %k[%c1] : tensor<3xf64>
  return %r, %m, %k : tensor<3xf64>, f64, tensor<3xf64>
}"""


def test_a_branch_that_is_read_and_one_that_starts_in_another():
    f, a = lagrad.compile(INNER_BRANCH).f, np.array([1.0, 2.0, 3.0])
    for x, y, expected in ((-1.0, 5.0, np.full(3, -1.0)), (-1.0, -2.0, np.exp(a) + a), (6.0, 5.0, 2 * a)):
        found, number, read = f(x, a, y)
        np.testing.assert_allclose(found, expected, rtol=1e-14)
        assert number == y
        np.testing.assert_array_equal(read, np.full(3, y))
