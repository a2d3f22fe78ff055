"""Derivatives in one direction, and Jacobians by forward mode: the same numbers on another way."""

from dataclasses import replace

import numpy as np
import pytest

import lagrad
from benchmarks.adbench import benchmark
from benchmarks.adbench.ba import inputs as ba
from benchmarks.adbench.ba import reference as ba_reference
from benchmarks.adbench.gmm import inputs as gmm
from benchmarks.adbench.gmm import reference as gmm_reference
from benchmarks.adbench.lstm import inputs as lstm
from benchmarks.adbench.lstm import reference as lstm_reference
from benchmarks.adbench.measure import relative_error
from benchmarks.adbench.mlp import inputs as mlp
from benchmarks.adbench.mlp import reference as mlp_reference
from benchmarks.adbench.trmv import inputs as trmv


def in_direction(name, given, seed=0):
    """The tangent of the objective in a random direction, and that direction."""
    b = benchmark.find(name)
    variant = benchmark.without_encodings(b.variants(given))
    function = lagrad.compile(variant.text, entry=variant.pushforward)[variant.pushforward]
    random = np.random.default_rng(seed)
    arguments, direction = [], []
    for number, argument in enumerate(b.arguments(given)):
        arguments.append(argument)
        if number in variant.parameters:
            direction.append(random.standard_normal(np.shape(argument)))
            arguments.append(direction[-1])
    return function(*arguments), direction


@pytest.mark.parametrize(
    ("name", "given", "reference"),
    [
        ("gmm", gmm.generate(3, 4, 9, seed=1, m=2), gmm_reference),
        ("lstm", lstm.generate(2, 6, 3, seed=1), lstm_reference),
        ("mlp", mlp.generate(4, seed=1, pixels=5, classes=3, n=6), mlp_reference),
    ],
    ids=["gmm", "lstm", "mlp"],
)
def test_the_tangent_of_a_number_is_the_gradient_times_the_direction(name, given, reference):
    tangent, direction = in_direction(name, given)
    gradient = reference.complex_step_gradient(given)
    expected = sum((g * v).sum() for g, v in zip(gradient, direction, strict=True))
    assert float(tangent) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("order", ["rows", "columns"])
@pytest.mark.parametrize("storage", ["full", "tri", "packed"])
def test_the_tangent_of_a_product(storage, order):
    given = trmv.generate(5, seed=1, storage=storage, order=order)
    tangent, (by_matrix, by_vector) = in_direction("trmv", given)
    dense, change = (dense_of(matrix, given) for matrix in (given.matrix, by_matrix))
    np.testing.assert_allclose(tangent, dense @ by_vector + change @ given.vector, rtol=1e-13, atol=1e-14)


def dense_of(matrix, given):
    if given.storage == "packed":
        dense = np.zeros((5, 5))
        dense[np.tril_indices(5, -1) if given.order == "rows" else np.triu_indices(5, 1)[::-1]] = matrix
        return dense
    dense = matrix if given.order == "rows" else matrix.T
    return dense if given.storage == "full" else np.tril(dense, -1)


def test_ba_by_forward_mode(program_for):
    given = ba.generate(3, 5, 11, seed=1)
    still = np.ones((3, 11))
    still[1, :3] = 0  # a camera that does not turn
    given = replace(given, cameras=given.cameras * still)
    derivative = program_for("ba", given, "forward").derivative(*ba.arguments(given))
    for part, expected in zip(derivative, ba_reference.jacobian(given), strict=True):
        assert relative_error(part, expected) < 1e-11
