"""Sums of products with weights, of which many are zero: the numbers of the same sums over all."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#left = affine_map<(i, j, n) -> (i, n)>
#right = affine_map<(i, j, n) -> (j, n)>
#out = affine_map<(i, j, n) -> (i, j)>
func.func @f(%w: tensor<?xT>, %x: tensor<?x?xT>, %z: tensor<?x?xT>) -> (tensor<?x?xT$E>, tensor<?xT>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : T
  %d = tensor.dim %x, %c0 : tensor<?x?xT>
  %n = tensor.dim %x, %c1 : tensor<?x?xT>
  %m = tensor.dim %z, %c0 : tensor<?x?xT>
  %e = tensor.empty(%d, %n) : tensor<?x?xT>
  %t = linalg.generic {indexing_maps = [#j, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %x : tensor<?xT>, tensor<?x?xT>) outs(%e : tensor<?x?xT>) {
    ^bb0(%a: T, %b: T, %o: T):
      %p = arith.mulf %a, %b : T
      linalg.yield %p : T
  } -> tensor<?x?xT>
  %ey = tensor.empty(%d, %m) : tensor<?x?xT>
  %y = linalg.fill ins(%zero : T) outs(%ey : tensor<?x?xT>) -> tensor<?x?xT>
  %r = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %z : tensor<?x?xT>, tensor<?x?xT>) outs(%y : tensor<?x?xT>) {
    ^bb0(%a: T, %b: T, %o: T):
      %p = arith.mulf %a, %b : T
      %s = arith.subf %o, %p : T
      linalg.yield %s : T
  } -> tensor<?x?xT>
  %k = tensor.cast %r : tensor<?x?xT> to tensor<?x?xT$E>
  %ev = tensor.empty(%d) : tensor<?xT>
  %v = linalg.fill ins(%zero : T) outs(%ev : tensor<?xT>) -> tensor<?xT>
  %q = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<?x?xT>) outs(%v : tensor<?xT>) {
    ^bb0(%a: T, %o: T):
      %s = arith.addf %o, %a : T
      linalg.yield %s : T
  } -> tensor<?xT>
  return %k, %q : tensor<?x?xT$E>, tensor<?xT>
}
"""
LOWERINGS = ("lagrad-to-llvm{inspect=true}", "lagrad-to-llvm-blas{inspect=true}")


def program(lowering: str, element: str = "f64", encoding: str = "") -> lagrad.Program:
    return lagrad.compile(text(element, encoding), pipeline=f"lagrad-default,{lowering}")


def text(element: str = "f64", encoding: str = "") -> str:
    return PROGRAM.replace("xT", f"x{element}").replace(": T", f": {element}").replace("$E", encoding)


def given(zeros: float, sizes: tuple[int, int, int], dtype=np.float64):
    d, m, n = sizes
    rng = np.random.default_rng([d, m, n])
    w = rng.uniform(0.5, 1, n) * rng.choice([-1, 1], n) * (rng.uniform(0, 1, n) >= zeros)
    return w.astype(dtype), rng.uniform(-1, 1, (d, n)).astype(dtype), rng.uniform(-1, 1, (m, n)).astype(dtype)


