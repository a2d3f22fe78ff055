"""Columns that no gather reads are left out: nothing else changes, and the work follows what is read."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.loops.count_operations import COUNTS, NAMES

# Rows of a table are projected in two directions; two readers look at some of them, at places that depend on each
# other.
PROGRAM = """
#e = affine_map<(d, v, o, h) -> (v, h)>
#w = affine_map<(d, v, o, h) -> (d, h, o)>
#t = affine_map<(d, v, o, h) -> (d, v, o)>
#all = affine_map<(d, v, o) -> (d, v, o)>
func.func @looked_up(%table: tensor<?x4xf64>, %w: tensor<2x4x3xf64>, %ids: tensor<?xi32>, %next: tensor<?xi32>)
    -> (tensor<2x?x3xf64>, tensor<?x3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = tensor.dim %table, %c0 : tensor<?x4xf64>
  %n = tensor.dim %ids, %c0 : tensor<?xi32>
  %empty = tensor.empty(%rows) : tensor<2x?x3xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<2x?x3xf64>) -> tensor<2x?x3xf64>
  %products = linalg.generic {indexing_maps = [#e, #w, #t], iterator_types = ["parallel", "parallel", "parallel",
      "reduction"]}
      ins(%table, %w : tensor<?x4xf64>, tensor<2x4x3xf64>) outs(%zeros : tensor<2x?x3xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<2x?x3xf64>
  %projected = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%products : tensor<2x?x3xf64>) outs(%empty : tensor<2x?x3xf64>) {
    ^bb0(%p: f64, %o: f64):
      %0 = math.tanh %p : f64
      linalg.yield %0 : f64
  } -> tensor<2x?x3xf64>
  %first = tensor.empty(%n) : tensor<2x?x3xf64>
  %here = linalg.generic {indexing_maps = [affine_map<(d, c, o) -> (c)>, #all],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ids : tensor<?xi32>) outs(%first : tensor<2x?x3xf64>) {
    ^bb0(%id: i32, %out: f64):
      %d = linalg.index 0 : index
      %o = linalg.index 2 : index
      %v = arith.index_cast %id : i32 to index
      %0 = tensor.extract %projected[%d, %v, %o] : tensor<2x?x3xf64>
      linalg.yield %0 : f64
  } -> tensor<2x?x3xf64>
  %second = tensor.empty(%n) : tensor<?x3xf64>
  %there = linalg.generic {indexing_maps = [affine_map<(c, o) -> (c)>, affine_map<(c, o)
      -> (c, o)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<?xi32>) outs(%second : tensor<?x3xf64>) {
    ^bb0(%id: i32, %out: f64):
      %o = linalg.index 1 : index
      %v = arith.index_cast %id : i32 to index
      %after = tensor.extract %next[%v] : tensor<?xi32>
      %u = arith.index_cast %after : i32 to index
      %0 = tensor.extract %projected[%c0, %v, %o] : tensor<2x?x3xf64>
      %1 = tensor.extract %projected[%c1, %u, %o] : tensor<2x?x3xf64>
      %2 = arith.subf %0, %1 : f64
      linalg.yield %2 : f64
  } -> tensor<?x3xf64>
  return %here, %there : tensor<2x?x3xf64>, tensor<?x3xf64>
}
"""


def looked_up(table, w, ids, following):
    projected = np.tanh(np.einsum("vh,dho->dvo", table, w))
    return projected[:, ids], projected[0, ids] - projected[1, following[ids]]


def arguments(rows: int, places: int, among: int):
    """Places are among the last so many rows, and so is what follows each row."""
    random = np.random.default_rng([rows, places])
    last = np.arange(rows - among, rows)
    ids, following = (random.choice(last, n).astype(np.int32) if n else np.zeros(0, np.int32) for n in (places, rows))
    return random.normal(0, 1, (rows, 4)), random.normal(0, 1, (2, 4, 3)), ids, following


@pytest.fixture(scope="module", params=["usual", "strict"])
def program(request):
    way = lowering.pipeline(strict=request.param == "strict", inspect="true")
    return lagrad.compile(PROGRAM, pipeline=f"canonicalize,cse,{way}")


@pytest.mark.parametrize(
    "rows, places, among", [(200, 30, 200), (200, 30, 5), (200, 500, 200), (9, 1, 1), (1, 4, 1), (5, 0, 5), (0, 0, 0)]
)
def test_what_is_read(program, rows, places, among):
    given = arguments(rows, places, among)
    for result, expected in zip(program(*given), looked_up(*given), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-13, atol=1e-13)


def test_a_row_that_is_read_may_be_nan(program):
    given = arguments(200, 30, 60)
    given[0][given[2][3]] = np.nan
    given[0][0] = np.inf  # not read
    for result, expected in zip(program(*given), looked_up(*given), strict=True):
        np.testing.assert_array_equal(np.isnan(result), np.isnan(expected))


def test_arguments_are_as_they_were(program):
    given = arguments(200, 30, 20)
    before = [array.copy() for array in given]
    program(*given)
    for array, old in zip(given, before):
        np.testing.assert_array_equal(array, old)


CASES = [(30, 5, 75), (30, 40, 75), (150, 150, 75), (1000, 5, 75), (160, 200, 75), (30, 40, 10)]


@pytest.mark.parametrize("places, among, percent", CASES)
@pytest.mark.parametrize(
    "options", ["percent={}", "percent=100 bytes=0 large={}"]
)  # all of 200 rows are less than the default has for small
def test_work_follows_what_is_read(places, among, percent, options):
    skip = f"lagrad-skip-columns{{{options.format(percent)}}}"
    pipeline = lowering.pipeline(counted=True, inspect="true").replace("lagrad-skip-columns", skip)
    program = lagrad.compile(PROGRAM, pipeline=f"canonicalize,cse,{pipeline}")
    rows = 200
    given = arguments(rows, places, among)
    program[COUNTS]()
    program.looked_up(*given)
    counted = dict(zip(NAMES, program[COUNTS]()))["products"]
    read = len({*given[2], *given[3][given[2]]})
    taken = read if 2 * places <= 2 * rows and 100 * read <= percent * rows else rows
    assert counted == 2 * 3 * 4 * taken


@pytest.mark.parametrize("row, is_large", [(4, False), (400, True)])
def test_what_is_large_is_chosen_from_a_smaller_part(row, is_large):
    """60 of 200 rows are taken where these have 64 kilobytes at most."""
    pipeline = lowering.pipeline(counted=True, inspect="true")
    program = lagrad.compile(PROGRAM.replace("x4x", f"x{row}x"), pipeline=f"canonicalize,cse,{pipeline}")
    random = np.random.default_rng(row)
    ids = np.arange(30, dtype=np.int32)
    following = np.arange(30, 230, dtype=np.int32) % 200
    given = random.normal(0, 1, (200, row)), random.normal(0, 1, (2, row, 3)), ids, following.astype(np.int32)
    program[COUNTS]()
    for result, expected in zip(program.looked_up(*given), looked_up(*given), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-12, atol=1e-12)
    taken = 200 if is_large else 60
    assert dict(zip(NAMES, program[COUNTS]()))["products"] == 2 * 3 * row * taken


def test_it_says_so():
    report = pipelines.run(execute.parse(PROGRAM), "linalg-generalize-named-ops,lagrad-skip-columns")
    assert [r.message for r in report.remarks] == ["columns that are not read are not computed"]
