"""Buffers in the memory of results: with the numbers that they have elsewhere, whatever that memory holds before."""

import counted_heap
import numpy as np

# `w` is a product as large as the result, of which one number is left when the result is begun.
PROGRAM = """
#id = affine_map<(i, j) -> (i, j)>
#all = affine_map<(i, j) -> ()>
func.func @f(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %w = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %e0 = tensor.empty() : tensor<f64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction", "reduction"]}
      ins(%w : tensor<?x?xf64>) outs(%z0 : tensor<f64>) {
    ^bb0(%v: f64, %out: f64):
      %square = arith.mulf %v, %v : f64
      %sum = arith.addf %square, %out : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %y = linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x?xf64>, tensor<f64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%v: f64, %t: f64, %out: f64):
      %p = arith.mulf %v, %t : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
"""


def test_numbers_and_memory():
    for lowering in ("lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas"):
        program, heap = counted_heap.compile(PROGRAM, f"lagrad-default,{lowering}")
        for n in (0, 1, 7, 300):  # 300: no room on the stack
            x = np.random.default_rng(n).uniform(-1, 1, (n, n)) / 17
            given = np.full((n, n), np.nan)
            program.f(x, out=given)
            np.testing.assert_allclose(given, x * ((x @ x) ** 2).sum(), rtol=1e-12)
        assert heap.taken == 0
        assert np.array_equal(x, np.random.default_rng(n).uniform(-1, 1, (n, n)) / 17)
