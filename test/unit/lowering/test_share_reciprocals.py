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
SPECIAL = [0.0, -0.0, 1.0, -3.0, np.inf, -np.inf, np.nan, "tiny", "smallest", "larger", "largest"]


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
    numbers = {"tiny": info.tiny / 8, "smallest": info.smallest_subnormal, "larger": info.max / 1.7, "largest": info.max}
    special = [dtype(numbers.get(s, s)) for s in SPECIAL]
    x, d = (np.array(column, dtype) for column in zip(*itertools.product(special, special)))
    for got, expected in zip(module.quotients(x, d), _expected(x, d)):
        np.testing.assert_allclose(got, expected, rtol=4 * info.eps, atol=info.smallest_subnormal)
        assert np.array_equal(np.signbit(got[expected == 0]), np.signbit(expected[expected == 0]))


def test_huge_divisors_where_subnormal_numbers_are_zero():
    """Their reciprocals are subnormal."""
    flushed = lagrad.compile(PROGRAM.replace("T", "f64"), entry="quotients", pipeline="lagrad-default,lagrad-to-llvm{subnormals=flush-all}")
    x, d = np.repeat(np.finfo(float).max / [1.0, 1.3, 1.9, 5.0], 4), np.tile(np.finfo(float).max / [1.0, 1.6, 2.0, 7.0], 4)
    np.testing.assert_allclose(flushed.quotients(x, d)[0], x / d, rtol=4 * np.finfo(float).eps)


def test_roots_of_special_numbers(kind):
    dtype, _ = kind
    type, info = ("f64", np.finfo(dtype)) if dtype is np.float64 else ("f32", np.finfo(dtype))
    text = PROGRAM.replace("%p = arith.divf %a, %b", "%root = math.sqrt %b : T\n      %p = arith.divf %a, %root")
    text = text.replace("arith.divf %one, %b", "arith.divf %one, %root").replace("arith.divf %s, %b", "arith.divf %s, %root")
    module = lagrad.compile(text.replace("T", type), entry="quotients")
    special = np.array([0, -0.0, 1, -3, 7, np.inf, np.nan, info.tiny / 8, info.smallest_subnormal, info.max / 1.7, info.max], dtype)
    x, d = (np.array(column, dtype) for column in zip(*itertools.product(special, special)))
    with np.errstate(all="ignore"):
        expected = _expected(x, np.sqrt(d))
    for got, wanted in zip(module.quotients(x, d), expected):
        np.testing.assert_allclose(got, wanted, rtol=4 * info.eps, atol=info.smallest_subnormal)
        assert np.array_equal(np.signbit(got[wanted == 0]), np.signbit(wanted[wanted == 0]))


def test_strict_code_divides():
    random = np.random.default_rng(1)
    x, d = random.normal(size=(2, 100))
    strict = lagrad.compile(PROGRAM.replace("T", "f64"), entry="quotients", pipeline="lagrad-default,lagrad-to-llvm-strict")
    for got, expected in zip(strict.quotients(x, d), _expected(x, d)):
        assert np.array_equal(got, expected)
