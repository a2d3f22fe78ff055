"""LSTM: its files, its references, and the program against them."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.adbench import benchmark
from benchmarks.adbench.lstm import inputs, reference
from benchmarks.adbench.measure import relative_error

LSTM = benchmark.find("lstm")
SIZES = [(1, 2, 1), (1, 5, 3), (2, 4, 3)]


@pytest.fixture
def program(program_for):
    return program_for("lstm", LSTM.read(LSTM.samples[0]))


def test_is_read_as_written(tmp_path):
    given = inputs.generate(2, 5, 3, seed=7)
    inputs.write(tmp_path / "lstm.txt", given)
    again = inputs.read(tmp_path / "lstm.txt")
    for name in ("main", "extra", "state", "sequence"):
        np.testing.assert_allclose(getattr(again, name), getattr(given, name), rtol=0, atol=1e-6)


def test_the_sample_is_what_its_generator_wrote(tmp_path):
    LSTM.write(tmp_path / "again.txt", LSTM.generate(2, 6, 5, seed=1))
    assert (tmp_path / "again.txt").read_text() == Path(LSTM.samples[0]).read_text()


def test_one_unit_by_hand():
    """All weights and biases 0: every gate is a half, nothing is gained, half of the cell is kept."""
    given = inputs.LstmInput(
        main=np.zeros((1, 2, 4, 1)),
        extra=np.array([[0.3], [2.0], [0.5]]),
        state=np.array([[[0.7], [0.8]]]),
        sequence=np.array([[0.0], [1.0]]),
    )
    prediction = 2.0 * 0.5 * np.tanh(0.5 * 0.8) + 0.5
    assert reference.objective(given) == pytest.approx(np.log(2 + np.exp(prediction)) - prediction, rel=1e-14)


def test_references_agree():
    given = inputs.generate(*SIZES[-1], seed=3)
    for by_step, by_jax in zip(reference.complex_step_gradient(given), reference.gradient(given), strict=True):
        assert relative_error(by_step, by_jax) < 1e-13


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_program(program, sizes):
    given = inputs.generate(*sizes, seed=4)
    assert float(program.objective(*inputs.arguments(given))) == pytest.approx(reference.objective(given), rel=1e-13)
    gradient = program.derivative(*inputs.arguments(given))
    for part, expected in zip(gradient, reference.complex_step_gradient(given), strict=True):
        assert relative_error(part, expected) < 1e-12


@pytest.mark.parametrize("steps", [0, 1, 33_333, 33_334, 70_000])
def test_segments(program, program_for, steps):
    """One unit: 33,333 steps are a segment, and what is recorded of another one is forgotten."""
    given = inputs.generate(1, 1 + steps, 1, seed=6)
    segments, arguments = program_for("lstm", given, "segments"), inputs.arguments(given)
    if steps:
        assert float(segments.objective(*arguments)) == pytest.approx(float(program.objective(*arguments)), rel=1e-14)
    for part, expected in zip(segments.derivative(*arguments), program.derivative(*arguments), strict=True):
        assert (
            np.array_equal(np.isnan(part), np.isnan(expected))
            and relative_error(np.nan_to_num(part), np.nan_to_num(expected)) < 1e-12
        )


def test_a_longer_sequence(program):
    """Rounding does not pile up."""
    given = inputs.generate(1, 60, 2, seed=5)
    gradient = program.derivative(*inputs.arguments(given))
    for part, expected in zip(gradient, reference.complex_step_gradient(given), strict=True):
        assert relative_error(part, expected) < 1e-12
