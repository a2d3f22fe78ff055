"""Inputs of Hand: ADBench's file format, and a generator.

An input is a file with a folder `model` beside it. What depends on the model of the hand is there:
`bones.txt`, `vertices.txt` and `triangles.txt`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..number_file import FormatError, NumberFile, lines
from . import model_files
from .model_files import Model

ANGLES = 26  # rotation and translation of the hand, and 4 angles of each finger


@dataclass(frozen=True)
class HandInput:
    """n points, what they correspond to, and where to begin; all f64, what are numbers of things i32."""

    model: Model
    correspondences: np.ndarray  # n: vertices, or triangles in the complicated problem
    points: np.ndarray  # n x 3
    theta: np.ndarray  # 26
    us: np.ndarray | None = field(default=None)  # n x 2: places on the triangles; None: the simple problem

    @property
    def kind(self) -> str:
        return "simple" if self.us is None else "complicated"


def read(path: str | Path) -> HandInput:
    """The input in ADBench's format: n, 26, then a correspondence and a point in each line, the places
    on triangles in the complicated problem, and theta."""
    file = NumberFile(path)
    n, angles = file.sizes("n", "the number of angles")
    if angles != ANGLES:
        raise FormatError(f"{path}: the number of angles must be {ANGLES}, not {angles}")
    numbered = file.floats("correspondences and points", n, 4)
    us = file.floats("places on triangles", n, 2) if file.left() > ANGLES else None
    theta = file.floats("theta", ANGLES)
    file.end()

    model = model_files.read(Path(path).parent / "model")
    correspondences = numbered[:, 0].astype(np.int32)
    count = len(model.base) if us is None else len(model.triangles)
    if (correspondences != numbered[:, 0]).any() or correspondences.min() < 0 or correspondences.max() >= count:
        raise FormatError(f"{path}: correspondences must be integers from 0 to {count - 1}")
    return HandInput(model, correspondences, numbered[:, 1:].copy(), theta, us)


def write(path: Path, given: HandInput) -> None:
    """`read`'s inverse, to six decimals."""
    text = [f"{len(given.points)} {ANGLES}\n"]
    for correspondence, point in zip(given.correspondences, given.points):
        text.append(f"{correspondence} {lines(point)}")
    text.append(lines(given.us) if given.us is not None else "")
    text.append(lines(given.theta[:, None]))
    Path(path).write_text("".join(text), encoding="ascii")
    model_files.write(Path(path).parent / "model", given.model)


def generate(vertices: int, n: int, kind: int = 1, seed: int = 0) -> HandInput:
    """A random hand; `kind` 1 is the simple problem, 2 the complicated one."""
    random = np.random.default_rng(seed)
    model = model_files.generate(vertices, np.random.default_rng(vertices))  # one model for both kinds
    targets = vertices if kind == 1 else len(model.triangles)
    return HandInput(
        model=model,
        correspondences=random.integers(0, targets, n).astype(np.int32),
        points=random.normal(0, 1, (n, 3)),
        theta=random.normal(0, 0.5, ANGLES),
        us=None if kind == 1 else random.uniform(0, 0.5, (n, 2)),
    )


def arguments(given: HandInput) -> tuple:
    """The arguments of @hand_simple, or of @hand_complicated."""
    model = given.model
    common = (
        given.theta[:6],
        given.theta[6:],
        model.parents,
        model.relatives,
        model.inverses,
        np.ascontiguousarray(np.concatenate([model.base.T, np.ones((1, len(model.base)))])),
        np.ascontiguousarray(model.weights.T),
        given.points,
        given.correspondences,
    )
    return common if given.us is None else (given.us, *common, model.triangles)
