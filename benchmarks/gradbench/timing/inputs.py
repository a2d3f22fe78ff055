"""The sizes that are timed, from small ones to those that take about a second, and arrays for them."""

from __future__ import annotations

import numpy as np

SIZES: dict[str, tuple[int, ...]] = {
    "lse": (100, 10_000, 1_000_000),
    "llsq": (64, 4096, 65_536),
    "ode": (100, 1000, 10_000),
    "det": (5, 7, 9),
    "kmeans": (100, 1000, 30_000),
}
WORDS = {"lse": "numbers", "llsq": "points, 128 coefficients", "ode": "steps, 10 equations", "det": "rows",
         "kmeans": "points of 8 numbers, 10 centroids"}  # fmt: skip


def arguments(name: str, size: int) -> tuple[tuple[np.ndarray, ...], int]:
    """Arrays, and a number that some evals take beside them."""
    random = np.random.default_rng(7)
    match name:
        case "lse":
            return (10 * random.standard_normal(size),), 0
        case "llsq":
            return (random.standard_normal(128),), size
        case "ode":
            return (random.random(10),), size
        case "det":
            return (random.random((size, size)),), 0
        case "kmeans":
            points = random.random((size, 8))
            return (points, points[:10] + 0.01), 0
    raise KeyError(name)
