"""Results without dimensions: the one place of such a tensor is a scalar while it is worked on, and a tensor for all
who read it."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

DOT = """
func.func @f(%x: f64, %y: tensor<5xf64>, %o: tensor<f64>, %n: index) -> (tensor<f64>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : tensor<5xf64>
  %one = tensor.insert %x into %zeros[%c1] : tensor<5xf64>
  %dot = linalg.dot ins(%one, %y : tensor<5xf64>, tensor<5xf64>) outs(%o : tensor<f64>) -> tensor<f64>
  %power = scf.for %k = %c0 to %n step %c1 iter_args(%p = %dot) -> tensor<f64> {
    %next = arith.mulf %p, %dot : tensor<f64>
    scf.yield %next : tensor<f64>
  }
  return %dot, %power : tensor<f64>, tensor<f64>
}
"""

LARGEST = """
func.func @f(%x: f64, %y: tensor<?xf64>, %least: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %all = tensor.insert %x into %y[%c0] : tensor<?xf64>
  %start = tensor.from_elements %least : tensor<f64>
  %most = linalg.reduce ins(%all : tensor<?xf64>) outs(%start : tensor<f64>) dimensions = [0]
    (%a: f64, %b: f64) {
      %m = arith.maximumf %a, %b : f64
      linalg.yield %m : f64
    }
  %r = tensor.extract %most[] : tensor<f64>
  return %r : f64
}
func.func private @pushforward(f64, f64, tensor<?xf64>, f64) -> f64 attributes {lagrad.pushforward = @f, lagrad.wrt =
    [0]}
"""


def test_a_sum_that_is_returned_and_carried_by_a_loop():
    y = np.arange(1.0, 6.0)
    dot, power = lagrad.compile(DOT).f(3.0, y, np.array(0.5), 2)
    assert (float(dot), float(power)) == (6.5, 6.5**3)


@pytest.mark.parametrize(
    "x, tangent", [(9.0, 2.0), (1.0, 0.0), (5.0, 1.0)], ids=["largest", "not the largest", "one of two"]
)
def test_the_tangent_of_the_largest(x, tangent):
    assert lagrad.compile(LARGEST).pushforward(x, 2.0, np.array([0.0, 5.0, 4.0]), 0.0) == tangent