@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("zeros", [0, 0.3, 0.5, 0.9, 1])
def test_numbers(lowering, zeros):
    f = program(lowering).f
    for sizes in ((1, 1, 1), (3, 5, 0), (0, 2, 7), (7, 3, 40), (40, 33, 300)):
        w, x, z = given(zeros, sizes)
        r, q = f(w, x, z)
        np.testing.assert_allclose(r, -(w * x) @ z.T, rtol=1e-11, atol=1e-12)
        np.testing.assert_allclose(q, x @ w, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("kind, keep", [('"utri"', np.triu), ('"sltri"', lambda a: np.tril(a, -1))])
def test_a_half_is_kept(kind, keep):
    w, x, z = given(0.8, (50, 50, 200))
    for lowering in LOWERINGS:
        r, _ = program(lowering, encoding=f", {kind}").f(w, x, z)
        np.testing.assert_allclose(r, keep(-(w * x) @ z.T), rtol=1e-11, atol=1e-12)


def test_single_precision():
    w, x, z = given(0.8, (20, 30, 100), np.float32)
    np.testing.assert_allclose(program("lagrad-to-llvm", "f32").f(w, x, z)[0], -(w * x) @ z.T, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("where", [(0, "w"), (1, "x"), (2, "z")])
@pytest.mark.parametrize("number", [np.inf, np.nan])
def test_zero_times_what_is_not_finite(where, number):
    """A product with a weight of zero is NaN, and is not left out."""
    arguments = given(0.9, (6, 5, 80))
    w, x, z = arguments
    place = int(np.flatnonzero(w == 0)[0])
    arguments[where[0]][..., place] = number
    with np.errstate(invalid="ignore"):
        expected = -(w * x) @ z.T
        weighted = (w * x).sum(axis=1)
    r, q = program("lagrad-to-llvm").f(w, x, z)
    np.testing.assert_array_equal(np.isnan(r), np.isnan(expected))
    np.testing.assert_array_equal(np.isnan(q), np.isnan(weighted))


def test_negative_zeros_are_zeros():
    w, x, z = given(0.9, (6, 5, 80))
    w[w == 0] = -0.0
    np.testing.assert_allclose(program("lagrad-to-llvm").f(w, x, z)[0], -(w * x) @ z.T, rtol=1e-12, atol=1e-12)


DIRECT = """
#w = affine_map<(i, j, n) -> (n)>
#left = affine_map<(i, j, n) -> (i, n)>
#right = affine_map<(i, j, n) -> (n, j)>
#out = affine_map<(i, j, n) -> (i, j)>
func.func @f(%w: tensor<?xf64>, %x: tensor<4x?xf64>, %z: tensor<?x9xf64>, %y: tensor<4x9xf64>, %s: f64)
    -> tensor<4x9xf64> {
  %r = linalg.generic {indexing_maps = [#left, #w, #right, #out], iterator_types = ["parallel", "parallel",
      "reduction"]}
      ins(%x, %w, %z : tensor<4x?xf64>, tensor<?xf64>, tensor<?x9xf64>) outs(%y : tensor<4x9xf64>) {
    ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
      %ab = arith.mulf %a, %b : f64
      %abc = arith.mulf %ab, %c : f64
      %p = arith.addf %o, %abc : f64
      linalg.yield %p : f64
  } -> tensor<4x9xf64>
  return %r : tensor<4x9xf64>
}
"""


@pytest.mark.parametrize("zeros", [0, 0.5, 0.9, 1])
def test_weights_in_the_product_itself(zeros):
    f = lagrad.compile(DIRECT, pipeline="lagrad-default,lagrad-to-llvm{inspect=true}").f
    w, x, z = given(zeros, (4, 9, 60))
    y = np.random.default_rng(1).normal(size=(4, 9))
    np.testing.assert_allclose(f(w, x, z.T.copy(), y, 1.0), y + (w * x) @ z.T, rtol=1e-11)
    z[0, np.flatnonzero(w == 0)[:1]] = np.inf
    found = f(w, x, z.T.copy(), y, 1.0)
    assert np.isnan(found[:, 0]).all() == (zeros > 0)


@pytest.mark.parametrize(
    "source", [text(), text(encoding=', "utri"'), text("f32"), DIRECT], ids=["sums", "half", "f32", "direct"]
)
@pytest.mark.parametrize("lowering", LOWERINGS)
def test_the_programs_of_this_file_are_such_sums(source, lowering):
    report = pipelines.run(execute.parse(source), f"lagrad-default,{lowering}")
    assert "where many of the weights are zero, sums leave out what they are of" in [r.message for r in report.remarks]
