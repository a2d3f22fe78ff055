"""Functions whose own derivative calls functions that have their own: what is said counts in every order and mode."""

import numpy as np
import pytest

import lagrad

# @h and @k compute sines, and say that their derivatives are 2 @k and 3 @sine.
PROGRAM = """
func.func private @sine(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @k(%x: f64) -> f64 attributes {lagrad.custom_pullback = @k_pullback} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @k_pullback(%x: f64, %ct: f64) -> f64 {
  %c = arith.constant 3.0 : f64
  %y = call @sine(%x) : (f64) -> f64
  %z = arith.mulf %c, %y : f64
  %w = arith.mulf %z, %ct : f64
  return %w : f64
}
func.func private @h(%x: f64) -> f64 attributes {lagrad.custom_pullback = @h_pullback} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @h_pullback(%x: f64, %ct: f64) -> f64 {
  %c = arith.constant 2.0 : f64
  %y = call @k(%x) : (f64) -> f64
  %z = arith.mulf %c, %y : f64
  %w = arith.mulf %z, %ct : f64
  return %w : f64
}
func.func @f(%x: f64) -> f64 {
  %y = call @h(%x) : (f64) -> f64
  %z = arith.mulf %y, %x : f64
  return %z : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
func.func private @forward(f64, f64) -> f64 attributes {lagrad.pushforward = @f}
func.func private @reverse_reverse(f64, f64) -> f64 attributes {lagrad.pullback = @df}
func.func private @forward_reverse(f64, f64) -> f64 attributes {lagrad.pushforward = @df}
func.func private @hvp(f64, f64) -> f64 attributes {lagrad.hvp = @f}
"""


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(PROGRAM)


@pytest.mark.parametrize("name", ["reverse_reverse", "forward_reverse", "hvp"])
def test_second_derivatives(program, name):
    x, s = -0.7, np.sin(-0.7)
    assert program.df(x) == pytest.approx(s + 2 * s * x, rel=1e-14)
    assert program.forward(x, 1.0) == pytest.approx(s + 2 * s * x, rel=1e-14)
    assert program[name](x, 1.0) == pytest.approx(2 * 2 * s + 2 * 3 * s * x, rel=1e-14)
