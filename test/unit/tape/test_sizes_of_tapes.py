"""A tape's sizes are what they were when it shares a tensor, which has a dimension more in between."""

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%x: tensor<3xf64>, %n: index, %m: index, %which: index) -> (f64, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %m) : tensor<?x?x3xf64>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e, %b = %e) -> (tensor<?x?x3xf64>, tensor<?x?x3xf64>) {
    %s = math.sin %x : tensor<3xf64>
    %t = math.exp %x : tensor<3xf64>
    %1 = tensor.insert_slice %s into %a[%i, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<3xf64> into tensor<?x?x3xf64>
    %2 = tensor.insert_slice %t into %b[%i, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<3xf64> into tensor<?x?x3xf64>
    scf.yield %1, %2 : tensor<?x?x3xf64>, tensor<?x?x3xf64>
  } {lagrad.tape = array<i64: 0, 1>}
  %rows = tensor.dim %0#0, %c0 : tensor<?x?x3xf64>
  %width = tensor.dim %0#1, %c1 : tensor<?x?x3xf64>
  %any = tensor.dim %0#1, %which : tensor<?x?x3xf64>
  %3 = scf.for %i = %c0 to %rows step %c1 iter_args(%p = %zero) -> f64 {
    %u = tensor.extract %0#0[%i, %c0, %c2] : tensor<?x?x3xf64>
    %v = tensor.extract %0#1[%i, %c0, %c1] : tensor<?x?x3xf64>
    %4 = arith.mulf %u, %v : f64
    %5 = arith.addf %p, %4 : f64
    scf.yield %5 : f64
  }
  return %3, %rows, %width, %any : f64, index, index, index
}
"""


@pytest.mark.parametrize("which, size", [(0, 4), (1, 7), (2, 3)])
def test_sizes(which, size):
    module = execute.parse(PROGRAM)
    pipelines.run(module, pipelines.read("lagrad-layout-tape"))
    assert "tensor<?x2x?x3xf64>" in str(module)
    x = np.array([0.3, 0.7, 1.1])
    checked = "lagrad-layout-tape,lagrad-to-llvm-strict{check-bounds=true}"
    laid_out = lagrad.compile(PROGRAM, pipeline=checked, entry="f")
    total, *sizes = laid_out.f(x, 4, 7, which)
    np.testing.assert_allclose(total, 4 * np.sin(x[2]) * np.exp(x[1]), rtol=1e-14)
    assert sizes == [4, 7, size]
