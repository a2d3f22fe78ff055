"""Products whose zeros are strong, `0 * inf` being 0: a call of BLAS where all is finite, loops where it is not."""

from __future__ import annotations

import re

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.execute import parse
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.arithmetic.set_fastmath import flags_of
from lagrad.lowering.walk import walk

PLAIN = f"lagrad-default,{lowering.pipeline()}"
BLAS = f"lagrad-default,{lowering.pipeline(blas='openblas')}"
INPUTS = BLAS[: BLAS.index("lagrad-hoist-invariants")].rstrip(", \n")

# `masked` picks parts of a product of matrices; the adjoint of what it does not pick is zero.
PROGRAM = """
#id = affine_map<(i, j) -> (i, j)>
func.func @masked(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %mask: tensor<?x?xi1>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%m, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %p = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %mask : tensor<?x?xf64>, tensor<?x?xi1>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%x: f64, %k: i1, %o: f64):
    %s = arith.select %k, %x, %zero : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func private @pull(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xi1>, tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {lagrad.pullback = @masked, lagrad.wrt = [0, 1]}
"""


@pytest.fixture(scope="module")
def programs():
    return lagrad.compile(PROGRAM, pipeline=BLAS), lagrad.compile(PROGRAM, pipeline=PLAIN)


@pytest.mark.parametrize("bad", [None, np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("sizes", [(40, 30, 50), (3, 2, 4), (0, 3, 4), (5, 0, 6)])
def test_against_numpy(programs, sizes, bad):
    m, k, n = sizes
    rng = np.random.default_rng(0)
    a, b, ct = rng.normal(size=(m, k)), rng.normal(size=(k, n)), rng.normal(size=(m, n))
    mask = rng.random((m, n)) < 0.5
    if bad is not None and a.size:
        a[m - 1, k - 1] = b[0, n - 1] = bad
        mask[m - 1] = mask[:, n - 1] = False  # nothing that is not finite is picked
    ct_p = np.where(mask, ct, 0.0)
    finite_a, finite_b = np.where(np.isfinite(a), a, 0.0), np.where(np.isfinite(b), b, 0.0)
    for program in programs:
        of_a, of_b = program.pull(a, b, mask, ct)
        np.testing.assert_allclose(of_a, ct_p @ finite_b.T, rtol=1e-11, atol=1e-12)
        np.testing.assert_allclose(of_b, finite_a.T @ ct_p, rtol=1e-11, atol=1e-12)


def test_what_is_picked_is_not_mended(programs):
    """The guard is for zeros only: an infinity that has a share in the result has one in the gradient."""
    a, b, ct = np.ones((40, 30)), np.ones((30, 50)), np.ones((40, 50))
    b[2, 3] = np.inf
    for program in programs:
        of_a, _ = program.pull(a, b, np.ones((40, 50), bool), ct)
        assert np.isinf(of_a[:, 2]).all() and np.isfinite(np.delete(of_a, 2, 1)).all()


def test_both_adjoints_are_calls():
    module, report = parse(PROGRAM), Report()
    pipelines.run(module, INPUTS, report)
    pull = str(module).split("func.func @pull(")[1].split("func.func")[0]
    assert len(re.findall(r"call @scipy_cblas_dgemm", pull)) == 2
    loops = [op for op in walk(module.operation) if op.name == "scf.for" and len(op.results) == 1]
    sums = [op for loop in loops for op in walk(loop) if op.name in ("arith.mulf", "arith.addf")]
    assert sums and all({"reassoc", "contract"} <= set(flags_of(op)) for op in sums), (
        "so that the question is asked of vectors"
    )
    said = [remark.message for remark in report.remarks]
    assert any(
        "calls gemm or lagrad.product.f64 if it is large enough and all of a factor is finite" in text for text in said
    )


def guarded(body: str) -> str:
    """A sum over k of what a body makes of x, from a[i, k], y, from b[k, j], and the sum so far; that is `%t`."""
    return f"""
    func.func @f(%c: tensor<?x?xf64>, %a: tensor<?x?xf64>, %b: tensor<?x?xf64>) -> tensor<?x?xf64> {{
      %zero = arith.constant 0.0 : f64
      %r = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k)
          -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
          iterator_types = ["parallel", "parallel", "reduction"]}} ins(%a, %b
              : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {{
      ^bb0(%x: f64, %y: f64, %o: f64):
{body}
        linalg.yield %t : f64
      }} -> tensor<?x?xf64>
      return %r : tensor<?x?xf64>
    }}"""


def test_a_product_that_is_subtracted():
    """Its guard is minus the cotangent."""
    text = guarded("""
        %minus = arith.negf %x : f64
        %p = arith.mulf %minus, %y : f64
        %is_number = arith.cmpf oeq, %p, %p : f64
        %is = arith.cmpf oeq, %minus, %zero : f64
        %s = arith.select %is, %zero, %p : f64
        %g = arith.select %is_number, %p, %s : f64
        %t = arith.addf %o, %g : f64
    """)
    module = parse(text)
    pipelines.run(module, INPUTS, Report())
    assert "call @lagrad.product.f64" in str(module)
    rng = np.random.default_rng(1)
    a, b, c = rng.normal(size=(30, 20)), rng.normal(size=(20, 25)), rng.normal(size=(30, 25))
    program = lagrad.compile(text, pipeline=BLAS)
    np.testing.assert_allclose(program.f(c, a, b), c - a @ b, rtol=1e-11, atol=1e-13)
    a[:, 3], b[3, 4] = 0.0, np.inf
    expected = c - a @ np.where(np.isinf(b), 0.0, b)
    np.testing.assert_allclose(program.f(c, a, b), expected, rtol=1e-11, atol=1e-13)


def test_a_factor_that_is_computed():
    """`lagrad-split-products` keeps the guard of a product that it takes apart."""
    text = guarded("""
        %e = math.exp %y : f64
        %p = arith.mulf %x, %e : f64
        %is = arith.cmpf oeq, %x, %zero : f64
        %s = arith.select %is, %zero, %p : f64
        %t = arith.addf %o, %s : f64
    """)
    rng = np.random.default_rng(1)
    a, b, c = rng.normal(size=(30, 20)), rng.normal(size=(20, 25)), rng.normal(size=(30, 25))
    a[:, 3], b[3, 4] = 0.0, np.inf
    expected = c + a @ np.where(np.isinf(b), 0.0, np.exp(np.where(np.isinf(b), 0.0, b)))
    np.testing.assert_allclose(lagrad.compile(text, pipeline=BLAS).f(c, a, b), expected, rtol=1e-11)


def test_of_known_sizes():
    """A function of the module computes what is not finite: of either factor, with the other one's rows or columns."""

    def function(name: str, zero_of: str, b: str, at_b: str, begin: str) -> str:
        return f"""
    func.func @{name}(%c: tensor<3x24x16xf32>, %a: tensor<3x24x20xf32>, %b: tensor<{b}xf32>) -> tensor<3x24x16xf32> {{
      %zero = arith.constant 0.0 : f32
      %z = linalg.fill ins(%zero : f32) outs(%c : tensor<3x24x16xf32>) -> tensor<3x24x16xf32>
      %r = linalg.generic {{indexing_maps = [affine_map<(g, i, j, k) -> (g, i, k)>,
          affine_map<(g, i, j, k) -> ({at_b})>, affine_map<(g, i, j, k) -> (g, i, j)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
          ins(%a, %b : tensor<3x24x20xf32>, tensor<{b}xf32>) outs({begin} : tensor<3x24x16xf32>) {{
      ^bb0(%x: f32, %y: f32, %o: f32):
        %p = arith.mulf %x, %y : f32
        %is = arith.cmpf oeq, %{zero_of}, %zero : f32
        %s = arith.select %is, %zero, %p : f32
        %t = arith.subf %o, %s : f32
        linalg.yield %t : f32
      }} -> tensor<3x24x16xf32>
      return %r : tensor<3x24x16xf32>
    }}"""

    text = function("first", "x", "3x20x16", "g, k, j", "%c") + function("second", "y", "3x16x20", "g, j, k", "%z")
    module = parse(text)
    pipelines.run(module, INPUTS, Report())
    names = [op.attributes["sym_name"].value for op in walk(module.operation) if op.name == "func.func"]
    assert names.count("lagrad.product.f32.guarded") == 1
    rng = np.random.default_rng(1)
    a, b, c = (rng.normal(size=size).astype("f") for size in ((3, 24, 20), (3, 20, 16), (3, 24, 16)))
    for options in ({"threads": 2}, {"pipeline": PLAIN}):
        program = lagrad.compile(text, **options)
        for bad in (0.0, np.inf, np.nan):
            # Zeros of one factor meet what is not finite in the other, and one of its numbers meets it too.
            strong, other = a.copy(), b.copy()
            strong[:, :, 3], other[1, 3, 4], other[2, 5, 6] = 0.0, bad, bad
            expected = [g - s @ o for g, s, o in zip(c, strong, np.where(np.isfinite(other), other, 0.0))]
            expected[2][:, 6] += strong[2, :, 5] * (0.0 - other[2, 5, 6])
            np.testing.assert_allclose(program.first(c, strong, other), expected, rtol=1e-4, atol=1e-5)
            strong, other = b.copy(), a.copy()
            strong[:, 3], other[1, 4, 3], other[2, 6, 5] = 0.0, bad, bad
            expected = [-o @ s for s, o in zip(strong, np.where(np.isfinite(other), other, 0.0))]
            expected[2][6] += strong[2, 5] * (0.0 - other[2, 6, 5])
            turned = np.ascontiguousarray(strong.transpose(0, 2, 1))
            np.testing.assert_allclose(program.second(c, other, turned), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("how", ["", "{products=define}"])
def test_a_number_that_is_nearly_zero_is_no_strong_zero(how):
    """Other functions for products take subnormal numbers for zero."""
    text = guarded("""
        %p = arith.mulf %x, %y : f64
        %is = arith.cmpf oeq, %x, %zero : f64
        %s = arith.select %is, %zero, %p : f64
        %t = arith.addf %o, %s : f64
    """)
    for sizes in ("%c: tensor<30x25xf64>", "%a: tensor<30x20xf64>", "%b: tensor<20x25xf64>"):
        name, _, type = sizes.partition(": ")
        text = text.replace(f"{name}: tensor<?x?xf64>", f"{name}: {type}")
    text = text.replace("tensor<?x?xf64>, tensor<?x?xf64>)", "tensor<30x20xf64>, tensor<20x25xf64>)")
    text = text.replace("tensor<?x?xf64>", "tensor<30x25xf64>")
    pipeline = f"lagrad-default,lagrad-to-llvm-blas{how}"
    module = parse(text)
    pipelines.run(module, pipeline)
    assert "call @lagrad.product.f64.guarded" in str(module)
    rng = np.random.default_rng(1)
    a, b, c = rng.normal(size=(30, 20)), rng.normal(size=(20, 25)), rng.normal(size=(30, 25))
    a[:, 3], b[3, 4] = 1e-310, np.inf
    program = lagrad.compile(text, pipeline=pipeline)
    assert np.all(program.f(c, a, b)[:, 4] == np.inf)
    a[:, 3] = 0.0
    assert np.all(np.isfinite(program.f(c, a, b)))
