"""Loops that became linalg compute what the loops did: random nests, against NumPy that runs them one by one."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from nests_with_mirrors import ahead, behind, crossed, mirrored
from nests_with_scratch import scratch_in_a_triangle, scratch_that_is_read_first
from random_nests import RANKS, kernel

import lagrad
from benchmarks.polybench import affine
from lagrad import execute, pipelines
from lagrad.errors import Report

SIZE = 7
_RAISE = "lagrad-raise-memory,canonicalize,cse,lagrad-raise-loops{iterations=1},canonicalize,cse"


def nest(seed, folder):
    """The function of a seed; `affine` reads its text from a file."""
    path = folder / f"nest_{seed}.py"
    path.write_text(kernel(seed))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.nest


def arrays(seed):
    draw = np.random.default_rng(seed)
    return [draw.uniform(0.5, 1.5, (SIZE,) * rank) for rank in RANKS.values()]


def check(seed, folder) -> int:
    """How many loops were raised."""
    function = nest(seed, folder)
    module = execute.parse(affine.program(function, SIZE).split("func.func private")[0])
    report = Report()
    pipelines.run(module, _RAISE, report)
    raised = sum("linalg on whole tensors" in remark.message for remark in report.remarks)
    if raised:
        own, wanted = arrays(seed), arrays(seed)
        lagrad.compile(str(module), pipeline="lagrad-to-llvm", entry=["f"]).f(*own)
        function(SIZE, *wanted)
        for name, one, other in zip(RANKS, own, wanted):
            np.testing.assert_allclose(one, other, rtol=1e-10, err_msg=f"{name} after\n{kernel(seed)}")
    return raised


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_random_nests(first, tmp_path):
    assert sum(check(seed, tmp_path) for seed in range(first, first + 10)) > 1


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 2000, 20))
def test_many_random_nests(first, tmp_path):
    assert sum(check(seed, tmp_path) for seed in range(first, first + 20)) > 3


@pytest.mark.parametrize(
    "function, raised",
    [
        (scratch_in_a_triangle, 2), (scratch_that_is_read_first, 0),
        (mirrored, 2), (ahead, 2), (behind, 0), (crossed, 0),
    ],
)  # fmt: skip
def test_elements_that_iterations_write_first(function, raised):
    module = execute.parse(affine.program(function, SIZE).split("func.func private")[0])
    report = Report()
    pipelines.run(module, _RAISE, report)
    assert sum("linalg on whole tensors" in remark.message for remark in report.remarks) == raised
    own, wanted = arrays(0), arrays(0)
    lagrad.compile(str(module), pipeline="lagrad-to-llvm", entry=["f"]).f(*own)
    function(SIZE, *wanted)
    for one, other in zip(own, wanted):
        np.testing.assert_allclose(one, other, rtol=1e-12)
