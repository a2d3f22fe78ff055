"""The sizes that are timed, from small ones to those that take about a second or fill memory, and arrays for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...adbench import benchmark

KINDS = ("primal", "derivative")
MODES = ("ff", "fr", "rf", "rr")  # of the outer derivative and of the inner one: forward, reverse
ADBENCH = {"gmm": "gmm", "ba": "ba", "lstm": "lstm", "ht": "hand"}  # evals that are problems of ADBench


@dataclass(frozen=True)
class Size:
    """Numbers that make an input, and the words of the page for them."""

    words: str
    numbers: tuple[int, ...] = ()


SIZES: dict[str, tuple[Size, ...]] = {
    "hello": (Size("one number"),),
    "gmm": tuple(Size(f"{n} points, d = {d}, K = {k}", (d, k, n))
                 for d, k, n in ((2, 5, 1000), (10, 25, 1000), (20, 50, 10_000), (64, 200, 1000))),
    "ba": tuple(Size(f"{n} cameras, {m} points, {p} seen", (n, m, p))
                for n, m, p in ((49, 7776, 31_843), (257, 65_132, 225_911), (1197, 126_327, 563_734))),
    "lstm": tuple(Size(f"{l} layers, {c} characters", (l, c, 14))
                  for l, c in ((2, 128), (2, 1024), (4, 4096))),
    "ht": tuple(Size(f"{'simple' if kind == 1 else 'complicated'}, {v} vertices, {n} points", (v, n, kind))
                for v, n, kind in ((544, 100, 1), (10_597, 10_125, 1), (544, 100, 2), (10_597, 10_125, 2))),
    "kmeans": tuple(Size(f"{n} points of 8 numbers, 10 centroids", (n,)) for n in (100, 1000, 30_000, 494_019)),
    "llsq": tuple(Size(f"{n} points, 128 coefficients", (n,)) for n in (64, 4096, 65_536)),
    "lse": tuple(Size(f"{n} numbers", (n,)) for n in (100, 10_000, 1_000_000, 10_000_000)),
    "ode": tuple(Size(f"{n} steps, 10 equations", (n,)) for n in (100, 1000, 10_000)),
    "det": tuple(Size(f"{n} rows", (n,)) for n in (5, 7, 9)),
    "particle": (Size("w = 0"),),
    "saddle": (Size("from (1, 1)"),),
}  # fmt: skip


def kinds(name: str) -> tuple[str, ...]:
    """The functions of an eval, as the page calls them."""
    return MODES if name in ("particle", "saddle") else KINDS


def arguments(name: str, size: Size) -> tuple[tuple[np.ndarray, ...], int]:
    """Arrays, and a number that some evals take beside them. KeyError for an eval that is a problem of ADBench."""
    random = np.random.default_rng(7)
    match name:
        case "hello":
            return (np.array(3.0),), 0
        case "lse":
            return (10 * random.standard_normal(size.numbers),), 0
        case "llsq":
            return (random.standard_normal(128),), *size.numbers
        case "ode":
            return (random.random(10),), *size.numbers
        case "det":
            return (random.random(size.numbers * 2),), 0
        case "kmeans":
            points = random.random((*size.numbers, 8))
            return (points, points[:10] + 0.01), 0
        case "particle":
            return (np.array([0.0]),), 0
        case "saddle":
            return (np.array([1.0, 1.0]),), 0
    raise KeyError(name)


def of_adbench(name: str, size: Size) -> tuple[benchmark.Benchmark, object]:
    """ADBench's problem, and an input of that size."""
    problem = benchmark.find(ADBENCH[name])
    return problem, problem.generate(*size.numbers)
