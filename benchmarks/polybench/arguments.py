"""What a kernel is called with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .affine import ranks


def arguments_of(kernel: Callable, size: int, seed: int = 0) -> list:
    """Random scalars and arrays; matrices are symmetric and far from singular, that of `durbin` too."""
    random, made = np.random.default_rng(seed), []
    for rank in ranks(kernel).values():
        value = random.uniform(0.5, 1.5, (size,) * rank)
        if rank == 2:
            value = value + value.T + 2 * size * np.eye(size)
        if kernel.__name__ == "durbin":  # ones on the diagonal of its Toeplitz matrix, this elsewhere
            value = value / (4 * size)
        made.append(value if rank else float(value) + 2)
    return made


def shadows_of(kernel: Callable, size: int, seed: int = 1) -> list[np.ndarray]:
    """Random cotangents of what the arrays hold at the end."""
    random = np.random.default_rng(seed)
    return [random.normal(size=(size,) * rank) for rank in ranks(kernel).values() if rank]
