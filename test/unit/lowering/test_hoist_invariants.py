"""What is hoisted out of a dimension gives the same numbers: sums, branches, indices, several outputs, any size."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

PROGRAM = """
#x = affine_map<(d, i, j) -> (i, j)>
#s = affine_map<(d, i, j) -> ()>
#row = affine_map<(d, i, j) -> (d, i)>
#all = affine_map<(d, i, j) -> (d, i, j)>
func.func @f(%ct: tensor<3x2x?xf64>, %x: tensor<2x?xf64>, %s: f64) -> (tensor<3x2xf64>, tensor<3x2x?xf64>) {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %ct, %c2 : tensor<3x2x?xf64>
  %e = tensor.empty() : tensor<3x2xf64>
  %sums = linalg.fill ins(%zero : f64) outs(%e : tensor<3x2xf64>) -> tensor<3x2xf64>
  %a = tensor.empty(%n) : tensor<3x2x?xf64>
  %0 = linalg.generic {indexing_maps = [#all, #x, #s, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%ct, %x, %s : tensor<3x2x?xf64>, tensor<2x?xf64>, f64) outs(%sums : tensor<3x2xf64>) {
    ^bb0(%c: f64, %y: f64, %t: f64, %sum: f64):
      %big = arith.cmpf ogt, %y, %zero : f64
      %w = scf.if %big -> f64 {
        %1 = math.log %y : f64
        scf.yield %1 : f64
      } else {
        %1 = math.exp %y : f64
        %2 = arith.mulf %1, %t : f64
        scf.yield %2 : f64
      }
      %j = linalg.index 2 : index
      %ji = arith.index_cast %j : index to i64
      %jf = arith.sitofp %ji : i64 to f64
      %term = arith.mulf %c, %w : f64
      %shifted = arith.addf %term, %jf : f64
      %3 = arith.addf %sum, %shifted : f64
      linalg.yield %3 : f64
  } -> tensor<3x2xf64>
  %1 = linalg.generic {indexing_maps = [#all, #x, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ct, %x : tensor<3x2x?xf64>, tensor<2x?xf64>) outs(%a : tensor<3x2x?xf64>) {
    ^bb0(%c: f64, %y: f64, %o: f64):
      %d = linalg.index 0 : index
      %di = arith.index_cast %d : index to i64
      %df = arith.sitofp %di : i64 to f64
      %t = math.tanh %y : f64
      %u = arith.divf %y, %t : f64
      %2 = arith.mulf %c, %u : f64
      %3 = arith.addf %2, %df : f64
      linalg.yield %3 : f64
  } -> tensor<3x2x?xf64>
  return %0, %1 : tensor<3x2xf64>, tensor<3x2x?xf64>
}
"""


@pytest.fixture(scope="module", params=["lagrad-to-llvm", "lagrad-to-llvm-strict"])
def program(request):
    return lagrad.compile(PROGRAM, pipeline=request.param)


@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 1000])
def test_every_block_is_computed(program, n):
    rng = np.random.default_rng(n)
    ct, x = rng.normal(size=(3, 2, n)), rng.normal(size=(2, n))
    sums, each = program.f(ct, x, 1.5)
    with np.errstate(invalid="ignore"):
        w = np.where(x > 0, np.log(np.abs(x)), np.exp(x) * 1.5)
    np.testing.assert_allclose(sums, (ct * w + np.arange(n)).sum(axis=2), rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(each, ct * (x / np.tanh(x)) + np.arange(3)[:, None, None], rtol=1e-12, atol=1e-12)


CHEAP = """
#x = affine_map<(d, i, j) -> (j)>
#all = affine_map<(d, i, j) -> (d, i, j)>
func.func @f(%ct: tensor<3x2x?xf64>, %x: tensor<?xf64>) -> (tensor<3x2x?xf64>, tensor<3x2x?xf64>) {
  %0:2 = linalg.generic {indexing_maps = [#x, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<?xf64>) outs(%ct, %ct : tensor<3x2x?xf64>, tensor<3x2x?xf64>) {
    ^bb0(%y: f64, %c: f64, %o: f64):
      %j = linalg.index 2 : index
      %ji = arith.index_cast %j : index to i64
      %jf = arith.sitofp %ji : i64 to f64
      %square = arith.mulf %y, %y : f64
      %1 = arith.mulf %c, %square : f64
      %2 = arith.addf %o, %jf : f64
      linalg.yield %1, %2 : f64, f64
  } -> (tensor<3x2x?xf64>, tensor<3x2x?xf64>)
  return %0#0, %0#1 : tensor<3x2x?xf64>, tensor<3x2x?xf64>
}
"""


@pytest.mark.parametrize("n", [0, 1, 511, 512, 513, 32769, 131072, 140000])
def test_every_block_that_is_read_again_is_computed(n):
    rng = np.random.default_rng(n)
    ct, x = rng.normal(size=(3, 2, n)), rng.normal(size=n)
    squares, shifted = lagrad.compile(CHEAP).f(ct, x)
    np.testing.assert_allclose(squares, ct * (x * x), rtol=1e-15)
    np.testing.assert_array_equal(shifted, ct + np.arange(n))
