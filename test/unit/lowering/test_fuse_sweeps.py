"""`lagrad-fuse-sweeps`: gradients whose results are written row by row, against NumPy, and against the program without
it."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import lagrad
from lagrad.execute import parse
from lagrad.lowering import pipeline as lowering
from lagrad.pipelines import run

PASS, STREAMS = "lagrad-fuse-sweeps", "lagrad-stream-results"
LOWER = f"lagrad-default,{lowering.pipeline(inspect='true')}"
ALWAYS = LOWER.replace(PASS, f"{PASS}{{bytes=0}}").replace(STREAMS, f"{STREAMS}{{bytes=0}}")
NEVER = LOWER.replace(f"{PASS},", "").replace(f"{STREAMS},", "")

PRODUCT = """
func.func @f(%a: tensor<?x?xf64, T>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %a, %c1 : tensor<?x?xf64, T>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.vecmat ins(%x, %a : tensor<?xf64>, tensor<?x?xf64, T>) outs(%zeros : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func private @df(tensor<?x?xf64, T>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?x?xf64, T>, tensor<?xf64>)
    attributes {lagrad.pullback = @f}
func.func private @at_ones(tensor<?x?xf64, T>, tensor<?xf64>) -> (tensor<?x?xf64, T>, tensor<?xf64>)
    attributes {lagrad.gradient = @f, lagrad.of_sum}
"""
WHOLE = PRODUCT.replace(", T>", ">")
HALVES = {"utri": np.triu, "ltri": np.tril, "sutri": lambda a: np.triu(a, 1), "sltri": lambda a: np.tril(a, -1)}


compile = functools.cache(lagrad.compile)


def _check(text: str, shape: tuple[int, int], keep=lambda a: a) -> None:
    rng = np.random.default_rng(0)
    a, x, ct = keep(rng.normal(size=shape)), rng.normal(size=shape[0]), rng.normal(size=shape[1])
    for pipeline in (ALWAYS, NEVER):
        functions = compile(text, pipeline=pipeline)
        for found, c in ((functions.df(a, x, ct), ct), (functions.at_ones(a, x), np.ones(shape[1]))):
            for one, right in zip(found, (keep(np.outer(x, c)), a @ c), strict=True):
                np.testing.assert_allclose(one, right, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("shape", [(3, 40), (40, 3), (17, 23), (0, 4), (4, 0)])
def test_a_matrix_and_a_vector(shape):
    _check(WHOLE, shape)


@pytest.mark.parametrize("half", HALVES)
def test_half_a_matrix(half):
    for n in (1, 9, 40):
        _check(PRODUCT.replace("T>", f'"{half}">'), (n, n), HALVES[half])


@pytest.mark.parametrize(("text", "sweeps"), [(WHOLE, 2), (PRODUCT.replace("T>", '"utri">'), 3)])
def test_what_runs_together(text, sweeps):
    """The matrix is written, filled with zeros elsewhere, and the other one read, in one loop, and nothing is left in
    the caches."""
    before = ALWAYS[: ALWAYS.index("lagrad-place-buffers")].rstrip(", \n")
    said = [r.message for r in run(parse(text), before).remarks]
    assert said.count(f"{sweeps} sweeps over rows are one if the result is large") == 2
    assert said.count("writes its result past the caches if that is large") >= 2 * (3 if sweeps == 3 else 2)
