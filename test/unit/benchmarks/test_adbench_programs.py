"""The MLIR programs, compiled and differentiated, against their references on small inputs."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.adbench import agreement, benchmark, measure
from benchmarks.adbench.ba import inputs as ba
from benchmarks.adbench.gmm import inputs as gmm
from benchmarks.adbench.gmm import reference as gmm_reference


def assert_close(result, expected, bound=1e-11):
    """Relative to the largest entry; entries that cancel to nothing are allowed their rounding."""
    assert result.shape == expected.shape and result.dtype == expected.dtype
    assert measure.relative_error(result, expected) < bound or np.abs(result - expected).max() < 1e-13


def twice(given):
    """Every component twice: each point's largest term is a tie."""
    doubled = {name: np.repeat(getattr(given, name), 2, axis=0) for name in ("alphas", "means", "icf")}
    return replace(given, **doubled)


GMM_INPUTS = [
    gmm.generate(2, 2, 515, seed=4),  # more than a block
    gmm.generate(1, 1, 1),
    gmm.generate(1, 3, 4, seed=1),
    gmm.generate(3, 1, 5, seed=2, m=3),
    gmm.generate(2, 5, 17, seed=3, m=1),
    gmm.generate(7, 4, 30, seed=4),
    replace(gmm.generate(3, 2, 6, seed=5, m=2), gamma=0.3),
    twice(gmm.generate(2, 2, 5, seed=9)),
]


@pytest.mark.parametrize("given", GMM_INPUTS)
def test_gmm_objective(gmm_program, given):
    value = gmm_program.objective(*gmm.arguments(given))
    assert float(value) == pytest.approx(gmm_reference.objective(given), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("variant", ["reverse", "blocks", "triangular", "monomials", "quadratic", "few_points"])
@pytest.mark.parametrize("given", GMM_INPUTS)
def test_gmm_gradient(program_for, given, variant):
    gradient = program_for("gmm", given, variant).derivative(*gmm.arguments(given))
    for part, expected in zip(gradient, gmm_reference.complex_step_gradient(given), strict=True):
        assert_close(part, expected)


@pytest.mark.parametrize("variant", ["reverse", "monomials", "quadratic", "few_points"])
def test_gmm_does_not_overflow(program_for, variant):
    """Far points and heavy weights: the exponentials of the terms alone would be 0 or infinite."""
    given = gmm.generate(2, 3, 4, seed=6)
    given = replace(given, x=100 * given.x, alphas=given.alphas + 2000)
    program, arguments = program_for("gmm", given, variant), gmm.arguments(given)
    assert float(program.objective(*arguments)) == pytest.approx(gmm_reference.objective(given), rel=1e-11)
    for part, expected in zip(program.derivative(*arguments), gmm_reference.gradient(given), strict=True):
        assert_close(part, expected)


def test_gmm_makes_its_forms_again_for_each_block(program_for):
    """More points than a block has, and more dimensions than rows of a form are made at a time."""
    given = gmm.generate(19, 3, 700, seed=8)
    program, arguments = program_for("gmm", given, "few_points"), gmm.arguments(given)
    assert float(program.objective(*arguments)) == pytest.approx(gmm_reference.objective(given), rel=1e-12)
    for part, expected in zip(program.derivative(*arguments), gmm_reference.gradient(given), strict=True):
        assert_close(part, expected)


@pytest.mark.parametrize("variant", ["monomials", "quadratic", "few_points"])
def test_gmm_in_squares_is_exact_far_from_the_origin(program_for, variant):
    """Squares of what is far away would leave no digits of what lies between points and means."""
    given = gmm.generate(3, 4, 30, seed=7)
    far = replace(given, x=given.x + 1e6, means=given.means + 1e6)
    near = replace(given, x=far.x - 1e6, means=far.means - 1e6)  # rounded as those are
    gradient = program_for("gmm", far, variant).derivative(*gmm.arguments(far))
    for part, expected in zip(gradient, gmm_reference.complex_step_gradient(near), strict=True):
        assert_close(part, expected)


def test_gmm_leaves_its_arguments_alone(gmm_program):
    arguments = gmm.arguments(gmm.generate(3, 2, 4, seed=8))
    before = [np.copy(argument) for argument in arguments]
    gmm_program.derivative(*arguments)
    for argument, copy in zip(arguments, before, strict=True):
        np.testing.assert_array_equal(argument, copy)


def still_camera(given):
    """The same input with a first camera that does not turn."""
    cameras = given.cameras.copy()
    cameras[0, :3] = 0
    return replace(given, cameras=cameras)


BA_INPUTS = [
    ba.generate(1, 1, 1),
    ba.generate(3, 5, 11, seed=1),
    still_camera(ba.generate(2, 3, 6, seed=2)),
    replace(ba.generate(4, 6, 3, seed=3), observations=np.array([[3, 0], [3, 5], [1, 5]], dtype=np.int32)),
]


@pytest.mark.parametrize("given", BA_INPUTS, ids=["one", "some", "no rotation", "any order"])
def test_ba_objective_and_jacobian(ba_program, given):
    b, arguments = benchmark.find("ba"), ba.arguments(given)
    for result, expected in zip(ba_program.objective(*arguments), b.reference_objective(given), strict=True):
        assert_close(result, expected)
    for result, expected in zip(ba_program.derivative(*arguments), b.reference_derivative(given), strict=True):
        assert_close(result, expected)


ADBENCH_DATA = os.environ.get("ADBENCH_DATA", "")


@pytest.mark.long
@pytest.mark.skipif(not ADBENCH_DATA, reason="ADBENCH_DATA names no folder with ADBench's data")
@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("gmm", "gmm/1k/gmm_d10_K25.txt"),
        ("gmm", "gmm/1k/gmm_d32_K100.txt"),
        ("ba", "ba/ba1_n49_m7776_p31843.txt"),
        ("ba", "ba/ba4_n372_m47423_p204472.txt"),
        ("hand", "hand/simple_small/hand1_t26_c100.txt"),
        ("hand", "hand/simple_big/hand8_t26_c6400.txt"),
        ("hand", "hand/complicated_small/hand8_t26_c6400.txt"),
        ("hand", "hand/complicated_big/hand1_t26_c100.txt"),
        ("lstm", "lstm/lstm_l2_c1024.txt"),
        ("lstm", "lstm/lstm_l4_c4096.txt"),
    ],
)
def test_real_data(name, file, program_for):
    b = benchmark.find(name)
    given = b.read(Path(ADBENCH_DATA) / file)
    arguments = b.arguments(given)
    objective, derivative = b.reference_objective(given), b.reference_derivative(given)
    for variant in b.variants(given):
        program = program_for(name, given, variant)
        for results, expected in [
            (program.objective(*arguments), objective),
            (program.derivative(*arguments), derivative),
        ]:
            for result, reference in zip(measure.as_tuple(results), expected, strict=True):
                assert measure.relative_error(result, reference) <= agreement.BOUND
