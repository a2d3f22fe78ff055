"""The benchmark of BLAS's triangular functions: all of them compute what lagrad's programs do."""

import numpy as np
import pytest

from benchmarks.thresholds import triangular_blas


def test_all_agree():
    """Times are taken only of what has the right result."""
    program = triangular_blas.compiled()
    for cases in (
        triangular_blas.vectors(program, 7), triangular_blas.matrices(program, 7, 5),
        triangular_blas.halves(program, 7, 5), triangular_blas.squares(program, 7),
    ):  # fmt: skip
        times = triangular_blas.times(list(cases), 0.0)
        assert "lagrad" in times and len(times) > 1
        assert all(0 < time < float("inf") for time in times.values())


def test_a_wrong_result_is_not_timed():
    found = np.zeros(3)
    with pytest.raises(AssertionError, match="ours"):
        triangular_blas.times([("ours", lambda: None, found, np.ones(3))], 0.0)
