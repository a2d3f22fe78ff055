"""Hand: its files, its reference, and the program against it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.adbench import benchmark
from benchmarks.adbench.hand import inputs, model_files, reference
from benchmarks.adbench.measure import relative_error
from benchmarks.adbench.number_file import FormatError

HAND = benchmark.find("hand")
KINDS = {"simple": 1, "complicated": 2}


def small(kind="simple", seed=1):
    return inputs.generate(9, 6, KINDS[kind], seed=seed)


@pytest.mark.parametrize("kind", KINDS)
def test_is_read_as_written(kind, tmp_path):
    given = small(kind)
    inputs.write(tmp_path / "hand.txt", given)
    again = inputs.read(tmp_path / "hand.txt")
    assert again.kind == kind
    for a, b in zip(inputs.arguments(again), inputs.arguments(given), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-6)


@pytest.mark.parametrize("number", range(2))
def test_the_sample_is_what_its_generator_wrote(number, tmp_path):
    sample = Path(HAND.samples[number])
    HAND.write(tmp_path / "again.txt", HAND.generate(40, 12, number + 1, seed=1))
    assert (tmp_path / "again.txt").read_text() == sample.read_text()
    again, model = (model_files.read(folder / "model") for folder in (tmp_path, sample.parent))
    for name in ("parents", "relatives", "inverses", "base", "weights", "triangles"):
        np.testing.assert_allclose(getattr(again, name), getattr(model, name), rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("file", "line", "text", "message"),
    [
        ("hand.txt", 0, "6 25", "the number of angles must be 26, not 25"),
        ("hand.txt", 1, "9 1 2 3", "correspondences must be integers from 0 to 8"),
        ("hand.txt", 1, "1.5 1 2 3", "correspondences must be integers from 0 to 8"),
        ("hand.txt", -1, "", "theta has 26 numbers, but only 25 are left"),
        ("model/bones.txt", 3, "thumb3:2:1.0", "bones.txt:4: not the fields that ADBench has here"),
        ("model/bones.txt", 1, "thumb1:5" + ":0.0" * 32, "bones must come after their parents"),
        ("model/vertices.txt", 0, "1:2:3:0:0:0:0:0:1:22:1.0", "there is no bone 22"),
        ("model/vertices.txt", 0, "1:2:x", "vertices.txt:1: not the fields"),
        ("model/triangles.txt", 0, "1:2:9", "corners must be vertices, of which there are 9"),
    ],
)
def test_a_bad_file_is_refused(tmp_path, file, line, text, message):
    inputs.write(tmp_path / "hand.txt", small())
    path = tmp_path / file
    changed = path.read_text().splitlines()
    changed[line] = text
    path.write_text("\n".join(changed))
    with pytest.raises(FormatError) as refusal:
        inputs.read(tmp_path / "hand.txt")
    assert message in str(refusal.value)


def test_a_missing_bone_is_told(tmp_path):
    inputs.write(tmp_path / "hand.txt", small())
    path = tmp_path / "model" / "bones.txt"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:20]))
    with pytest.raises(FormatError, match="a wrist and five fingers are 21 bones|there is no bone"):
        inputs.read(tmp_path / "hand.txt")


def test_the_base_pose_by_hand():
    """No angle, no translation: every vertex is where it was."""
    given = replace(small(), theta=np.zeros(26))
    expected = given.points - given.model.base[given.correspondences]
    np.testing.assert_allclose(reference.objective(given), expected, rtol=0, atol=1e-13)


def test_a_quarter_turn_by_hand():
    """About the third axis, and moved."""
    theta = np.zeros(26)
    theta[2:6] = np.pi / 2, 1, 2, 3
    given = replace(small(), theta=theta)
    x, y, z = given.model.base[given.correspondences].T
    expected = given.points - np.stack([1 - y, 2 + x, 3 + z], axis=1)
    np.testing.assert_allclose(reference.objective(given), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("kind", KINDS)
def test_reference_jacobian_by_differences(kind):
    given, step = small(kind), 1e-5
    changes = [replace(given, theta=given.theta + step * unit) for unit in np.eye(26)]
    backward = [replace(given, theta=given.theta - step * unit) for unit in np.eye(26)]
    if kind == "complicated":
        changes = [replace(given, us=given.us + step * unit) for unit in np.eye(2)] + changes
        backward = [replace(given, us=given.us - step * unit) for unit in np.eye(2)] + backward
    columns = [(reference.objective(a) - reference.objective(b)) / (2 * step) for a, b in zip(changes, backward)]
    assert relative_error(np.stack(columns), reference.jacobian(given)) < 1e-8


def still(given):
    """Where the hand is not turned: a direction has no length there."""
    return replace(given, theta=np.concatenate([np.zeros(3), given.theta[3:]]))


@pytest.mark.parametrize("kind", KINDS)
def test_program(program_for, kind):
    for given in (small(kind), small(kind, seed=2), still(small(kind))):
        program = program_for("hand", given)
        errors = program.objective(*inputs.arguments(given))
        assert relative_error(errors, reference.objective(given)) < 1e-13
        jacobian = program.derivative(*inputs.arguments(given))
        assert relative_error(jacobian, reference.jacobian(given)) < 1e-12
