"""Inputs of TRMV: generated from the size and the storage of the matrix, as in `1024:tri`."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ..number_file import FormatError

DESCRIBED = r"([1-9]\d*):(full|tri|packed)(:columns)?"


@dataclass(frozen=True)
class TrmvInput:
    """A strictly lower triangular n x n matrix and a vector, both f64."""

    matrix: np.ndarray  # n x n by rows or by columns (transposed); packed: n (n - 1) / 2 numbers
    vector: np.ndarray  # n
    storage: str  # full, tri or packed; only of `full` what is above the diagonal counts
    order: str  # rows or columns


def read(word: str) -> TrmvInput:
    """The input that a word such as `1024:tri` or `1024:tri:columns` describes."""
    described = re.fullmatch(DESCRIBED, word)
    if not described:
        raise FormatError(f"{word}: inputs of trmv are described as N:full, N:tri or N:packed, or with :columns")
    return generate(int(described[1]), storage=described[2], order="columns" if described[3] else "rows")


def generate(n: int, seed: int = 0, storage: str = "tri", order: str = "rows") -> TrmvInput:
    """A random input; the numbers are the same for all storages."""
    random = np.random.default_rng(seed)
    dense = np.tril(random.random((n, n)), -1)
    return TrmvInput(stored(dense, storage, order), random.random(n), storage, order)


def stored(dense: np.ndarray, storage: str, order: str) -> np.ndarray:
    """The matrix as it is stored."""
    by_order = dense if order == "rows" else np.ascontiguousarray(dense.T)
    if storage != "packed":
        return by_order
    return by_order[np.tril_indices(len(dense), -1) if order == "rows" else np.triu_indices(len(dense), 1)]


def arguments(given: TrmvInput) -> tuple:
    """The arguments of @tri_rows and the others."""
    return given.matrix, given.vector
