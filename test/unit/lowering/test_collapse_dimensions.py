"""Sums over images and maps of them, whose two or three innermost dimensions are one, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

PROGRAM = """
#all = affine_map<(n, c, i, j) -> (n, c, i, j)>
#channel = affine_map<(n, c, i, j) -> (c)>
func.func @f(%x: tensor<{n}x{c}x{i}x{j}xf32>, %s: tensor<{c}xf32>)
    -> (tensor<{n}x{c}x{i}x{j}xf32>, tensor<{c}xf32>) {{
  %part = tensor.extract_slice %x[0, 0, 0, 0] [{m}, {c}, {i}, {j}] [1, 1, 1, 1]
      : tensor<{n}x{c}x{i}x{j}xf32> to tensor<{m}x{c}x{i}x{j}xf32>
  %0 = linalg.generic {{indexing_maps = [#all, #channel],
                        iterator_types = ["reduction", "parallel", "reduction", "reduction"]}}
      ins(%part : tensor<{m}x{c}x{i}x{j}xf32>) outs(%s : tensor<{c}xf32>) {{
  ^bb0(%a: f32, %old: f32):
    %1 = arith.addf %old, %a : f32
    linalg.yield %1 : f32
  }} -> tensor<{c}xf32>
  %empty = tensor.empty() : tensor<{n}x{c}x{i}x{j}xf32>
  %2 = linalg.generic {{indexing_maps = [#all, #channel, #all],
                        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
      ins(%x, %0 : tensor<{n}x{c}x{i}x{j}xf32>, tensor<{c}xf32>) outs(%empty : tensor<{n}x{c}x{i}x{j}xf32>) {{
  ^bb0(%a: f32, %b: f32, %old: f32):
    %1 = arith.mulf %a, %b : f32
    linalg.yield %1 : f32
  }} -> tensor<{n}x{c}x{i}x{j}xf32>
  return %2, %0 : tensor<{n}x{c}x{i}x{j}xf32>, tensor<{c}xf32>
}}
"""


@pytest.mark.parametrize("sizes", [(5, 3, 32, 32), (2, 1, 7, 3), (3, 4, 1, 9), (2, 2, 5, 300)])
def test_images(sizes):
    n, c, i, j = sizes
    rng = np.random.default_rng(0)
    x, s = rng.normal(size=sizes).astype(np.float32), rng.normal(size=c).astype(np.float32)
    program = lagrad.compile(PROGRAM.format(n=n, m=n - 1, c=c, i=i, j=j))
    scaled, sums = program.f(x, s)
    expected = s + x[:-1].sum((0, 2, 3), dtype=np.float64)
    np.testing.assert_allclose(sums, expected, rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(scaled, x * sums[:, None, None], rtol=1e-6)
