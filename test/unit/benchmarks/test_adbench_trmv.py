"""TRMV: its descriptions, its storages, and the programs against the reference."""

import numpy as np
import pytest

from benchmarks.adbench import benchmark
from benchmarks.adbench.measure import relative_error
from benchmarks.adbench.number_file import FormatError
from benchmarks.adbench.trmv import inputs, reference

TRMV = benchmark.find("trmv")
KINDS = [(storage, order) for storage in ("full", "tri", "packed") for order in ("rows", "columns")]
MATRIX = np.array([[0, 0, 0], [2, 0, 0], [3, 5, 0]], dtype=np.float64)


@pytest.mark.parametrize(
    ("storage", "order", "numbers"),
    [
        ("full", "rows", [[0, 0, 0], [2, 0, 0], [3, 5, 0]]),
        ("tri", "columns", [[0, 2, 3], [0, 0, 5], [0, 0, 0]]),
        ("packed", "rows", [2, 3, 5]),
        ("packed", "columns", [2, 3, 5]),
    ],
)
def test_storage(storage, order, numbers):
    assert inputs.stored(MATRIX, storage, order).tolist() == numbers


def test_packed_columns_are_whole():
    dense = np.tril(np.arange(16.0).reshape(4, 4), -1)
    assert inputs.stored(dense, "packed", "columns").tolist() == [4, 8, 12, 9, 13, 14]
    assert inputs.stored(dense, "packed", "rows").tolist() == [4, 8, 9, 12, 13, 14]


def test_a_description_is_read():
    given = TRMV.read("5:packed:columns")
    assert given.matrix.shape == (10,) and given.vector.shape == (5,)
    assert (given.storage, given.order) == ("packed", "columns")
    assert TRMV.read("5:tri").order == "rows"


@pytest.mark.parametrize("word", ["5", "5:half", "0:tri", "5:tri:rows"])
def test_what_is_no_description_is_refused(word):
    with pytest.raises(FormatError, match=f"{word}: inputs of trmv are described as N:full"):
        TRMV.read(word)


WAYS = [(*kind, "reverse") for kind in KINDS] + [(*kind, "triangular") for kind in KINDS[2:]]


@pytest.mark.parametrize(("storage", "order", "variant"), WAYS)
@pytest.mark.parametrize("n", [1, 6])
def test_program(program_for, storage, order, variant, n):
    given = inputs.generate(n, seed=n, storage=storage, order=order)
    program = program_for("trmv", given, variant)
    dense = inputs.generate(n, seed=n, storage="full").matrix
    product = program.objective(*inputs.arguments(given))
    np.testing.assert_allclose(product, dense @ given.vector, rtol=1e-13, atol=0)
    np.testing.assert_array_equal(product[0], 0)
    gradient = program.derivative(*inputs.arguments(given))
    for part, expected in zip(gradient, reference.gradient(given), strict=True):
        assert relative_error(part, expected) < 1e-13


def test_gradient_by_hand(program_for):
    """By the matrix: x in each row, below the diagonal; by the vector: the sums of columns."""
    given = inputs.TrmvInput(MATRIX, np.array([7.0, 11.0, 13.0]), "tri", "rows")
    by_matrix, by_vector = program_for("trmv", given).derivative(*inputs.arguments(given))
    assert by_matrix.tolist() == [[0, 0, 0], [7, 0, 0], [7, 11, 0]]
    assert by_vector.tolist() == [5, 5, 0]
