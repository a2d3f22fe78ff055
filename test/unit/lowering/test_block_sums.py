"""Long sums in f32 are as accurate as sums of blocks; strict code keeps the order of its terms."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad.lowering import pipeline as lowering

TERMS = 300_007  # no multiple of a block
SUM = f"""
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @f(%x: tensor<{TERMS}xf32>) -> tensor<f32> {{
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.generic {{indexing_maps = [#id, #none], iterator_types = ["reduction"]}}
      ins(%x : tensor<{TERMS}xf32>) outs(%zero : tensor<f32>) {{
  ^bb0(%a: f32, %old: f32):
    %1 = arith.addf %old, %a : f32
    linalg.yield %1 : f32
  }} -> tensor<f32>
  return %0 : tensor<f32>
}}
func.func private @df(tensor<{TERMS}xf32>, tensor<f32>) -> tensor<{TERMS}xf32> attributes {{lagrad.pullback = @f}}
"""
CHANNELS = """
#all = affine_map<(i, j, c) -> (i, j, c)>
#one = affine_map<(i, j, c) -> (c)>
func.func @f(%x: tensor<{rows}x{columns}x5xf32>) -> tensor<5xf32> {{
  %zero = arith.constant dense<0.0> : tensor<5xf32>
  %0 = linalg.generic {{indexing_maps = [#all, #one], iterator_types = ["reduction", "reduction", "parallel"]}}
      ins(%x : tensor<{rows}x{columns}x5xf32>) outs(%zero : tensor<5xf32>) {{
  ^bb0(%a: f32, %old: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %old, %1 : f32
    linalg.yield %2 : f32
  }} -> tensor<5xf32>
  return %0 : tensor<5xf32>
}}
"""


def error(found, expected) -> float:
    return float(np.max(np.abs(np.asarray(found, np.float64) - expected) / np.abs(expected)))


def test_the_error_of_a_long_sum_is_that_of_its_blocks():
    x = np.random.default_rng(0).uniform(size=TERMS).astype(np.float32)
    exact = x.astype(np.float64).sum()
    program = lagrad.compile(SUM)
    one_by_one = lagrad.compile(SUM, pipeline="lagrad-default,lagrad-to-llvm-strict").f(x)
    assert error(program.f(x), exact) < 1e-6 < error(one_by_one, exact)
    np.testing.assert_array_equal(program.df(x, np.float32(3)), np.full(TERMS, 3, np.float32))
    in_order = np.add.accumulate(x)[-1]  # NumPy's sum along one axis is pairwise, what it accumulates is not
    assert one_by_one == in_order


@pytest.mark.parametrize("rows, columns", [(3, 5000), (4096, 3), (1, 20011), (128, 128)])
def test_sums_over_several_dimensions(rows, columns):
    x = np.random.default_rng(0).normal(size=(rows, columns, 5)).astype(np.float32)
    found = lagrad.compile(CHANNELS.format(rows=rows, columns=columns), pipeline=lowering.pipeline()).f(x)
    assert error(found, (x.astype(np.float64) ** 2).sum((0, 1))) < 2e-6
