"""Quotients with one divisor: within an ulp of division, and what division gives where a divisor is zero, infinite or subnormal."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import lagrad

PROGRAM = """
func.func @quotients(%x: tensor<?xT>, %d: tensor<?xT>) -> (tensor<?xT>, tensor<?xT>, tensor<?xT>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : T
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %e = tensor.empty(%n) : tensor<?xT>
  %r:3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                          affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %d : tensor<?xT>, tensor<?xT>) outs(%e, %e, %e : tensor<?xT>, tensor<?xT>, tensor<?xT>) {
    ^bb0(%a: T, %b: T, %0: T, %1: T, %2: T):
      %p = arith.divf %a, %b : T
      %q = arith.divf %one, %b : T
      %s = arith.mulf %a, %a : T
      %t = arith.divf %s, %b : T
      linalg.yield %p, %q, %t : T, T, T
  } -> (tensor<?xT>, tensor<?xT>, tensor<?xT>)
  return %r#0, %r#1, %r#2 : tensor<?xT>, tensor<?xT>, tensor<?xT>
}
"""
SPECIAL = [0.0, -0.0, 1.0, -3.0, np.inf, -np.inf, np.nan, "tiny", "smallest", "largest"]


@pytest.fixture(scope="module", params=["f64", "f32"])
def kind(request):
    dtype = {"f64": np.float64, "f32": np.float32}[request.param]
    return dtype, lagrad.compile(PROGRAM.replace("T", request.param), entry="quotients")


def _expected(x: np.ndarray, d: np.ndarray) -> list[np.ndarray]:
    with np.errstate(all="ignore"):
        return [x / d, 1 / d, x * x / d]


def test_a_quotient_is_right_to_an_ulp(kind):
    dtype, module = kind
    random = np.random.default_rng(0)
    x, d = (random.normal(size=4099).astype(dtype) * dtype(10.0) ** random.integers(-9, 9, 4099).astype(dtype) for _ in range(2))
    for got, expected in zip(module.quotients(x, d), _expected(x, d)):
        assert np.max(np.abs(got - expected) / np.spacing(np.abs(expected))) <= 2


def test_special_divisors(kind):
    dtype, module = kind
    info = np.finfo(dtype)
    numbers = {"tiny": info.tiny / 8, "smallest": info.smallest_subnormal, "largest": info.max / 2}
    special = [dtype(numbers.get(s, s)) for s in SPECIAL]
    x, d = (np.array(column, dtype) for column in zip(*itertools.product(special, special)))
    for got, expected in zip(module.quotients(x, d), _expected(x, d)):
        np.testing.assert_allclose(got, expected, rtol=4 * info.eps, atol=info.smallest_subnormal)
        assert np.array_equal(np.signbit(got[expected == 0]), np.signbit(expected[expected == 0]))


def test_strict_code_divides():
    random = np.random.default_rng(1)
    x, d = random.normal(size=(2, 100))
    strict = lagrad.compile(PROGRAM.replace("T", "f64"), entry="quotients", pipeline="lagrad-default,lagrad-to-llvm-strict")
    for got, expected in zip(strict.quotients(x, d), _expected(x, d)):
        assert np.array_equal(got, expected)
