"""Entries of small matrices that are computed together are written where they belong, whatever else is in the matrices."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

# Rotations by some angles, scaled; the sines are read once more, and one column is changed afterwards.
PROGRAM = """
func.func @turns(%x: tensor<20xf64>, %n: index) -> (tensor<?x3x3xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<0.0> : tensor<f64>
  %sin = math.sin %x : tensor<20xf64>
  %cos = math.cos %x : tensor<20xf64>
  %minus = arith.negf %sin : tensor<20xf64>
  %product = arith.mulf %sin, %cos : tensor<20xf64>
  %empty = tensor.empty(%n) : tensor<?x3x3xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x3x3xf64>) -> tensor<?x3x3xf64>
  %0 = tensor.insert_slice %cos into %zeros[1, 0, 0] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x3x3xf64>
  %1 = tensor.insert_slice %minus into %0[1, 0, 1] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x3x3xf64>
  %2 = tensor.insert_slice %sin into %1[1, 1, 0] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x3x3xf64>
  %3 = tensor.insert_slice %cos into %2[1, 1, 1] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x3x3xf64>
  %4 = tensor.insert_slice %product into %3[1, 2, 2] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x3x3xf64>
  %5 = tensor.insert_slice %sin into %4[0, 2, 2] [20, 1, 1] [1, 1, 1] : tensor<20xf64> into tensor<?x3x3xf64>
  %dot = linalg.dot ins(%sin, %product : tensor<20xf64>, tensor<20xf64>) outs(%start : tensor<f64>) -> tensor<f64>
  %total = tensor.extract %dot[] : tensor<f64>
  return %5, %total : tensor<?x3x3xf64>, f64
}
"""


@pytest.mark.parametrize("strict", [False, True])
def test_matrices(strict):
    program = lagrad.compile(PROGRAM, pipeline=f"canonicalize,cse,{lowering.pipeline(strict=strict)}")
    x = np.linspace(-3, 3, 20)
    result, total = program(x, 22)
    sin, cos = np.sin(x), np.cos(x)
    expected = np.zeros((22, 3, 3))
    expected[1:21, 0, 0] = expected[1:21, 1, 1] = cos
    expected[1:21, 0, 1], expected[1:21, 1, 0] = -sin, sin
    expected[1:21, 2, 2] = sin * cos
    expected[:20, 2, 2] = sin
    np.testing.assert_allclose(result, expected, rtol=1e-14, atol=1e-15)
    assert total == pytest.approx((sin * sin * cos).sum())


def test_remarks_count_copies():
    report = pipelines.run(execute.parse(PROGRAM), execute.PIPELINE)
    assert [r.message for r in report.remarks].count("copied where it is computed") >= 2
