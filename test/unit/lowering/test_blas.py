"""Contractions through BLAS against NumPy's einsum."""

import itertools
import re

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

PLAIN = lowering.Options(strict=True)
STAGES = lowering.text(PLAIN, last="fusion"), lowering.text(PLAIN, "destinations", "buffers")
TO_CALLS = ",".join((*STAGES, "lagrad-convert-linalg-to-blas"))
MATRICES = [",".join(abc[:2]) + "->" + abc[2] for abc in itertools.product(("mk", "km"), ("kn", "nk"), ("mn", "nm"))]
OTHERS = ["mk,k->m", "km,k->m", "k,kn->n", "k,nk->n", "m,n->mn", "m,n->nm", "n,m->mn", "k,k->"]
BATCHES = ["bmk,bkn->bmn", "mbk,kbn->bmn", "bmk,bk->bm", "bm,bn->bmn", "bk,bk->b", "abmk,abkn->abmn"]
SEVERAL = ["mlk,kln->mn", "abk,kn->abn", "mab,abn->mn", "amk,bkn->abmn", "abk,abk->ab", "mab,ab->m", "mk,kan->amn"]
# What BLAS has no function for: sums of one operand, and a free element stride everywhere.
LEFT_ALONE = ["mkj,n->mn", "kmb,knb->mnb"]


def function(name: str, subscripts: str, type: str, sign: str) -> str:
    a, b, c = subscripts.replace("->", ",").split(",")
    names = sorted(set(a + b + c))
    loops = ", ".join(names)
    maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(s)})>" for s in (a, b, c))
    kinds = ", ".join('"parallel"' if n in c else '"reduction"' for n in names)
    ta, tb, tc = (f"tensor<{'?x' * len(s)}{type}>" for s in (a, b, c))
    return f"""
func.func @{name}(%a: {ta}, %b: {tb}, %c: {tc}) -> {tc} {{
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
      ins(%a, %b : {ta}, {tb}) outs(%c : {tc}) {{
  ^bb0(%l: {type}, %x: {type}, %o: {type}):
    %p = arith.mulf %x, %l : {type}
    %s = arith.{sign}f %o, %p : {type}
    linalg.yield %s : {type}
  }} -> {tc}
  return %r : {tc}
}}"""


KINDS = [("f64", "add"), ("f32", "sub")]
CASES = {
    f"f{n}_{type}": (subscripts, type, sign)
    for n, subscripts in enumerate(MATRICES + OTHERS + BATCHES + SEVERAL + LEFT_ALONE)
    for type, sign in KINDS
}
TEXT = "\n".join(function(name, *case) for name, case in CASES.items())


@pytest.fixture(scope="module")
def program():
    return lagrad.compile(TEXT, pipeline="lagrad-to-llvm-blas")


@pytest.mark.parametrize("size", [3, 0, 33])
@pytest.mark.parametrize("name", CASES)
def test_agrees_with_einsum(program, name, size):
    subscripts, type, sign = CASES[name]
    rng = np.random.default_rng(3)
    extent = {"a": 2, "b": 3, "j": 2, "l": 2, "m": size, "n": size + 2, "k": size + 1 if size else 0}
    if subscripts == "k,k->" and size == 33:
        extent["k"] = 2000
    dtype = {"f64": np.float64, "f32": np.float32}[type]
    a, b, c = (rng.random([extent[s] for s in part]).astype(dtype) for part in subscripts.replace("->", ",").split(","))
    product = np.einsum(subscripts, a, b)
    expected = c + product if sign == "add" else c - product
    tolerance = 1e-12 if type == "f64" else 2e-5
    np.testing.assert_allclose(program[name](a, b, c), expected, rtol=tolerance, atol=tolerance)


def test_what_calls_a_library():
    module = execute.parse(TEXT)
    with module.context:
        pipelines.run(module.operation, TO_CALLS)
        bodies = {part.split("(")[0]: part for part in str(module).split("func.func @")[1:]}
    called = {name: re.findall(r"call @scipy_cblas_(\w+)\(", bodies[name]) for name in CASES}
    # An outer product reads what it is added to as an input, like any elementwise operation: a loop over
    # memory, which a library cannot make faster.
    expected = dict.fromkeys(MATRICES, "gemm") | dict.fromkeys(OTHERS[:4], "gemv") | {"k,k->": "dot"}
    expected |= {s: w for s, w in zip(BATCHES, ("gemm", "gemm", "gemv", None, "dot", "gemm")) if w}
    expected |= dict(zip(SEVERAL, ("gemm", "gemm", "gemm", "gemm", "dot", "gemv", "gemm")))
    for name, (subscripts, type, _) in CASES.items():
        letter = "d" if type == "f64" else "s"
        assert called[name] == ([letter + expected[subscripts]] if subscripts in expected else []), subscripts


