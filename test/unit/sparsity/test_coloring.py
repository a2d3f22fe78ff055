"""Colourings show every entry, with few colours."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from lagrad.errors import Failure
from lagrad.sparsity import star
from lagrad.sparsity.coloring import Coloring, color, color_symmetric
from lagrad.sparsity.pattern import Pattern, parts


def pattern_of(matrix) -> Pattern:
    matrix = scipy.sparse.csr_array(matrix)
    matrix.sort_indices()
    rows, columns = matrix.shape
    return Pattern(matrix.indptr, matrix.indices, parts([0], [(rows,)]), parts([0], [(columns,)]))


def assert_shows(matrix, coloring: Coloring) -> None:
    """Products with the seeds have every entry of the matrix where the colouring says."""
    matrix = scipy.sparse.csr_array(matrix)
    matrix.sort_indices()
    by_rows = matrix.T if coloring.mode == "reverse" else matrix
    shown = (by_rows @ coloring.seeds().T).T
    np.testing.assert_allclose(shown[coloring.directions, coloring.places], matrix.data)


def banded(n: int, half: int):
    numbers = np.random.default_rng(half).uniform(1, 2, 2 * n)
    return scipy.sparse.diags([numbers[: n - k] for k in range(half + 1)] + [numbers[: n - k] for k in range(1,
        half + 1)],
                              [*range(half + 1), *range(-1, -half - 1, -1)])  # fmt: skip


def arrow(n: int):
    matrix = np.diag(np.arange(1.0, n + 1))
    matrix[0], matrix[:, 0] = np.arange(1, n + 1), np.arange(1, n + 1)
    return matrix


@st.composite
def matrices(draw, symmetric=False):
    rows = draw(st.integers(1, 14))
    columns = rows if symmetric else draw(st.integers(1, 14))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    matrix = random.uniform(1, 2, (rows, columns)) * (random.random((rows, columns)) < draw(st.floats(0, 0.6)))
    return matrix + matrix.T if symmetric else matrix


@settings(max_examples=60, deadline=None)
@given(
    matrices(),
    st.sampled_from(["forward", "reverse", "auto"]),
    st.sampled_from(["auto", "natural", "networkx:smallest_last"]),
)
def test_every_entry_shows(matrix, mode, strategy):
    coloring = color(pattern_of(matrix), mode, strategy)
    assert coloring.least <= coloring.count
    assert_shows(matrix, coloring)


@settings(max_examples=60, deadline=None)
@given(matrices(symmetric=True), st.randoms(use_true_random=False))
def test_every_entry_shows_in_a_star_coloring(matrix, random):
    pattern, order = pattern_of(matrix), list(range(len(matrix)))
    random.shuffle(order)
    colors = star.colored(pattern, np.array(order))
    assert_shows(matrix, Coloring("symmetric", colors, int(colors.max()) + 1, 0, *star.shown(pattern, colors)))
    assert_shows(matrix, color_symmetric(pattern))


@pytest.mark.parametrize("half", [0, 1, 2, 5])
def test_a_band_takes_its_width(half):
    matrix = banded(60, half)
    coloring = color_symmetric(pattern_of(matrix))
    assert coloring.count == coloring.least == 2 * half + 1
    assert_shows(matrix, coloring)


@pytest.mark.parametrize("flipped", [False, True])
def test_an_arrow_takes_two(flipped):
    matrix = arrow(40)[::-1, ::-1] if flipped else arrow(40)
    coloring = color_symmetric(pattern_of(matrix))
    assert (coloring.mode, coloring.count) == ("symmetric", 2)
    assert color(pattern_of(matrix)).count == 40
    assert_shows(matrix, coloring)


def test_wide_and_tall_choose_their_mode():
    wide = np.kron(np.eye(3), np.ones((1, 5)))
    assert color(pattern_of(wide)).mode == "reverse" and color(pattern_of(wide)).count == 1
    assert color(pattern_of(wide.T)).mode == "forward" and color(pattern_of(wide.T)).count == 1


def test_more_than_64_colors():
    assert color(pattern_of(np.ones((3, 150))), "forward").count == 150


def test_a_zero_matrix_takes_none():
    coloring = color(pattern_of(np.zeros((3, 4))))
    assert coloring.count == 0 and coloring.seeds().shape == (0, 4)


def test_unknown_strategies():
    with pytest.raises(Failure, match="largest-first"):
        color(pattern_of(np.eye(3)), strategy="best")
    with pytest.raises(Failure, match="NetworkX cannot colour"):
        color(pattern_of(np.eye(3)), strategy="networkx:best")
