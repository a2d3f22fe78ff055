"""Tensors between operations are stored as the products that read or make them like it; the numbers stay the same."""

from __future__ import annotations

import itertools
import string

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

SIZES = dict(b=32, i=12, e=4, j=16, k=6)


def shape(dims: str) -> str:
    return "tensor<" + "".join(f"{SIZES[d]}x" for d in dims) + "f64>"


def generic(name: str, ins: dict[str, str], out: tuple[str, str], body: str) -> str:
    """An operation over the dimensions that its operands name; `out` is a value and its dimensions."""
    init, made = out
    dims = sorted({*"".join(ins.values()), *made})
    maps = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(own)})>" for own in (*ins.values(), made))
    kinds = ", ".join(f'"{"parallel" if d in made else "reduction"}"' for d in dims)
    arguments = ", ".join(f"%{x}: f64" for x in (*string.ascii_lowercase[: len(ins)], "out"))
    return f"""
  {name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins({", ".join(ins)} : {", ".join(map(shape, ins.values()))}) outs({init} : {shape(made)}) {{
  ^bb0({arguments}):
    {body}
  }} -> {shape(made)}"""


PRODUCT = "%m = arith.mulf %a, %b : f64\n    linalg.yield %m : f64"
SUM = "%m = arith.mulf %a, %b : f64\n    %sum = arith.addf %out, %m : f64\n    linalg.yield %sum : f64"


def between(stored: str, weights: str) -> str:
    """y[b, j], the sum of x[b, i] s[b, e] and the weights, and the derivative of its square by x, halved.

    Both have a tensor of three indices in between, in the order `stored`.
    """
    made = "bj"
    return f"""
func.func @f(%x: {shape("bi")}, %s: {shape("be")}, %w: {shape(weights)}) -> ({shape(made)}, {shape("bi")}) {{
  %zero = arith.constant 0.0 : f64
  %et = tensor.empty() : {shape(stored)}
  %t0 = linalg.fill ins(%zero : f64) outs(%et : {shape(stored)}) -> {shape(stored)}
  %ey = tensor.empty() : {shape(made)}
  %y0 = linalg.fill ins(%zero : f64) outs(%ey : {shape(made)}) -> {shape(made)}
  %ez = tensor.empty() : {shape("bi")}
  %z0 = linalg.fill ins(%zero : f64) outs(%ez : {shape("bi")}) -> {shape("bi")}
  {generic("%t", {"%x": "bi", "%s": "be"}, ("%et", stored), PRODUCT)}
  {generic("%y", {"%t": stored, "%w": weights}, ("%y0", made), SUM)}
  {generic("%u", {"%y": made, "%w": weights}, ("%t0", stored), SUM)}
  {generic("%z", {"%s": "be", "%u": stored}, ("%z0", "bi"), SUM)}
  return %y, %z : {shape(made)}, {shape("bi")}
}}"""


def given(weights: str) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(5)
    return tuple(random.normal(size=[SIZES[d] for d in dims]) for dims in ("bi", "be", weights))


@pytest.mark.parametrize("stored", ["".join(order) for order in itertools.permutations("bie")])
@pytest.mark.parametrize("weights", ["eij", "iej", "jei", "eji"])
def test_every_order_gives_what_numpy_gives(stored, weights):
    x, s, w = given(weights)
    y, z = lagrad.compile(between(stored, weights))(x, s, w)
    expected = np.einsum(f"bi,be,{weights}->bj", x, s, w)
    np.testing.assert_allclose(y, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(z, np.einsum(f"bj,{weights},be->bi", expected, w, s), rtol=1e-12, atol=1e-11)


def test_the_products_are_not_in_loops():
    module = execute.parse(between("bie", "eij"))
    pipelines.run(module, lowering.text(lowering.Options(blas="openblas"), last="products"))
    loops = [line for line in str(module).splitlines() if "scf.for" in line]
    called = [line for line in str(module).splitlines() if "call @" in line]
    assert len(called) == 1 and not loops  # ours or the library's, since sizes are known


def orders(text: str, options: str = "work=1") -> set[str]:
    """The orders in which tensors of these three indices are stored."""
    module = execute.parse(text)
    pipelines.run(module, f"lagrad-split-products{{{options}}}")
    return {kind for kind in map("".join, itertools.permutations("bie")) if shape(kind) in str(module)}


def test_what_is_made_and_what_is_read_have_the_order_of_the_weights():
    assert "bei" in orders(between("bie", "eij"))


def test_small_products_stay():
    assert orders(between("bie", "eij"), "work=10000000") == {"bie"}


def test_what_is_returned_stays():
    text = between("bie", "eij").replace("return %y, %z : ", "return %y, %t, %u : ")
    text = text.replace(f"{shape('bj')}, {shape('bi')}", f"{shape('bj')}, {shape('bie')}, {shape('bie')}")
    text = text.replace(f"-> ({shape('bj')}, {shape('bi')})", f"-> ({shape('bj')}, {shape('bie')}, {shape('bie')})")
    assert orders(text) == {"bie"}
