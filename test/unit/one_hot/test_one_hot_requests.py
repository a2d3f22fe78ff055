"""One-hot cotangents and tangents give what the same tensors give as tensors: reverse, forward, and both once more."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

LAYER = """
func.func @f(%x: tensor<4x5xf64>, %w: tensor<5x3xf64>) -> tensor<4x3xf64> {
  %z = arith.constant dense<0.0> : tensor<4x3xf64>
  %r = linalg.matmul ins(%x, %w : tensor<4x5xf64>, tensor<5x3xf64>) outs(%z : tensor<4x3xf64>) -> tensor<4x3xf64>
  %s = math.tanh %r : tensor<4x3xf64>
  return %s : tensor<4x3xf64>
}
"""
GATHER = """
func.func @f(%x: tensor<4x5xf64>, %w: tensor<5x3xf64>) -> tensor<4x3xf64> {
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4x3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(p, q) -> (p, q)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<4x3xf64>) {
  ^bb0(%o: f64):
    %p = linalg.index 0 : index
    %q = linalg.index 1 : index
    %a = arith.remui %p, %c2 : index
    %b = tensor.extract %x[%a, %q] : tensor<4x5xf64>
    %c = tensor.extract %w[%p, %q] : tensor<5x3xf64>
    %d = arith.mulf %b, %c : f64
    linalg.yield %d : f64
  } -> tensor<4x3xf64>
  return %r : tensor<4x3xf64>
}
"""
STEPS = """
func.func @f(%x: tensor<4x5xf64>, %w: tensor<5x3xf64>) -> tensor<4x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x3xf64>
  %h0 = arith.constant dense<0.5> : tensor<3xf64>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e, %h = %h0) -> (tensor<4x3xf64>, tensor<3xf64>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 5] [1, 1] : tensor<4x5xf64> to tensor<5xf64>
    %m = linalg.vecmat ins(%row, %w : tensor<5xf64>, tensor<5x3xf64>) outs(%h : tensor<3xf64>) -> tensor<3xf64>
    %n = math.sin %m : tensor<3xf64>
    %b = tensor.insert_slice %n into %a[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<4x3xf64>
    scf.yield %b, %n : tensor<4x3xf64>, tensor<3xf64>
  }
  return %r#0 : tensor<4x3xf64>
}
"""
X, W, R = "tensor<4x5xf64>", "tensor<5x3xf64>", "tensor<4x3xf64>"
REQUESTS = f"""
func.func private @pb({X}, {W}, {R}) -> ({X}, {W}) attributes {{lagrad.pullback = @f}}
func.func private @pb1({X}, {W}, f64, index, index) -> ({X}, {W}) attributes {{lagrad.pullback = @f, lagrad.cotangent =
    "one-hot"}}
func.func private @pf({X}, {X}, {W}) -> {R} attributes {{lagrad.pushforward = @f, lagrad.wrt = [0]}}
func.func private @pf1({X}, f64, index, index, {W}) -> {R} attributes {{lagrad.pushforward = @f, lagrad.wrt = [0],
    lagrad.tangent = "one-hot"}}
func.func private @both({X}, {X}, {W}, {R}) -> ({X}, {W}) attributes {{lagrad.pushforward = @pb, lagrad.wrt = [0]}}
func.func private @both1({X}, {X}, {W}, f64, index, index) -> ({X}, {W})
    attributes {{lagrad.pushforward = @pb1, lagrad.wrt = [0]}}
func.func private @twice1({X}, f64, index, index, {W}, f64, index, index) -> ({X}, {W})
    attributes {{lagrad.pushforward = @pb1, lagrad.wrt = [0], lagrad.tangent = "one-hot"}}
func.func private @back({X}, {W}, {R}, {X}, {W}) -> {W} attributes {{lagrad.pullback = @pb, lagrad.wrt = [1]}}
func.func private @back1({X}, {W}, {R}, f64, index, index, f64, index, index) -> {W}
    attributes {{lagrad.pullback = @pb, lagrad.wrt = [1], lagrad.cotangent = "one-hot"}}
"""


def unit(shape, at, value):
    found = np.zeros(shape)
    found[at] = value
    return found


def same(found, expected):
    pair = (found, expected) if isinstance(found, tuple) else ((found,), (expected,))
    for a, b in zip(*pair, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("program", [LAYER, GATHER, STEPS], ids=["layer", "gather", "steps"])
def test_an_element_is_worth_its_tensor(program):
    f = lagrad.compile(program + REQUESTS)
    random = np.random.default_rng(3)
    x, w, dx, ct = (random.uniform(0.5, 1.5, shape) for shape in [(4, 5), (5, 3), (4, 5), (4, 3)])
    for at, to, other in [((0, 0), (3, 2), (4, 1)), ((3, 2), (1, 2), (0, 0)), ((1, 1), (1, 0), (3, 2))]:
        same(f.pb1(x, w, 1.5, *at), f.pb(x, w, unit((4, 3), at, 1.5)))
        same(f.pf1(x, 0.7, *to, w), f.pf(x, unit((4, 5), to, 0.7), w))
        same(f.both1(x, dx, w, 1.5, *at), f.both(x, dx, w, unit((4, 3), at, 1.5)))
        same(f.twice1(x, 0.7, *to, w, 1.5, *at), f.both(x, unit((4, 5), to, 0.7), w, unit((4, 3), at, 1.5)))
        same(
            f.back1(x, w, ct, 0.7, *to, 0.3, *other), f.back(x, w, ct, unit((4, 5), to, 0.7), unit((5, 3), other, 0.3))
        )
