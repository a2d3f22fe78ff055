"""The benchmark of triangular products: each way gives the same, and what differs is an error."""

import pytest

from benchmarks.thresholds import triangles


@pytest.fixture(scope="module")
def programs():
    return triangles.compiled([4])


def test_ways_agree(programs):
    assert list(programs) == ["full", "tiles", "loops", "blocks of 4"]
    for function, _, arguments, wanted in triangles.workloads(programs, order=7, columns=5):
        times = triangles.best(programs, function, arguments, wanted, runs=1)
        assert all(0 < time < float("inf") for time in times.values())


def test_a_wrong_result_is_not_timed(programs):
    function, _, arguments, wanted = next(triangles.workloads(programs, order=7, columns=5))
    with pytest.raises(AssertionError):
        triangles.best(programs, function, arguments, wanted | {"loops": wanted["loops"] + 1}, runs=1)
