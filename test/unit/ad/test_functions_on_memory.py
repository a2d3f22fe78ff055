"""Derivatives of functions on memory: against JAX, and of each other."""

import numpy as np
import on_memory
import pytest
from memory_programs import PROGRAMS

import lagrad
from lagrad.errors import CheckFailed


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_modes_agree_with_jax(name):
    on_memory.check(PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_raised_programs_do_the_same(name):
    on_memory.check_raised(PROGRAMS[name])


SQUARES = """
func.func @f(%x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf64>
    %b = arith.mulf %a, %a : f64
    %c = arith.mulf %b, %a : f64
    memref.store %c, %y[%i] : memref<?xf64>
  }
  return
}
func.func private @pull(memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) attributes {lagrad.pullback = @f}
"""


def test_neighbours_and_empty_memory_do_not_overlap():
    pull = lagrad.compile(SQUARES, entry="pull")
    x, y, room = np.array([1.0, 2.0, 3.0]), np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 7.0])
    pull(x, y, room[:3], room[3:6])
    assert list(room) == [3, 12, 27, 0, 0, 0, 7]
    pull(np.zeros(0), room[:0], room[:0], np.zeros(0))


SECOND = (
    SQUARES
    + """
func.func private @second(memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pushforward = @pull, lagrad.wrt = [0, 2]}
func.func private @twice(memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pullback = @pull, lagrad.wrt = [0, 2]}
"""
)


def test_a_pullback_on_memory_is_differentiated_again():
    functions = lagrad.compile(SECOND)
    x, ct, v = np.array([0.5, -1.5, 2.0]), np.array([1.0, 3.0, -2.0]), np.array([0.3, 0.2, 0.1])
    shadow, tangent = np.ones(3), np.ones(3)
    # The pullback adds ct * 3 x^2 to the shadow of x, the tangent of which along v is ct * 6 x v.
    functions.second(x, v.copy(), np.zeros(3), shadow, tangent, ct.copy())
    np.testing.assert_allclose(shadow, 1 + ct * 3 * x * x)
    np.testing.assert_allclose(tangent, 1 + ct * 6 * x * v)
    x_bar, shadow_bar = np.ones(3), v.copy()
    functions.twice(x, np.zeros(3), np.zeros(3), ct.copy(), x_bar, shadow_bar)
    np.testing.assert_allclose(x_bar, 1 + ct * 6 * x * v)
    np.testing.assert_allclose(shadow_bar, v)


# The second result is the argument itself, which the loop has written to by then.
GIVES = """
func.func @f(%x: memref<3xWIDTH>) -> (memref<3xWIDTH>, memref<3xWIDTH>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = memref.alloc() : memref<3xWIDTH>
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.load %x[%i] : memref<3xWIDTH>
    %b = arith.mulf %a, %a : WIDTH
    memref.store %b, %y[%i] : memref<3xWIDTH>
    memref.store %b, %x[%c0] : memref<3xWIDTH>
  }
  return %y, %x : memref<3xWIDTH>, memref<3xWIDTH>
}
func.func private @pull(memref<3xWIDTH>, memref<3xWIDTH>, memref<3xWIDTH>, memref<3xWIDTH>)
  attributes {lagrad.pullback = @f}
"""


@pytest.mark.parametrize("width, dtype", [("f64", np.float64), ("f32", np.float32), ("f16", np.float16)])
def test_buffers_that_a_function_returns(width, dtype):
    """Their cotangents are buffers, in front of the shadows; what the caller gets is a copy."""
    functions = lagrad.compile(GIVES.replace("WIDTH", width))
    x = np.array([2.0, 3.0, 0.5], dtype)
    squares, last = functions.f(x)
    assert list(squares) == [4, 9, 0.25] and list(x) == [0.25, 3, 0.5] and np.array_equal(last, x) and last is not x
    x, shadow = np.array([2.0, 3.0, 0.5], dtype), np.zeros(3, dtype)
    of_squares, of_last = np.array([1.0, 10.0, 100.0], dtype), np.array([4.0, 5.0, 6.0], dtype)
    functions.pull(x, of_squares, of_last, shadow)
    # x[0] counts by its square alone, x[2] by its square twice and by itself: it is what x[0] holds at the end.
    assert list(shadow) == [4, 5 + 60, 6 + 100 + 4]
    assert list(x) == [0.25, 3, 0.5]


def test_a_view_that_begins_inside_an_element():
    program = PROGRAMS["views of bytes"]
    takes = "memref<4xf64>, index, index, memref<4xf64>"
    pullback = f"func.func private @pullback({takes}) attributes {{lagrad.pullback = @f}}"
    functions = lagrad.compile(program.text + pullback, entry="pullback")
    with pytest.raises(CheckFailed, match="a view of bytes begins inside an element of 8 bytes"):
        functions.pullback(np.ones(4), 64, 4, np.ones(4))
