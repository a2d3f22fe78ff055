"""Sets of input elements, each with a number, so that a tensor of sets is an array of numbers.

A value of a program is followed not as a number but as the set of input elements that it may depend
on. Equal sets have equal numbers: what most elements of a program share is worked out once, and
slices, transposes and gathers of tensors are NumPy's of arrays of numbers. Set 0 is empty, set i + 1
holds the input element i alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

EMPTY = 0
Numbers = int | np.ndarray  # of sets: of one value, or of one for each element or lane


class IndexSets:
    """The sets over `count` input elements."""

    def __init__(self, count: int):
        self.count = count
        self._members: list[frozenset[int]] = []  # of the sets with more than one
        self._number: dict[frozenset[int], int] = {}
        self._joined: dict[tuple[int, ...], int] = {}

    def members(self, number: int) -> frozenset[int] | tuple[int, ...]:
        if number == EMPTY:
            return ()
        return (number - 1,) if number <= self.count else self._members[number - self.count - 1]

    def join(self, values: Sequence[Numbers]) -> Numbers:
        """The union of sets, or of arrays of them, which are broadcast."""
        key = tuple(values)
        try:
            known = self._joined.get(key)
        except TypeError:  # there is an array among them
            return self._join_arrays(key)
        if known is None:
            known = self._joined[key] = self._union(set(key))
        return known

    def _union(self, numbers: set[int]) -> int:
        numbers.discard(EMPTY)
        if len(numbers) < 2:
            return numbers.pop() if numbers else EMPTY
        union = frozenset().union(*map(self.members, numbers))
        if union not in self._number:
            self._members.append(union)
            self._number[union] = self.count + len(self._members)
        return self._number[union]

    def _join_arrays(self, values: Sequence[Numbers]) -> np.ndarray:
        shape = np.broadcast_shapes(*map(np.shape, values))
        arrays = [v for v in {id(v): v for v in values}.values() if np.any(v)]
        if len(arrays) < 2:
            return np.array(np.broadcast_to(arrays[0] if arrays else EMPTY, shape))
        columns = [np.broadcast_to(v, shape).reshape(-1).tolist() for v in arrays]
        return np.array([self.join(row) for row in zip(*columns)], np.int64).reshape(shape)

    def reduce(self, array: np.ndarray, axes: Sequence[int]) -> np.ndarray:
        """The unions along some axes, which stay with size one."""
        if not axes:
            return array
        kept = [axis for axis in range(array.ndim) if axis not in axes]
        shape = [1 if axis in axes else size for axis, size in enumerate(array.shape)]
        if array.size == 0:
            return np.zeros(shape, np.int64)
        rows = array.transpose([*kept, *axes]).reshape(int(np.prod([array.shape[k] for k in kept])), -1)
        unions = [self._reduced(frozenset(row)) for row in rows.tolist()]
        return np.array(unions, np.int64).reshape(shape)

    def _reduced(self, numbers: frozenset[int]) -> int:
        if (known := self._joined.get(numbers)) is None:
            known = self._joined[numbers] = self._union(set(numbers))
        return known

    def everything(self, values: Sequence[Numbers]) -> int:
        """The union of all elements of all values."""
        return self._reduced(frozenset(n for value in values for n in np.unique(value).tolist()))
