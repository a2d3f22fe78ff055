"""Normalisations in front of products, as front ends export them: the products stay calls, and the numbers the same."""

from __future__ import annotations

import numpy as np

import lagrad
from lagrad import emit, execute, pipelines
from lagrad.lowering import pipeline as lowering

# y = (x / s) w, with s the sums of the rows of x, a column: upstream fuses the division into the product.
PROGRAM = """
#row = affine_map<(i, j) -> (i, j)>
#sum = affine_map<(i, j) -> (i, 0)>
func.func @f(%x: tensor<128x96xf64>, %w: tensor<96x80xf64>) -> tensor<128x80xf64> {
  %zero = arith.constant 0.0 : f64
  %c = tensor.empty() : tensor<128x1xf64>
  %c0 = linalg.fill ins(%zero : f64) outs(%c : tensor<128x1xf64>) -> tensor<128x1xf64>
  %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<128x96xf64>) outs(%c0 : tensor<128x1xf64>) {
  ^bb0(%a: f64, %old: f64):
    %0 = arith.addf %old, %a : f64
    linalg.yield %0 : f64
  } -> tensor<128x1xf64>
  %e = tensor.empty() : tensor<128x96xf64>
  %n = linalg.generic {indexing_maps = [#row, #sum, #row], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<128x96xf64>, tensor<128x1xf64>) outs(%e : tensor<128x96xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %0 = arith.divf %a, %b : f64
    linalg.yield %0 : f64
  } -> tensor<128x96xf64>
  %o = tensor.empty() : tensor<128x80xf64>
  %o0 = linalg.fill ins(%zero : f64) outs(%o : tensor<128x80xf64>) -> tensor<128x80xf64>
  %y = linalg.matmul ins(%n, %w : tensor<128x96xf64>, tensor<96x80xf64>)
      outs(%o0 : tensor<128x80xf64>) -> tensor<128x80xf64>
  return %y : tensor<128x80xf64>
}
"""
WITH = lowering.pipeline(blas="openblas")
WITHOUT = WITH.replace("lagrad-drop-unit-indices,", "")


def products(pipeline: str) -> int:
    """Calls of functions for products in the code."""
    module = execute.parse(PROGRAM)
    pipelines.run(module, pipeline)
    lines = emit.llvm_text(module.operation).split("\n")
    return sum("call void" in line and ("gemm" in line or "lagrad.product" in line) for line in lines)


def test_a_normalisation_is_not_computed_again_for_each_column():
    assert WITH != WITHOUT
    assert products(WITH) > products(WITHOUT)


def test_the_numbers_are_numpys():
    x, w = np.random.default_rng(0).uniform(size=(128, 96)), np.random.default_rng(1).normal(size=(96, 80))
    expected = x / x.sum(1, keepdims=True) @ w
    for pipeline in (WITH, WITHOUT):
        np.testing.assert_allclose(lagrad.compile(PROGRAM, pipeline=pipeline).f(x, w), expected, rtol=1e-12, atol=1e-14)
