"""The error of results relative to a reference."""

import numpy as np
import pytest

from benchmarks.adbench import agreement
from benchmarks.adbench.agreement import BOUND, BOUND_F32, bound_for, relative_error


def test_relative_to_the_largest_number():
    assert relative_error([1.0, 4.5], [1.5, 4.0]) == 0.5 / 4
    assert relative_error(0.0, 0.0) == 0
    assert relative_error(np.zeros((0, 3)), np.zeros((0, 3))) == 0


@pytest.mark.parametrize(
    ("result", "reference"),
    [
        ([1.0], [[1.0]]),
        ([np.nan, 1.0], [1.0, 1.0]),
        ([1.0], [np.nan]),
        ([np.inf], [np.inf]),
        ([-np.inf], [1.0]),
        ([1.0], [0.0]),
    ],
)
def test_what_cannot_be_compared_is_infinitely_wrong(result, reference):
    assert relative_error(result, reference) == float("inf")


@pytest.mark.parametrize("place", [0, 3, 4, 9])
def test_every_block_counts(monkeypatch, place):
    monkeypatch.setattr(agreement, "BLOCK", 4)
    right = np.full(10, 2.0)
    wrong = right.copy()
    wrong[place] = 3.0
    assert relative_error(wrong, right) == 0.5
    wrong[place] = np.nan
    assert relative_error(wrong, right) == float("inf")


def test_the_bound_is_that_of_the_narrowest_type():
    assert bound_for([np.ones(2)]) == BOUND
    assert bound_for([np.ones(2), np.ones(2, np.float32)]) == BOUND_F32
