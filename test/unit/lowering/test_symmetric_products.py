"""Symmetric products take half of the work, and are the same numbers; what only looks symmetric is left alone."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

PLAIN = lowering.Options(strict=True)
TO_CALLS = f"{lowering.text(PLAIN, last='fusion')},{lowering.text(PLAIN, 'destinations', 'buffers')},lagrad-convert-linalg-to-blas"

_BODY = """{{
      ^bb0(%x: f64, %y: f64, %o: f64):
        %p = arith.mulf %x, %y : f64
        %s = arith.{sign}f %o, %p : f64
        linalg.yield %s : f64
      }}"""


def product(name: str, left: str, right: str, a: str, b: str, out: str, sign: str = "add") -> str:
    maps = ", ".join(f"affine_map<(m, n, k) -> ({', '.join(s)})>" for s in (a, b, "mn"))
    t = "tensor<?x?xf64>"
    return (
        f"      %{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}}\n"
        f"          ins(%{left}, %{right} : {t}, {t}) outs(%{out} : {t}) {_BODY.format(sign=sign)} -> {t}\n"
    )


def program(*products: str, result: str, start: str = "zero", dim: int = 0) -> str:
    t = "tensor<?x?xf64>"
    return f"""
    func.func @f(%a: {t}, %b: {t}, %c: {t}) -> {t} {{
      %c0 = arith.constant {dim} : index
      %n = tensor.dim %a, %c0 : {t}
      %e = tensor.empty(%n, %n) : {t}
      %f0 = arith.constant 0.5 : f64
      %zero = linalg.fill ins(%f0 : f64) outs(%e : {t}) -> {t}
{''.join(products).replace('%start', '%' + start)}      return %{result} : {t}
    }}"""


ROWS, COLUMNS = ("mk", "nk"), ("km", "kn")
CASES = {
    "rows": (program(product("r", "a", "a", *ROWS, "start"), result="r"), lambda a, b, c: 0.5 + a @ a.T, ["dsyrk"]),
    "minus": (program(product("r", "a", "a", *ROWS, "start", "sub"), result="r"), lambda a, b, c: 0.5 - a @ a.T, ["dsyrk"]),
    "columns": (program(product("r", "a", "a", *COLUMNS, "start"), result="r", dim=1), lambda a, b, c: 0.5 + a.T @ a, ["dsyrk"]),
    "tangent": (
        program(product("q", "a", "b", *ROWS, "start"), product("r", "b", "a", *ROWS, "q"), result="r"),
        lambda a, b, c: 0.5 + a @ b.T + b @ a.T,
        ["dsyr2k"],
    ),
    "tangent, columns": (
        program(product("q", "a", "b", *COLUMNS, "start"), product("r", "b", "a", *COLUMNS, "q"), result="r", dim=1),
        lambda a, b, c: 0.5 + a.T @ b + b.T @ a,
        ["dsyr2k"],
    ),
    "tangent, factors exchanged": (
        program(product("q", "a", "b", *ROWS, "start"), product("r", "a", "b", "nk", "mk", "q"), result="r"),
        lambda a, b, c: 0.5 + a @ b.T + b @ a.T,
        ["dsyr2k"],
    ),
    # added to anything; of two matrices; of one in two ways; with other signs
    "added": (program(product("r", "a", "a", *ROWS, "start"), result="r", start="c"), lambda a, b, c: c + a @ a.T, ["dgemm"]),
    "two": (program(product("r", "a", "b", *ROWS, "start"), result="r"), lambda a, b, c: 0.5 + a @ b.T, ["dgemm"]),
    "not transposed": (program(product("r", "a", "a", "mk", "kn", "start"), result="r"), lambda a, b, c: 0.5 + a @ a, ["dgemm"]),
    "signs": (
        program(product("q", "a", "b", *ROWS, "start"), product("r", "b", "a", *ROWS, "q", "sub"), result="r"),
        lambda a, b, c: 0.5 + a @ b.T - b @ a.T,
        ["dgemm", "dgemm"],
    ),
    "twice the same": (
        program(product("q", "a", "b", *ROWS, "start"), product("r", "a", "b", *ROWS, "q"), result="r"),
        lambda a, b, c: 0.5 + 2 * a @ b.T,
        ["dgemm", "dgemm"],
    ),
    "after another": (
        program(product("q", "a", "b", *ROWS, "start"), product("r", "a", "a", *ROWS, "q"), result="r"),
        lambda a, b, c: 0.5 + a @ b.T + a @ a.T,
        ["dgemm", "dgemm"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_is_the_same_number(name):
    text, expected, calls = CASES[name]
    f = lagrad.compile(text, pipeline="lagrad-to-llvm-blas").f
    rng = np.random.default_rng(0)
    for n in (0, 1, 5, 40):
        shape = (n, n) if name in ("not transposed", "added") else (n + 2, n) if "columns" in name else (n, n + 2)
        a, b, c = rng.normal(size=shape), rng.normal(size=shape), rng.normal(size=(n, n))
        np.testing.assert_allclose(f(a, b, c), expected(a, b, c), rtol=1e-11, atol=1e-11)
    module = execute.parse(text)
    with module.context:
        pipelines.run(module.operation, TO_CALLS)
    assert re.findall(r"call @scipy_cblas_(\w+)\(", str(module)) == calls


def test_in_batches():
    """Of each matrix of a stack, written between two other operations on memory of the same type."""
    t = "tensor<?x?x?xf64>"
    text = f"""
    func.func @f(%a: {t}, %e: {t}) -> {t} {{
      %zero = arith.constant 0.0 : f64
      %z = linalg.fill ins(%zero : f64) outs(%e : {t}) -> {t}
      %r = linalg.generic {{indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
                                            affine_map<(b, m, n, k) -> (b, m, n)>],
                           iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
          ins(%a, %a : {t}, {t}) outs(%z : {t}) {_BODY.format(sign="add")} -> {t}
      return %r : {t}
    }}"""
    f = lagrad.compile(text, pipeline="lagrad-to-llvm-blas").f
    a = np.random.default_rng(1).normal(size=(3, 30, 20))
    np.testing.assert_allclose(f(a, np.ones((3, 30, 30))), a @ a.swapaxes(1, 2), rtol=1e-11, atol=1e-11)
