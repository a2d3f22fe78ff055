"""MLP: its descriptions, its references, and the programs against them."""

import numpy as np
import pytest

from benchmarks.adbench import benchmark
from benchmarks.adbench.measure import relative_error
from benchmarks.adbench.mlp import inputs, reference
from benchmarks.adbench.number_file import FormatError

MLP = benchmark.find("mlp")


def small(hidden=4, seed=1, type="f64"):
    return inputs.generate(hidden, seed=seed, type=type, pixels=5, classes=3, n=6)


def test_a_description_is_read():
    given = MLP.read("12:f32")
    assert [part.shape for part in given.layers] == [(12, 784), (12,), (12, 12), (12,), (10, 12), (10,)]
    assert given.x.shape == (784, 64) and given.labels.shape == (64,)
    assert {part.dtype for part in (given.x, *given.layers)} == {np.dtype(np.float32)}


@pytest.mark.parametrize("word", ["12", "0:f64", "12:f16", "mlp.txt"])
def test_what_is_no_description_is_refused(word):
    with pytest.raises(FormatError, match=f"{word}: inputs of mlp are described as HIDDEN:f32 or HIDDEN:f64"):
        MLP.read(word)


def test_f32_is_f64_rounded():
    for rounded, part in zip(small(type="f32").layers, small().layers, strict=True):
        np.testing.assert_array_equal(rounded, part.astype(np.float32))


def test_no_weights_by_hand():
    """All weights and biases 0: every class is as likely as another."""
    given = small()
    given = inputs.MlpInput(given.x, given.labels, tuple(np.zeros_like(part) for part in given.layers))
    assert reference.objective(given) == pytest.approx(np.log(3), rel=1e-15)


def test_references_agree():
    for by_step, by_jax in zip(reference.complex_step_gradient(small()), reference.gradient(small()), strict=True):
        assert relative_error(by_step, by_jax) < 1e-13


@pytest.mark.parametrize("given", [small(), small(hidden=1, seed=2), small(hidden=9, seed=3)])
def test_program(program_for, given):
    program = program_for("mlp", given)
    assert float(program.objective(*inputs.arguments(given))) == pytest.approx(reference.objective(given), rel=1e-13)
    gradient = program.derivative(*inputs.arguments(given))
    for part, expected in zip(gradient, reference.complex_step_gradient(given), strict=True):
        assert relative_error(part, expected) < 1e-12


def test_program_in_f32(program_for):
    single, double = small(type="f32"), small()
    gradient = program_for("mlp", single).derivative(*inputs.arguments(single))
    for part, expected in zip(gradient, reference.complex_step_gradient(double), strict=True):
        assert part.dtype == np.float32
        assert relative_error(part, expected) < 1e-5


def test_large_scores_do_not_overflow(program_for):
    given = small()
    given = inputs.MlpInput(given.x, given.labels, tuple(10 * part for part in given.layers))
    gradient = program_for("mlp", given).derivative(*inputs.arguments(given))
    for part, expected in zip(gradient, reference.gradient(given), strict=True):
        assert relative_error(part, expected) < 1e-11
