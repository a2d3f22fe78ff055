"""Arguments of pushforwards: each one that is differentiated is followed by its tangent."""

from __future__ import annotations

import numpy as np


def as_tuple(results) -> tuple:
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)


def interleaved(arguments, wrt, directions) -> list:
    """The arguments of a pushforward; `directions` are in the order of `wrt`."""
    tangents = dict(zip(wrt, directions, strict=True))
    return [v for n, a in enumerate(arguments) for v in ([a, tangents[n]] if n in tangents else [a])]


def drawn_like(rng: np.random.Generator, value) -> np.ndarray:
    """A random array with a value's shape and type, complex where that is."""
    value = np.asarray(value)
    drawn = rng.uniform(-1.0, 1.0, value.shape)
    if value.dtype.kind == "c":
        drawn = drawn + 1j * rng.uniform(-1.0, 1.0, value.shape)
    return np.asarray(drawn).astype(value.dtype)
