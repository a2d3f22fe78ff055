"""Arrays whose elements do not follow each other: how many elements apart neighbours in a dimension are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def strides_of(array: np.ndarray) -> tuple[int, ...] | None:
    """The strides of an array in elements; None if they are parts of elements."""
    if any(stride % array.itemsize for stride in array.strides):
        return None
    return tuple(stride // array.itemsize for stride in array.strides)


def laid_out(values: np.ndarray, strides: Sequence[int | None] | None) -> np.ndarray:
    """A new array with these values and strides, in elements; with gaps where one is open. None: contiguous."""
    values = np.asarray(values)
    if strides is None:
        return np.array(values, order="C")
    known, room = [], 2
    for size, stride in reversed(list(zip(values.shape, strides, strict=True))):
        known.insert(0, room if stride is None else stride)
        room = max(room, abs(known[0]) * size + 1)
    ends = [(size - 1) * stride for size, stride in zip(values.shape, known)] if values.size else []
    first, last = -sum(end for end in ends if end < 0), sum(end for end in ends if end > 0)
    memory = np.zeros(first + last + 1, values.dtype)
    bytes = [stride * memory.itemsize for stride in known]
    array = np.ndarray(values.shape, memory.dtype, memory, first * memory.itemsize, bytes)
    array[...] = values
    return array
