"""Parts of tensors of sets: reading and writing elements and slices whose place may be unknown.

An unknown position may be any along its dimension: what is read there is the union of all, and
what is written there is added to all. A position outside the tensor, which only a branch that is
not taken can have, is moved inside.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .index_sets import EMPTY, IndexSets, Numbers
from .integers import Integer


class InLanes(Exception):
    """A tensor would differ from one point of an iteration space to the next."""


def extract(sets: IndexSets | None, tensor: np.ndarray, at: Sequence[Integer]) -> Numbers:
    """One element, or one for each lane; `sets` is None where all positions are known."""
    try:
        if not at or min(at) >= 0:
            return tensor.item(tuple(at))
    except (TypeError, ValueError, IndexError):
        pass  # not one known element: the long way
    if tensor.size == 0:
        return EMPTY
    unknown = [axis for axis, position in enumerate(at) if position is None]
    if unknown:
        tensor = sets.reduce(tensor, unknown)
    inside = [0 if i is None else _clipped(i, size) for i, size in zip(at, tensor.shape)]
    element = tensor[tuple(inside)]
    return element if isinstance(element, np.ndarray) and element.ndim else int(element)


def _clipped(position: int | np.ndarray, size: int) -> int | np.ndarray:
    if isinstance(position, np.ndarray):
        return np.clip(position, 0, size - 1)
    return min(max(position, 0), size - 1)


def insert(sets: IndexSets | None, value: Numbers, into: np.ndarray, at: Sequence[Integer]) -> None:
    """Writes one element, in place."""
    if any(isinstance(v, np.ndarray) for v in (value, *at)):
        raise InLanes
    if into.size == 0:
        return
    place = tuple(slice(None) if i is None else _clipped(i, size) for i, size in zip(at, into.shape))
    into[place] = value if None not in at else sets.join([np.asarray(into[place]), value])


def _ranges(shape, offsets, sizes, strides) -> list[slice] | None:
    """The places of a slice, all of a dimension where they are not known; None if it does not fit."""
    if any(isinstance(n, np.ndarray) for n in (*offsets, *strides)):
        raise InLanes
    ranges = []
    for length, offset, size, stride in zip(shape, offsets, sizes, strides):
        if offset is None or stride is None:
            ranges.append(slice(None))
            continue
        span = (size - 1) * stride + 1 if size else 0
        if span > length:
            return None
        offset = min(max(offset, 0), length - span)
        ranges.append(slice(offset, offset + span, stride))
    return ranges


def extract_slice(sets: IndexSets | None, tensor: np.ndarray, offsets, sizes, strides) -> np.ndarray:
    """A slice, with all its dimensions, as a new array."""
    ranges = _ranges(tensor.shape, offsets, sizes, strides)
    if ranges is None:
        return np.full(sizes, sets.everything([tensor]) if sets else 0, np.int64)
    part = tensor[tuple(ranges)]
    if unknown := _unknown(offsets, strides):
        part = sets.reduce(part, unknown) if part.size else part
    return part.copy() if part.shape == tuple(sizes) else np.array(np.broadcast_to(part, sizes))


def insert_slice(sets: IndexSets | None, source: np.ndarray, into: np.ndarray, offsets, sizes, strides) -> None:
    """Writes a slice, in place."""
    ranges = _ranges(into.shape, offsets, sizes, strides)
    source = source.reshape(sizes)
    if ranges is None or not source.size:
        return
    place = tuple(ranges)
    if unknown := _unknown(offsets, strides):
        source = sets.join([into[place], sets.reduce(source, unknown)])
    into[place] = source


def _unknown(offsets, strides) -> list[int]:
    return [axis for axis, pair in enumerate(zip(offsets, strides)) if None in pair]
