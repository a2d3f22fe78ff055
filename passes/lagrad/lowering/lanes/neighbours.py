"""Elements that a block reads or writes one by one, and that are neighbours in memory.

    memref.store %x, %a[%i, %c0, %c2] : memref<?x2x3xf64>
    memref.store %y, %a[%i, %c1, %c0] : memref<?x2x3xf64>

Stores may wait for the last of them if nothing in between touches what they write; loads may all be made where the
first one is if nothing in between writes what they read. No element is touched that the program does not touch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...build import DYNAMIC, bytes_of
from ...forms.parts import merged
from ...mlir import ir
from ..facts.places import Linear, Place, place
from ..walk import walk

_BYTES = 32  # of neighbours at a time; wider vectors measured no better (`python -m benchmarks.thresholds.lanes`)

_Touched = list[tuple[str, Place]]  # what an operation reads and writes


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Loads or stores of elements one after the other, in the order of memory."""

    ops: tuple[ir.Operation, ...]
    when: ir.Operation  # the one of them in whose place all are made
    root: ir.Value
    indices: tuple[Linear, ...]  # of the first element in `flat(root)`


def neighbours(block: ir.Block, most: int, is_wanted: Callable[[ir.Operation], bool]) -> dict[ir.Operation, Neighbours]:
    """The neighbours among the wanted loads and stores of a block, by each of them: `most` at a time, then by halves,
    at least two.

    Of two roots of which one is written it is taken for granted that they share no memory.
    """
    ops = [view.operation for view in block.operations]
    touched = [
        (op, [(each.name, place(each)) for each in (op, *walk(op)) if each.name in ("memref.load", "memref.store")])
        for op in ops
    ]
    found = [*_waiting("memref.store", touched, is_wanted), *_waiting("memref.load", touched[::-1], is_wanted)]
    return {op: group for waiting in found for group in waiting.groups(most) for op in group.ops}


@dataclass(frozen=True, eq=False)
class _Waiting:
    """Accesses to places that differ in the number of the last index only, by that number, in the order of their
    coming."""

    start: tuple[Linear, ...]  # the indices without that number
    accesses: dict[int, tuple[ir.Operation, Place]]

    def groups(self, most: int) -> Iterator[Neighbours]:
        coming, left = list(self.accesses), sorted(self.accesses)
        root = self.accesses[left[0]][1].root
        most = min(most, _BYTES // bytes_of(root.type))
        while left:
            count = most
            while left[:count] != list(range(left[0], left[0] + count)):
                count //= 2
            if count > 1:
                ops = [self.accesses[number][0] for number in left[:count]]
                when = self.accesses[max(left[:count], key=coming.index)][0]
                yield Neighbours(tuple(ops), when, root, (*self.start[:-1], self.start[-1] + Linear({}, left[0])))
            left = left[count:]

    def may_meet(self, kind: str, touched: _Touched) -> bool:
        """Is there one, of this kind, that cannot change places with something that touches these?"""
        return any(
            other.root == own.root and "memref.store" in (kind, name) and not other.is_other(own)
            for _, own in self.accesses.values()
            for name, other in touched
        )


def _waiting(
    kind: str, ops: list[tuple[ir.Operation, _Touched]], is_wanted: Callable[[ir.Operation], bool]
) -> list[_Waiting]:
    """The accesses of a kind that may be made when the last of them comes, in the order of `ops`."""
    waiting: dict[tuple, _Waiting] = {}
    done = []
    for op, touched in ops:
        if touched:
            done += [waiting.pop(key) for key, group in list(waiting.items()) if group.may_meet(kind, touched)]
        if op.name != kind or not is_wanted(op):
            continue
        at = touched[0][1]
        if (indices := _flat_indices(at)) is not None:
            start = (*indices[:-1], Linear(indices[-1].terms, 0))
            key = (at.root, *((frozenset(i.terms.items()), i.number) for i in start))
            waiting.setdefault(key, _Waiting(start, {})).accesses.setdefault(indices[-1].number, (op, at))
    return done + list(waiting.values())


# -- flat views -------------------------------------------------------------------------------


def flat(root: ir.Value) -> ir.Value:
    """A view of a buffer in which those last dimensions are one whose elements are all one after the other in
    memory."""
    type = ir.MemRefType(root.type)
    first = _flat_from(type)
    if first >= type.rank - 1:
        return root
    return merged(root, first)


def _flat_indices(at: Place) -> tuple[Linear, ...] | None:
    """The indices in `flat` of the root; None if they are not known, or if the elements of no dimension are one after
    the other."""
    type = ir.MemRefType(at.root.type)
    first = _flat_from(type)
    if at.indices is None or first == type.rank:
        return None
    strides, _ = type.get_strides_and_offset()
    last = Linear({}, 0)
    for index, stride in zip(at.indices[first:], strides[first:]):
        last += index * stride
    return *at.indices[:first], last


def _flat_from(type: ir.MemRefType) -> int:
    """The first of those last dimensions; the rank if there is none."""
    strides, _ = type.get_strides_and_offset()
    first, stride = type.rank, 1
    for dimension in reversed(range(type.rank)):
        if strides[dimension] != stride:
            break
        first = dimension
        if type.shape[dimension] == DYNAMIC:
            break
        stride *= type.shape[dimension]
    return first
