"""GradBench's timings: tools compute the same, and the table and the chart say what was measured."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.gradbench.timing import jax_tool, lagrad_tool, page
from benchmarks.gradbench.timing.__main__ import _agree
from benchmarks.gradbench.timing.inputs import SIZES, WORDS, arguments

FOUND = [
    page.Timed("lse", 100, "primal", {"lagrad": 2e-6, "jax": 2e-4}),
    page.Timed("det", 5, "primal", {"lagrad": 1.5}),
]


@pytest.mark.parametrize("name", ["lse", pytest.param("llsq", marks=pytest.mark.long),
                                  pytest.param("ode", marks=pytest.mark.long),
                                  pytest.param("kmeans", marks=pytest.mark.long)])  # fmt: skip
def test_tools_compute_the_same(name):
    given = arguments(name, SIZES[name][0])
    for ours, theirs in zip(lagrad_tool.load(name, *given), jax_tool.load(name, *given)):
        np.testing.assert_allclose(ours(), theirs(), rtol=1e-9, atol=1e-9)


def test_the_table():
    first, last = page.table(FOUND, ("lagrad", "jax")).splitlines()[2:]
    assert first == "| lse, 100 numbers: primal | **2 µs** | 200 µs |"
    assert last == "| det, 5 rows: primal | **1.5 s** | - |"
    assert SIZES.keys() == WORDS.keys()


def test_colours():
    assert page.colour(None, 1.0) == "#cccccc"
    assert page.colour(1.0, 1.0).startswith("hsl(130,") and page.colour(1e3, 1.0).startswith("hsl(0,")
    assert page.chart(FOUND, ("lagrad", "jax")).count("#cccccc") == 1


def test_results_that_differ_are_told():
    with pytest.raises(SystemExit, match="lagrad and jax disagree on the derivative of lse at 100: 1.0e-01"):
        _agree("lse", 100, {"lagrad": [[1.0], [10.0]], "jax": [[1.0], [11.0]]})
