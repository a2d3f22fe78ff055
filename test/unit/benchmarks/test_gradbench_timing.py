"""GradBench's timings: tools compute the same, and the table and the chart say what was measured."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.gradbench.evals import EVALS
from benchmarks.gradbench.timing import c_tool, jax_tool, lagrad_tool, page, worker
from benchmarks.gradbench.timing.__main__ import _agree
from benchmarks.gradbench.timing.inputs import SIZES, arguments, kinds

FOUND = [
    page.Timed("lse, 100 numbers", "primal", {"lagrad": 2e-6, "jax": 2e-4}),
    page.Timed("det, 5 rows", "primal", {"lagrad": 1.5}),
]


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("llsq", "ode", "kmeans", "particle", "saddle")]


@pytest.mark.parametrize("tool", [jax_tool, c_tool])
@pytest.mark.parametrize("name", ["hello", "lse", *LONG, "det"])
def test_tools_compute_the_same(name, tool):
    given = arguments(name, SIZES[name][0])
    theirs = tool.load(name, *given)
    compared = 0
    for ours, other in zip(lagrad_tool.load(name, *given), theirs):
        if other is not None:
            compared += 1
            np.testing.assert_allclose(ours(), other(), rtol=1e-8, atol=1e-10)
    assert compared == COMPARED.get((name, tool), 2)


# JAX has no derivative in reverse mode of a `while_loop`; a derivative by hand has no mode.
COMPARED = {("particle", c_tool): 0, ("saddle", c_tool): 0, ("det", jax_tool): 0}


@pytest.mark.long
@pytest.mark.parametrize("name", ["gmm", "ba", "lstm", "ht"])
def test_the_problems_of_adbench(name):
    """Both functions, and C's give the same numbers in the same places."""
    ours, theirs = (worker.functions(tool, name, SIZES[name][0]) for tool in ("lagrad", "c"))
    for one, other in zip(ours, theirs, strict=True):
        a, b = worker.given_by(*one), worker.given_by(*other)
        np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8 * np.abs(a).max())


def test_all_evals_are_timed():
    assert SIZES.keys() == EVALS.keys()
    assert kinds("saddle") == ("ff", "fr", "rf", "rr") and kinds("gmm") == ("primal", "derivative")


def test_the_table():
    first, last = page.table(FOUND, ("lagrad", "jax")).splitlines()[2:]
    assert first == "| lse, 100 numbers: primal | **2 µs** | 200 µs |"
    assert last == "| det, 5 rows: primal | **1.5 s** | - |"


def test_the_page_keeps_what_was_not_timed_again():
    again = page.Timed("det, 5 rows", "primal", {"lagrad": 1.0})
    dropped = page.Timed("det, 4 rows", "primal", {"lagrad": 1.0})
    assert page._in_order([*FOUND, dropped], [again]) == [FOUND[0], again]


def test_colours():
    assert page.colour(None, 1.0) == "#cccccc"
    assert page.colour(1.0, 1.0).startswith("hsl(130,") and page.colour(1e3, 1.0).startswith("hsl(0,")
    assert page.chart(FOUND, ("lagrad", "jax")).count("#cccccc") == 1


def test_results_that_differ_are_told():
    with pytest.raises(SystemExit, match="lagrad and jax disagree on the derivative of lse: 1.0e-01"):
        _agree("derivative of lse", {"lagrad": [1.0, 10.0], "jax": [1.0, 11.0]})


def test_the_page_says_of_which_run_its_rows_are():
    rows = [page.Timed(f"{name}, {size.words}", "primal", {"lagrad": 1.0}, "2026-01-02 10:00")
            for name, sizes in page.SIZES.items() for size in sizes]  # fmt: skip
    assert page.runs(rows) == "All rows are of one run."
    first, *others = rows
    earlier = page.Timed(first.name, "primal", {"lagrad": 1.0}, "2026-01-01 10:00")
    assert page.runs([earlier, *others]) == "Rows of `hello` are of earlier runs."
    assert page.runs(others) == "All rows are of one run. Sizes of `hello` were not timed yet."
    unknown = [page.Timed(each.name, "primal", {"lagrad": 1.0}) for each in rows]
    assert page.runs(unknown).startswith("Rows of `hello`, `gmm`")
