"""Sums over small matrices: zeros left out, written out, slice by slice, they are the sums that they were."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from benchmarks.thresholds.small_matrices import PASSES, PROGRAM, arguments, moved, way
from lagrad import execute, pipelines

WAYS = {"none": way(), **{name: way(name) for name in PASSES}, "all": way(*PASSES)}


@pytest.fixture(scope="module", params=WAYS)
def program(request):
    return lagrad.compile(PROGRAM, pipeline=WAYS[request.param])


@pytest.mark.parametrize("sizes", [(6, 70, 9), (1, 1, 1), (22, 513, 600), (0, 8, 3), (3, 0, 0)])
def test_sums(program, sizes):
    given = arguments(*sizes, zeros=0.6)
    np.testing.assert_allclose(program.moved(*given), moved(*given), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(
        program.one_direction(given[0][2], *given[1:3]),
        -np.einsum("bik,bv,kv->iv", given[0][2], *given[1:3]),
        rtol=1e-12,
        atol=1e-12,
    )


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("which", [1, 2])
def test_zero_times_what_is_not_finite(program, bad, which):
    """Every zero matrix makes NaN of it, as the sum says."""
    given = arguments(6, 70, 9, zeros=0.6)
    given[0][2, -1] = 0.0
    given[which][-1, 5] = bad
    given[4][:] = range(9)
    expected = moved(*given)
    assert np.isnan(expected[2, 5]).all() and np.isfinite(np.delete(expected, 5, axis=1)).all()
    np.testing.assert_allclose(program.moved(*given), expected, rtol=1e-12, atol=1e-12)
    one = program.one_direction(given[0][2], *given[1:3])
    assert np.isnan(one[:, 5]).all() and np.isfinite(np.delete(one, 5, axis=1)).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_matrix_that_is_not_finite_is_not_zero(program, bad):
    given = arguments(6, 70, 9, zeros=0.6)
    given[0][0, 0] = 0.0
    given[0][0, 0, 2, 1] = bad
    np.testing.assert_allclose(program.moved(*given), moved(*given), rtol=1e-12, atol=1e-12)


def test_remarks_say_what_happened():
    report = pipelines.run(execute.parse(PROGRAM), WAYS["all"].split(",convert-linalg-to-loops")[0])
    said = [remark.message for remark in report.remarks]
    assert said.count("4 operations run slice by slice") == 1
    assert said.count("of this sum of products what is zero is not computed") == 2
    assert said.count("the small dimensions of this sum are written out") == 3


# A chain of joints, moved in directions: frames of 4 by SIZE, and what they come to.
FRAMES = """
#a = affine_map<(d, i, k, l) -> (d, i, l)>
#b = affine_map<(d, i, k, l) -> (l, k)>
#y = affine_map<(d, i, k, l) -> (d, i, k)>
func.func @chain(%a: tensor<?x4x4xTYPE>, %da: tensor<?x4x4xTYPE>, %b: tensor<4xSIZExTYPE>, %db: tensor<4xSIZExTYPE>) ->
    tensor<?x4xSIZExTYPE> {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : TYPE
  %n = tensor.dim %a, %c0 : tensor<?x4x4xTYPE>
  %empty = tensor.empty(%n) : tensor<?x4xSIZExTYPE>
  %halves = linalg.fill ins(%half : TYPE) outs(%empty : tensor<?x4xSIZExTYPE>) -> tensor<?x4xSIZExTYPE>
  %0 = linalg.generic {indexing_maps = [#a, #a, #b, #b, #y], iterator_types = ["parallel", "parallel", "parallel",
      "reduction"]}
      ins(%a, %da, %b, %db : tensor<?x4x4xTYPE>, tensor<?x4x4xTYPE>, tensor<4xSIZExTYPE>, tensor<4xSIZExTYPE>)
          outs(%halves : tensor<?x4xSIZExTYPE>) {
    ^bb0(%p: TYPE, %dp: TYPE, %q: TYPE, %dq: TYPE, %o: TYPE):
      %1 = arith.mulf %p, %dq : TYPE
      %2 = arith.mulf %dp, %q : TYPE
      %3 = arith.subf %1, %2 : TYPE
      %4 = arith.addf %o, %3 : TYPE
      linalg.yield %4 : TYPE
  } -> tensor<?x4xSIZExTYPE>
  return %0 : tensor<?x4xSIZExTYPE>
}
"""


@pytest.mark.parametrize("kind, dtype", [("f64", np.float64), ("f32", np.float32)])
@pytest.mark.parametrize("size", [3, 4, 8])
def test_rows_of_vectors(kind, dtype, size):
    text = FRAMES.replace("TYPE", kind).replace("SIZE", str(size))
    program = lagrad.compile(text, pipeline=way(*PASSES))
    random = np.random.default_rng(size)
    for count in (0, 1, 7):
        a, da = random.normal(size=(2, count, 4, 4)).astype(dtype)
        b, db = random.normal(size=(2, 4, size)).astype(dtype)
        np.testing.assert_allclose(program(a, da, b, db), 0.5 + a @ db - da @ b, rtol=0, atol=30 * np.finfo(dtype).eps)
    written_out = "the small dimensions of this sum are written out"
    said = [r.message for r in pipelines.run(execute.parse(text), way(*PASSES)).remarks]
    assert (written_out in said) == (size in (4, 8))
