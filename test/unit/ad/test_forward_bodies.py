"""Forward mode of operations whose bodies have loops and parallel loops of their own."""

import numpy as np
import pytest

import lagrad

# The body reads a tensor of active values in a loop, and has a parallel loop beside it.
GENERATED = """
func.func @f(%x: f64, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %y, %c0 : tensor<?xf64>
  %z = tensor.splat %x[%c3] : tensor<?xf64>
  %g = tensor.generate %n {
  ^bb0(%i: index):
    %v = tensor.extract %y[%i] : tensor<?xf64>
    %a = scf.for %k = %c0 to %i step %c1 iter_args(%b = %v) -> (f64) {
      %e = tensor.extract %z[%k] : tensor<?xf64>
      %t = arith.mulf %b, %e : f64
      scf.yield %t : f64
    }
    %p = scf.parallel (%j) = (%c0) to (%c3) step (%c1) init (%a) -> f64 {
      %w = math.sin %a : f64
      scf.reduce(%w : f64) {
      ^bb0(%l: f64, %r: f64):
        %s = arith.addf %l, %r : f64
        scf.reduce.return %s : f64
      }
    }
    tensor.yield %p : f64
  } : tensor<?xf64>
  return %g : tensor<?xf64>
}
func.func private @push(f64, f64, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pushforward = @f}
func.func private @pull(f64, tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>) attributes {lagrad.pullback = @f}
"""


def test_a_parallel_loop_in_a_body_with_a_loop():
    def f(x, y):
        a = y * x ** np.arange(y.size)
        return a + 3 * np.sin(a)

    compiled = lagrad.compile(GENERATED)
    x, y, dx, dy, ct = 0.7, np.array([0.3, -0.8, 1.2]), 0.4, np.array([1.0, 0.2, -0.5]), np.array([0.3, 0.9, -1.1])
    tangent = np.imag(f(x + 1e-30j * dx, y + 1e-30j * dy)) / 1e-30
    assert np.allclose(compiled.push(x, dx, y, dy), tangent, rtol=1e-12)
    by_x, by_y = compiled.pull(x, y, ct)
    assert by_x * dx + by_y @ dy == pytest.approx(ct @ tangent, rel=1e-12)