def test_slices_are_passed_where_they_are():
    text = """
    func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
      %p = tensor.extract_slice %a[1, 2] [%n, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
      %q = tensor.extract_slice %b[0, 1] [%n, %n] [1, 2] : tensor<?x?xf64> to tensor<?x?xf64>
      %s = tensor.extract_slice %c[3, 3] [%n, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
      %t = linalg.matmul ins(%p, %p : tensor<?x?xf64>, tensor<?x?xf64>) outs(%s : tensor<?x?xf64>) -> tensor<?x?xf64>
      %u = linalg.matmul ins(%p, %q : tensor<?x?xf64>, tensor<?x?xf64>) outs(%t : tensor<?x?xf64>) -> tensor<?x?xf64>
      %r = tensor.insert_slice %u into %c[3, 3] [%n, %n] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
      return %r : tensor<?x?xf64>
    }"""
    f = lagrad.compile(text, pipeline="lagrad-to-llvm-blas").f
    rng, n = np.random.default_rng(0), 20
    a, b, c = rng.random((30, 29)), rng.random((20, 50)), rng.random((25, 26))
    expected = c.copy()
    p = a[1:21, 2:22]
    expected[3:23, 3:23] += p @ p + p @ b[:20, 1:41:2]
    np.testing.assert_allclose(f(a, b, c, n), expected, rtol=1e-12)


@pytest.mark.parametrize("maps", ["mk,nk->mn", "km,kn->mn", "mk,kn->nm", "km,nk->nm"])
@pytest.mark.parametrize("single", ["m", "n", "k"])
def test_matrices_of_one_row(maps, single):
    """Strides of dimensions of size one may be anything, and the library wants long enough ones."""
    extent = {"m": 90, "n": 80, "k": 70, single: 1}
    text = function("f", maps, "f64", "add")
    parts = maps.replace("->", ",").split(",")
    types = [f"tensor<{'x'.join(str(extent[s]) for s in part)}xf64>" for part in parts]
    a, b, c = types
    text = text.replace(
        "%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64>",
        f"%a: {a}, %b: {b}, %c: {c}) -> {c}",
    )
    text = text.replace(
        "(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>)", f"(%a, %b : {a}, {b}) outs(%c : {c})"
    )
    text = text.replace("tensor<?x?xf64>", c)
    rng = np.random.default_rng(5)
    arrays = [rng.random([extent[s] for s in part]) for part in parts]
    found = lagrad.compile(text, pipeline="lagrad-to-llvm-blas").f(*arrays)
    np.testing.assert_allclose(found, arrays[2] + np.einsum(maps, *arrays[:2]), rtol=1e-12)


@pytest.mark.parametrize(
    "maps, sizes", [("mk,kn->mn", (900, 1, 70)), ("mk,kn->mn", (1, 90, 700)), ("km,kn->mn", (90, 1, 700))]
)
def test_a_matrix_of_one_column_is_a_vector(maps, sizes):
    extent = dict(zip("mnk", sizes))
    parts = maps.replace("->", ",").split(",")
    a, b, c = (f"tensor<{'x'.join(str(extent[s]) for s in part)}xf32>" for part in parts)
    text = function("f", maps, "f32", "add")
    for type in (a, b, c, c, a, b, c, c, c):
        text = text.replace("tensor<?x?xf32>", type, 1)
    module = execute.parse(text)
    with module.context:
        pipelines.run(module.operation, TO_CALLS)
    called = str(module)
    assert "cblas_sgemv" in called and "gemm" not in called and "lagrad.product" not in called


def test_numbers_and_squares():
    """A product times numbers, a matrix times itself: one call each, with the number as its factor."""
    text = """
    #mk = affine_map<(m, n, k) -> (m, k)>
    #nk = affine_map<(m, n, k) -> (n, k)>
    #mn = affine_map<(m, n, k) -> (m, n)>
    #none = affine_map<(m, n, k) -> ()>
    func.func @scaled(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>,
                      %s: f64, %t: tensor<f64>) -> tensor<?x?xf64> {
      %two = arith.constant 2.0 : f64
      %r = linalg.generic {indexing_maps = [#mk, #nk, #none, #mn],
                           iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b, %t : tensor<?x?xf64>, tensor<?x?xf64>, tensor<f64>) outs(%c : tensor<?x?xf64>) {
      ^bb0(%x: f64, %y: f64, %z: f64, %o: f64):
        %p = arith.mulf %x, %s : f64
        %q = arith.mulf %y, %z : f64
        %u = arith.mulf %p, %q : f64
        %v = arith.mulf %u, %two : f64
        %w = arith.subf %o, %v : f64
        linalg.yield %w : f64
      } -> tensor<?x?xf64>
      return %r : tensor<?x?xf64>
    }
    func.func @square(%x: tensor<?xf64>, %c: tensor<f64>) -> tensor<f64> {
      %r = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>) outs(%c : tensor<f64>) -> tensor<f64>
      return %r : tensor<f64>
    }"""
    program = lagrad.compile(text, pipeline="lagrad-to-llvm-blas")
    rng = np.random.default_rng(0)
    for n in (3, 40):
        a, b, c = rng.random((n, n)), rng.random((n + 1, n)), rng.random((n, n + 1))
        t = np.array(0.3)
        np.testing.assert_allclose(program.scaled(a, b, c, 0.7, t), c - 2 * 0.7 * 0.3 * (a @ b.T), rtol=1e-12)
    for n in (3, 4000):
        x = rng.random(n)
        np.testing.assert_allclose(program.square(x, np.array(1.5)), 1.5 + x @ x, rtol=1e-12)
    module = execute.parse(text)
    with module.context:
        pipelines.run(module.operation, TO_CALLS)
    assert re.findall(r"call @scipy_cblas_(\w+)\(", str(module)) == ["dgemm", "ddot"]
