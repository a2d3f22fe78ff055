"""Inputs of GMM: ADBench's file format, and a generator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..number_file import NumberFile, lines


@dataclass(frozen=True)
class GmmInput:
    """K components in d dimensions and n points, all f64.

    `icf` holds K rows of d logarithms of a diagonal and then d (d - 1) / 2 numbers, the strict lower
    triangle column by column.
    """

    alphas: np.ndarray  # K
    means: np.ndarray  # K x d
    icf: np.ndarray  # K x (d + d (d - 1) / 2)
    x: np.ndarray  # n x d
    gamma: float  # of the Wishart prior
    m: int

    @property
    def parameters(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """What the gradient is taken by."""
        return self.alphas, self.means, self.icf


def read(path: Path) -> GmmInput:
    """The input in ADBench's format: d, K, n, then alphas, means, icf, x, gamma, m."""
    file = NumberFile(path)
    d, K, n = file.sizes("d", "K", "n")
    alphas = file.floats("alphas", K)
    means = file.floats("means", K, d)
    icf = file.floats("icf", K, d * (d + 1) // 2)
    x = file.floats("x", n, d)
    gamma = float(file.floats("gamma", 1)[0])
    m = file.integer("m")
    file.end()
    return GmmInput(alphas, means, icf, x, gamma, m)


def write(path: Path, given: GmmInput) -> None:
    """`read`'s inverse, to six decimals."""
    (K, d), n = given.means.shape, len(given.x)
    numbers = lines(given.alphas[:, None], given.means, given.icf, given.x)
    Path(path).write_text(f"{d} {K} {n}\n{numbers}{given.gamma:.6f} {given.m}\n", encoding="ascii")


def generate(d: int, K: int, n: int, seed: int = 0, m: int = 0) -> GmmInput:
    """A random input, distributed like ADBench's."""
    random = np.random.default_rng(seed)
    return GmmInput(
        alphas=random.standard_normal(K),
        means=random.random((K, d)),
        icf=random.standard_normal((K, d * (d + 1) // 2)),
        x=random.standard_normal((n, d)),
        gamma=1.0,
        m=m,
    )


def arguments(given: GmmInput) -> tuple:
    """The arguments of @gmm_objective."""
    return given.alphas, given.means, given.icf, given.x, given.gamma, given.m
