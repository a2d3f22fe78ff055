"""Branches on one condition that share functions and quotients: values and derivatives, whichever side is taken."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

PROGRAM = """
func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> tensor<?xf64> {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %p = arith.cmpf ogt, %v, %z : f64
    %a = scf.if %p -> f64 {
      %s = math.sqrt %v : f64
      %q = math.sin %s : f64
      %d = arith.divf %q, %s : f64
      scf.yield %d : f64
    } else {
      %q = math.exp %v : f64
      scf.yield %q : f64
    }
    %w = arith.mulf %a, %v : f64
    %b = scf.if %p -> f64 {
      %s = math.sqrt %v : f64
      %q = math.sin %s : f64
      %d = arith.divf %w, %s : f64
      %m = arith.divf %q, %s : f64
      %o = arith.divf %v, %s : f64
      %u = arith.addf %d, %m : f64
      %y = arith.addf %u, %o : f64
      scf.yield %y : f64
    } else {
      %q = math.exp %v : f64
      %y = arith.mulf %q, %w : f64
      scf.yield %y : f64
    }
    %k = tensor.insert %b into %t[%i] : tensor<?xf64>
    scf.yield %k : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @push(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pushforward = @f}
func.func private @pull(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @f}
func.func private @second(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> tensor<?xf64> attributes {lagrad.pushforward = @pull}
"""


@pytest.fixture(scope="module")
def module():
    return lagrad.compile(PROGRAM)


def _twin(x: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        root = np.sqrt(x)
        a = np.where(x > 0, np.sin(root) / root, np.exp(x))
        return np.where(x > 0, a * x / root + np.sin(root) / root + x / root, np.exp(x) * a * x)


@pytest.mark.parametrize("n", [0, 1, 7, 8, 33])  # of which eight run at once
def test_values_and_derivatives(module, n):
    rng, h = np.random.default_rng(n), 1e-6
    x, d = rng.uniform(0.3, 2.0, n) * rng.choice([-1.0, 1.0], n), rng.normal(size=n)  # not where the function is steep
    np.testing.assert_allclose(module.f(x), _twin(x), rtol=1e-14)
    moved = (_twin(x + h * d) - _twin(x - h * d)) / (2 * h)
    np.testing.assert_allclose(module.push(x, d), moved, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(module.pull(x, d) @ d, d @ module.push(x, d), rtol=1e-12)
    ones, none = np.ones(n), np.zeros(n)
    curved = (module.pull(x + h * d, ones) - module.pull(x - h * d, ones)) / (2 * h)
    np.testing.assert_allclose(module.second(x, d, ones, none), curved, rtol=1e-6, atol=1e-6)
