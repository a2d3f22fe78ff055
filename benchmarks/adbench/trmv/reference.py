"""TRMV in NumPy, with its gradient by JAX: what the program is compared with."""

from __future__ import annotations

import numpy as np

from ..jax_reference import float64_jax
from .inputs import TrmvInput


def objective(given: TrmvInput) -> np.ndarray:
    return _product(np, given, given.matrix, given.vector)


def gradient(given: TrmvInput) -> tuple[np.ndarray, np.ndarray]:
    """Of the sum of the product, by the matrix as it is stored and by the vector. Needs JAX."""
    jax = float64_jax()
    by_both = jax.jit(jax.grad(lambda matrix, vector: _product(jax.numpy, given, matrix, vector).sum(), argnums=(0, 1)))
    return tuple(np.asarray(part) for part in by_both(given.matrix, given.vector))


def tangent(given: TrmvInput, matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Of the product, in a direction: it is linear in either factor."""
    return _product(np, given, matrix, given.vector) + _product(np, given, given.matrix, vector)


def _product(xp, given: TrmvInput, matrix, vector):
    """`xp` is numpy or jax.numpy."""
    n = len(vector)
    if given.storage == "packed":
        dense = matrix[_packed_position(n, given.order)] if n > 1 else xp.zeros((n, n))
    else:
        dense = matrix if given.order == "rows" else matrix.T
    if given.storage != "full":
        dense = xp.where(np.tri(n, k=-1, dtype=bool), dense, 0)
    return dense @ vector


def _packed_position(n: int, order: str) -> np.ndarray:
    """For each entry below the diagonal, where the packed matrix has it (anything elsewhere)."""
    position = np.zeros((n, n), dtype=np.int64)
    position[triangle(n, order)] = np.arange(n * (n - 1) // 2)
    return position


def triangle(n: int, order: str) -> tuple[np.ndarray, np.ndarray]:
    """The rows and columns of what is packed, in its order."""
    if order == "rows":
        return np.tril_indices(n, -1)
    columns, rows = np.triu_indices(n, 1)
    return rows, columns
