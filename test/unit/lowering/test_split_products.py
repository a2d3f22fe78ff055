"""Sums of products of computed factors, split into contractions, give the same numbers."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

PLAIN = lowering.Options(strict=True)
_STEPS = [lowering.text(PLAIN, last="fusion"), "lagrad-split-products", lowering.text(PLAIN, "destinations", "buffers")]
TO_CALLS = ",".join([*_STEPS, "lagrad-convert-linalg-to-blas"])
# Each a body over `m, n, k` of a[m, k], b[k, n], s[k] and the number t, what it adds to o[m, n], and how many calls.
BODIES = {
    "function": ("%p = math.exp %a : f64\n%q = arith.mulf %p, %b : f64", lambda a, b, s, t: np.exp(a) @ b, 1),
    "shared": (
        "%p = arith.mulf %a, %s : f64\n%e = math.sin %p : f64\n%f = arith.addf %e, %a : f64\n"
        "%c = math.cos %b : f64\n%q = arith.mulf %f, %c : f64",
        lambda a, b, s, t: (np.sin(a * s) + a) @ np.cos(b),
        1,
    ),
    "scaled": (
        "%p = arith.mulf %a, %s : f64\n%r = arith.mulf %p, %t : f64\n%q = arith.mulf %r, %b : f64",
        lambda a, b, s, t: t * (a * s) @ b,
        1,
    ),
    "difference": (
        "%x = math.exp %a : f64\n%p = arith.mulf %x, %b : f64\n%y = math.exp %b : f64\n%r = arith.mulf %a, %y : f64\n"
        "%q = arith.subf %p, %r : f64",
        lambda a, b, s, t: np.exp(a) @ b - a @ np.exp(b),
        2,
    ),
    "negated": (
        "%x = arith.negf %a : f64\n%p = arith.mulf %x, %b : f64\n%y = arith.negf %b : f64\n"
        "%r = arith.mulf %a, %y : f64\n"
        "%z = arith.addf %p, %r : f64\n%q = arith.negf %z : f64",
        lambda a, b, s, t: 2 * a @ b,
        2,
    ),
    "index": (
        "%i = linalg.index 2 : index\n%j = arith.index_cast %i : index to i64\n%f = arith.sitofp %j : i64 to f64\n"
        "%g = arith.mulf %f, %a : f64\n%h = arith.addf %g, %t : f64\n%q = arith.mulf %h, %b : f64",
        lambda a, b, s, t: (a * np.arange(a.shape[1]) + t) @ b,
        1,
    ),
    # all dimensions in one factor: as it was
    "not a product": (
        "%p = arith.addf %a, %b : f64\n%q = math.exp %p : f64",
        lambda a, b, s, t: np.exp(a[:, :, None] + b).sum(1),
        0,
    ),
    "three": (
        "%i = linalg.index 0 : index\n%j = linalg.index 1 : index\n%low = arith.cmpi ugt, %i, %j : index\n"
        "%zero = arith.constant 0.0 : f64\n%w = arith.select %low, %t, %zero : f64\n"
        "%p = arith.mulf %a, %b : f64\n%q = arith.mulf %p, %w : f64",
        lambda a, b, s, t: np.tril(a @ b, -1) * t,
        0,
    ),
}


def program_of(body: str) -> str:
    lines = "\n        ".join(body.split("\n"))
    return f"""
    func.func @f(%ta: tensor<?x?xf64>, %tb: tensor<?x?xf64>, %ts: tensor<?xf64>, %t: f64, %to: tensor<?x?xf64>)
        -> tensor<?x?xf64> {{
      %r = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                            affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>],
                           iterator_types = ["parallel", "parallel", "reduction"]}}
          ins(%ta, %tb, %ts : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) outs(%to : tensor<?x?xf64>) {{
      ^bb0(%a: f64, %b: f64, %s: f64, %o: f64):
        {lines}
        %sum = arith.addf %o, %q : f64
        linalg.yield %sum : f64
      }} -> tensor<?x?xf64>
      return %r : tensor<?x?xf64>
    }}"""


@pytest.mark.parametrize("name", BODIES)
def test_gives_the_same_numbers(name):
    body, expected, calls = BODIES[name]
    program = lagrad.compile(program_of(body), pipeline="lagrad-to-llvm-blas")
    rng = np.random.default_rng(0)
    for n in (0, 3, 30):
        a, b, s, o = (
            rng.normal(size=(n, n + 1)),
            rng.normal(size=(n + 1, n + 2)),
            rng.normal(size=n + 1),
            rng.normal(size=(n, n + 2)),
        )
        np.testing.assert_allclose(program.f(a, b, s, 0.3, o), o + expected(a, b, s, 0.3), rtol=1e-11, atol=1e-11)
    module = execute.parse(program_of(body))
    with module.context:
        pipelines.run(module.operation, TO_CALLS)
    assert re.findall(r"call @scipy_cblas_(\w+)\(", str(module)) == ["dgemm"] * calls


def test_a_pushforward_is_products_of_matrices():
    """Of a value and its tangent together: three products."""
    text = """
    func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
      %r = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
      return %r : tensor<?x?xf64>
    }
    func.func private @df(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
        -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {lagrad.pushforward = @f, lagrad.wrt = [0, 1],
            lagrad.with_primal}"""
    program = lagrad.compile(text)
    rng = np.random.default_rng(1)
    a, da, b, db, c = (rng.normal(size=(n, m)) for n, m in ((30, 31), (30, 31), (31, 32), (31, 32), (30, 32)))
    value, tangent = program.df(a, da, b, db, c)
    np.testing.assert_allclose(value, a @ b + c, rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(tangent, da @ b + a @ db, rtol=1e-11, atol=1e-12)
    module = execute.parse(text)
    with module.context:
        pipelines.run(module.operation, f"lagrad-default,{TO_CALLS}")
    df = str(module).split("func.func @df(")[1].split("func.func")[0]
    assert len(re.findall(r"call @scipy_cblas_dgemm\(", df)) == 3
