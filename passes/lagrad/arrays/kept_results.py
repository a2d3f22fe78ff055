"""Arrays for results, whose memory is used again once nobody has the array of an earlier call any longer.

The system fills the pages of a large new array with zeros when they are touched. That may take longer than to compute
the result. So the last two arrays of each result stay here. One is given again when nobody else has it: when its only
owner is the list that it is in. A view of an array counts as an owner.
"""

from __future__ import annotations

import sys

import numpy as np

LEAST = 1 << 16  # bytes of an array that is kept
_MOST = 2  # of one result: `g = f(x)` in a loop still has one when it asks for the next


class KeptResults:
    """The arrays of one result of a function, of one type."""

    def __init__(self, dtype: np.dtype):
        self.dtype = dtype
        self.arrays: list[np.ndarray] = []

    def __call__(self, shape: tuple[int, ...]) -> np.ndarray:
        """An array whose elements may be anything, and that nobody else has."""
        for array in self.arrays:
            if sys.getrefcount(array) == ALONE and array.shape == shape and array.flags.writeable:
                return array
        new = np.empty(shape, self.dtype)
        self.arrays = [*self.arrays[1 - _MOST :], new]
        return new

    def release(self) -> None:
        self.arrays = []


def _alone() -> int:
    """How many owners an array has that only a list has, when a loop over the list asks; -1 where that says nothing."""
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return -1
    arrays = [np.empty(0)]
    for array in arrays:
        return sys.getrefcount(array)
    return -1


ALONE = _alone()
