"""The rows that the benchmark times are those of the Jacobian."""

import sys
from pathlib import Path

import pytest

from benchmarks.derivatives import one_hot

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import sparsity_pictures  # noqa: E402


@pytest.fixture(scope="module")
def compiled():
    return one_hot.functions()


def test_a_row_by_one_element_is_that_of_the_cotangent(compiled):
    assert max(one_hot.compare(compiled, size) for size in (20, 50)) < 1e-12


def test_an_element_reads_one_vertex(compiled):
    """The picture of Hand."""
    (whole, _), (element, _) = sparsity_pictures.hand_patterns(compiled).values()
    assert all(pattern.all() for pattern in whole)
    seed, vertices, weights = element
    assert seed.sum() == 1
    assert all((pattern.any(0).sum(), pattern.all(0).sum()) == (1, 1) for pattern in (vertices, weights))
