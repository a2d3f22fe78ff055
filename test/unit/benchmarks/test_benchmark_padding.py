"""The benchmark of padding: four ways to a convolution and its pullback agree, and each is timed."""

from benchmarks.thresholds import padding


def test_ways_agree():
    found = padding.times(4, 2, 0.0)
    assert list(found) == ["itself", "_pullback"]
    assert all(0 < time < float("inf") for best in found.values() for time in best.values())
