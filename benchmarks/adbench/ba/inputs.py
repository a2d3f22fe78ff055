"""Inputs of BA: ADBench's file format, and a generator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..benchmark import Sample
from ..number_file import NumberFile, lines


@dataclass(frozen=True)
class BaInput:
    """n cameras, m points and p observations; f64, the observations i32."""

    cameras: np.ndarray  # n x 11: rotation, center, focal length, principal point, distortion
    points: np.ndarray  # m x 3
    weights: np.ndarray  # p
    features: np.ndarray  # p x 2
    observations: np.ndarray  # p x 2: camera, point


def read(path: Path) -> BaInput:
    """The input in ADBench's format: n, m, p, then one camera, point, weight and feature.

    As ADBench does, all cameras are that camera (and so on), and observation i is of point i mod m
    by camera i mod n.
    """
    file = NumberFile(path)
    n, m, p = file.sizes("n", "m", "p")
    camera = file.floats("camera", 11)
    point = file.floats("point", 3)
    weight = file.floats("weight", 1)
    feature = file.floats("feature", 2)
    file.end()
    return BaInput(
        cameras=np.tile(camera, (n, 1)),
        points=np.tile(point, (m, 1)),
        weights=np.tile(weight, p),
        features=np.tile(feature, (p, 1)),
        observations=_observations(n, m, p),
    )


LARGEST = 2_500_000_000  # bytes of a Jacobian that is compared as a whole
SAMPLED = 10_000


def sample(given: BaInput) -> Sample | None:
    """Some observations of an input with a Jacobian of more than 2.5 GB."""
    p = len(given.weights)
    if p * 31 * 8 <= LARGEST:
        return None
    rows = np.sort(np.random.default_rng(0).choice(p, SAMPLED, replace=False))
    some = replace(
        given, weights=given.weights[rows], features=given.features[rows], observations=given.observations[rows]
    )
    return Sample(some, rows, p)


def write(path: Path, given: BaInput) -> None:
    """The sizes and the first camera, point, weight and feature: the format has no more."""
    n, m, p = len(given.cameras), len(given.points), len(given.weights)
    numbers = lines(given.cameras[0], given.points[0], given.weights[:1], given.features[0])
    Path(path).write_text(f"{n} {m} {p}\n{numbers}", encoding="ascii")


def generate(n: int, m: int, p: int, seed: int = 0) -> BaInput:
    """A random input, all points in front of all cameras."""
    random = np.random.default_rng(seed)
    cameras = np.concatenate(
        [
            random.normal(0, 0.2, (n, 3)),
            random.uniform(-1, 1, (n, 3)),
            random.uniform(300, 500, (n, 1)),
            random.uniform(-10, 10, (n, 2)),
            random.normal(0, 0.05, (n, 2)),
        ],
        axis=1,
    )
    return BaInput(
        cameras=cameras,
        points=random.uniform([-3, -3, 8], [3, 3, 12], (m, 3)),
        weights=random.random(p),
        features=random.uniform(-200, 200, (p, 2)),
        observations=_observations(n, m, p),
    )


def _observations(n: int, m: int, p: int) -> np.ndarray:
    i = np.arange(p)
    return np.stack([i % n, i % m], axis=1).astype(np.int32)


def arguments(given: BaInput) -> tuple:
    """The arguments of @ba_objective and @ba_jacobian."""
    return given.cameras, given.points, given.weights, given.features, given.observations
