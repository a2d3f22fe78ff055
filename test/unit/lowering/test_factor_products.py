"""Sums of two products with a factor in common, whose dimensions stand in any order: as NumPy adds them up."""

import itertools
import random
import re

import numpy as np
import pytest
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

import lagrad

SIZES = {"m": 5, "n": 7, "k": 6}


def generic(a: str, b: str, c: str, ins: tuple[str, str, str], order: str, sign: str) -> str:
    """`c += a b` as a linalg.generic whose dimensions stand in the given order."""
    maps = ", ".join(f"affine_map<({', '.join(order)}) -> ({', '.join(dims)})>" for dims in (a, b, c))
    kinds = ", ".join('"parallel"' if d in c else '"reduction"' for d in order)
    types = [f"tensor<{'x'.join(str(SIZES[d]) for d in dims)}xf64>" for dims in (a, b, c)]
    return f"""linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins({ins[0]}, {ins[1]} : {types[0]}, {types[1]}) outs({ins[2]} : {types[2]}) {{
    ^bb0(%l: f64, %r: f64, %out: f64):
      %p = arith.mulf %l, %r : f64
      %s = arith.{sign} %out, %p : f64
      linalg.yield %s : f64
  }} -> {types[2]}"""


def program(seed: int) -> tuple[str, tuple[str, str, str, str], tuple[str, str]]:
    choose = random.Random(seed)
    a, x, c = ("".join(choose.sample(dims, len(dims))) for dims in ("mk", "nk", "mn"))
    y = "".join(choose.sample(x, 2))
    orders = ["".join(choose.sample("mnk", 3)) for _ in range(2)]
    signs = [choose.choice(("addf", "subf")) for _ in range(2)]
    operands = [(a, x, ("%a", "%x")), (a, y, ("%a", "%y"))]
    if choose.random() < 0.5:
        operands = [(right, left, names[::-1]) for left, right, names in operands]
    (l0, r0, n0), (l1, r1, n1) = operands
    types = [f"tensor<{'x'.join(str(SIZES[d]) for d in dims)}xf64>" for dims in (a, x, y, c)]
    text = f"""func.func @f(%a: {types[0]}, %x: {types[1]}, %y: {types[2]}, %c: {types[3]}) -> {types[3]} {{
  %0 = {generic(l0, r0, c, (*n0, "%c"), orders[0], signs[0])}
  %1 = {generic(l1, r1, c, (*n1, "%0"), orders[1], signs[1])}
  return %1 : {types[3]}
}}"""
    return text, (a, x, y, c), (signs[0], signs[1])


@pytest.mark.parametrize("seed", range(24))
def test_numbers(seed):
    text, dims, signs = program(seed)
    arrays = [np.random.default_rng(seed + i).uniform(-1, 1, [SIZES[d] for d in names]) for i, names in enumerate(dims)]
    a, x, y, c = dims
    products = [np.einsum(f"{a},{other}->{c}", arrays[0], array) for other, array in ((x, arrays[1]), (y, arrays[2]))]
    expected = arrays[3] + sum(p if sign == "addf" else -p for p, sign in zip(products, signs))
    module = execute.parse(text)
    pipelines.run(module, "lagrad-factor-products")
    assert str(module).count("arith.mulf") == 1
    text = str(module)
    np.testing.assert_allclose(lagrad.compile(text, pipeline="lagrad-to-llvm-strict").f(*arrays), expected, atol=1e-13)


def test_what_differs_stays():
    """Where the dimensions of the common factor do not fall together there is nothing to take out."""
    for first, second in itertools.permutations(("mk", "km"), 2):
        text = f"""func.func @f(%a: T, %x: T, %y: T, %c: T) -> T {{
  %0 = {generic(first, "nk", "mn", ("%a", "%x", "%c"), "mnk", "addf")}
  %1 = {generic(second, "nk", "mn", ("%a", "%y", "%0"), "mnk", "addf")}
  return %1 : T
}}"""
        module = execute.parse(re.sub(r"tensor<\dx\dxf64>", "T", text).replace("T", "tensor<5x5xf64>"))
        pipelines.run(module, "lagrad-factor-products")
        assert str(module).count("arith.mulf") == 2


def test_the_adjoint_of_a_matrix_with_itself_is_one_product():
    """r^T r: the adjoint r (g + g^T), in the pipeline as it is by default."""
    text = """
#l = affine_map<(i, j, k) -> (k, i)>
#r = affine_map<(i, j, k) -> (k, j)>
#o = affine_map<(i, j, k) -> (i, j)>
func.func @f(%r: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %r, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %f = linalg.generic {indexing_maps = [#l, #r, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%r, %r : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %out: f64):
      %p = arith.mulf %a, %b : f64
      %s = arith.addf %out, %p : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %f : tensor<?x?xf64>
}
func.func private @pb(tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.pullback = @f}
"""
    rng = np.random.default_rng(0)
    r, g = rng.uniform(-1, 1, (9, 12)), rng.uniform(-1, 1, (12, 12))
    np.testing.assert_allclose(lagrad.compile(text).pb(r, g), r @ (g + g.T), atol=1e-13)
    before, name, _ = lowering.pipeline().partition("lagrad-factor-products")
    module = execute.parse(text)
    pipelines.run(module, f"lagrad-default,{before}{name}")
    assert str(module).count("arith.mulf") == 2  # in @f and in @pb
