"""Results beside those of a reference. Imports nothing but NumPy, as every tool's interpreter has that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

BOUND = 1e-8  # of the error relative to the largest entry of each array
BOUND_F32 = 1e-4  # where it is computed in f32
BLOCK = 1 << 17


def bound_for(reference: Sequence) -> float:
    return BOUND_F32 if any(np.asarray(array).dtype == np.float32 for array in reference) else BOUND


def relative_error(result: Any, reference: Any) -> float:
    """`max|a - b| / max|b|`; infinite where the shapes differ or a number is not finite."""
    a, b = np.asarray(result), np.asarray(reference)
    if a.shape != b.shape:
        return float("inf")
    difference = scale = 0.0
    a, b = a.reshape(-1), b.reshape(-1)
    for start in range(0, b.size, BLOCK):  # results of some GB have no room for temporaries
        x, y = a[start : start + BLOCK], b[start : start + BLOCK]
        # A NaN or an infinity in either makes one of the maxima no number, which no later maximum undoes.
        with np.errstate(invalid="ignore"):
            difference, scale = np.maximum(difference, np.abs(x - y).max()), np.maximum(scale, np.abs(y).max())
    if not (np.isfinite(difference) and np.isfinite(scale)):
        return float("inf")
    if scale == 0:
        return 0.0 if difference == 0 else float("inf")
    return float(difference / scale)
