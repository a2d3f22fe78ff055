"""What an iteration does with a tensor that its loop carries."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..analysis import linalg_form
from ..mlir import ir
from ..rules.sums import adds_to
from .not_raised import NotRaised
from .steady import Indices, Steady

READS = {"tensor.extract": 1, "tensor.extract_slice": 1}  # -> the first operand of the place
WRITES = {"tensor.insert": 2, "tensor.insert_slice": 2}


@dataclass(frozen=True)
class Place:
    """A part of a tensor: an element, or a slice."""

    offsets: list[ir.Value | int]
    sizes: list[ir.Value | int]
    strides: list[ir.Value | int]
    kept: list[int]  # the dimensions that what is read or written there has


def place_of(op: ir.Operation) -> Place:
    """Where an operation of READS or WRITES does so."""
    first = (READS | WRITES)[op.name]
    if op.name in ("tensor.extract", "tensor.insert"):
        indices = list(op.operands)[first:]
        return Place(indices, [1] * len(indices), [1] * len(indices), [])
    parts = build.slice_parts(op, first)
    there = op.results[0].type if op.name in READS else op.operands[0].type
    return Place(*parts, _kept(list(op.attributes["static_sizes"]), build.shape_of(there)))


def _kept(sizes: list[int], wanted: list[int]) -> list[int]:
    kept: list[int] = []
    for number, size in enumerate(sizes):
        if len(kept) < len(wanted) and size == wanted[len(kept)]:
            kept.append(number)
    return kept


@dataclass(frozen=True)
class Kept:
    """Iterations do not change the tensor."""


@dataclass(frozen=True)
class Own:
    """Each iteration reads and writes at an index of its own in dimension `axis`; at `place` alone, if it has one."""

    axis: int
    index: Steady
    place: Place | None


@dataclass(frozen=True)
class Sum:
    """Each iteration adds to the same elements, and reads them for nothing else: `write` is the last operation of it.

    It may read other elements.
    """

    write: ir.Operation
    read: ir.Value | None  # what is added to: an element or a slice of the tensor; None for all of it


@dataclass(frozen=True)
class Last:
    """Each iteration writes the same elements, and reads none: what the last one writes stays."""

    versions: list[ir.Value]
    place: Place


def carried(argument: ir.Value, yielded: ir.Value, indices: Indices) -> Kept | Own | Sum | Last:
    """Which of these a tensor is. Raises NotRaised if none."""
    reads, writes = accesses(argument, yielded, indices.block)
    if not writes:
        return Kept()
    if all(op.name in WRITES for op in writes):
        places = [place_of(op) for op in (*reads, *writes)]
        for axis in range(len(build.shape_of(argument.type))):
            if index := _own_index([(p.offsets[axis], p.sizes[axis], axis in p.kept) for p in places], indices):
                return Own(axis, index, places[0] if all(is_same(places[0], p, indices) for p in places) else None)
        if not reads and is_steady(places[0], indices) and all(is_same(places[0], p, indices) for p in places):
            return Last([argument, *(op.results[0] for op in writes)], places[0])
    return _sum(argument, reads, writes, indices)


def accesses(version: ir.Value, yielded: ir.Value, block: ir.Block) -> tuple[list[ir.Operation], list[ir.Operation]]:
    """The operations on the tensor and on what becomes of it, which must be one version after the other."""
    reads, writes = [], []
    while True:
        following = None
        for use in version.uses:
            op, number = use.owner.operation, use.operand_number
            if op.block != block:
                raise NotRaised("a tensor that the loop carries is read inside of another operation", op)
            if op.name in READS and number == 0:
                reads.append(op)
            elif op.name in WRITES and number == 1 or op.name == "linalg.generic" and number >= linalg_form.inputs(op):
                if following is not None:
                    raise NotRaised("two versions of a tensor that the loop carries are in use", op)
                following = op
            elif op.name != "scf.yield" and not (op.name == "tensor.dim" and number == 0):
                raise NotRaised("a tensor that the loop carries is read as a whole", op)
        if version == yielded:
            if following is not None:
                raise NotRaised("two versions of a tensor that the loop carries are in use", following)
            return reads, writes
        if following is None or len(following.results) != 1:
            raise NotRaised("the next iteration does not get what becomes of this tensor")
        writes.append(following)
        version = following.results[0]


def _own_index(accesses: list[tuple[ir.Value | int, ir.Value | int, bool]], indices: Indices) -> Steady | None:
    """The one index that all accesses have in a dimension, if it grows with the iterations."""
    try:
        found = [indices.of(offset) for offset, _, _ in accesses]
    except NotRaised:
        return None
    alone = all(isinstance(size, int) and size == 1 and not kept for _, size, kept in accesses)
    return found[0] if alone and found[0].step > 0 and all(one == found[0] for one in found) else None


def _sum(argument: ir.Value, reads: list[ir.Operation], writes: list[ir.Operation], indices: Indices) -> Sum:
    if len(writes) != 1:
        raise NotRaised("iterations read or write what others write", writes[-1])
    [write] = writes
    if write.name == "linalg.generic":
        if not reads and linalg_form.accumulates(write, 0):
            return Sum(write, None)
        raise NotRaised("iterations read what others write", write)
    place, source = place_of(write), write.operands[0]
    if not is_steady(place, indices):
        raise NotRaised("iterations write to places that others read", write)
    own = [op for op in reads if is_same(place_of(op), place, indices)]
    for op in reads:
        if op not in own and not _are_apart(place_of(op), place, indices):
            raise NotRaised("iterations read what others write", op)
    if len(own) == 1:
        read = own[0].results[0]
        if write.name == "tensor.insert" and adds_to(source, read):
            return Sum(write, read)
        owner = source.owner
        if write.name == "tensor.insert_slice" and not isinstance(owner, ir.Block) and _is_alone(source):
            op = owner.operation
            if op.name == "linalg.generic" and len(op.results) == 1 and list(op.operands)[-1] == read:
                if _is_alone(read) and linalg_form.accumulates(op, 0):
                    return Sum(write, read)
    raise NotRaised("iterations read what others write", write)


def is_steady(place: Place, indices: Indices) -> bool:
    """Whether a place is the same in all iterations."""
    return not any(indices.of(n).step for n in (*place.offsets, *place.sizes, *place.strides))


def is_same(one: Place, other: Place, indices: Indices) -> bool:
    """Whether two places are one in each iteration."""
    parts = ((one.offsets, other.offsets), (one.sizes, other.sizes), (one.strides, other.strides))
    return one.kept == other.kept and all(
        indices.of(this) == indices.of(that) for these, those in parts for this, that in zip(these, those, strict=True)
    )


def _are_apart(read: Place, written: Place, indices: Indices) -> bool:
    """Whether what iterations read lies before or behind what they write, in some dimension; that place is one."""
    for axis, (one, other) in enumerate(zip(read.offsets, written.offsets)):
        sizes = read.sizes[axis], written.sizes[axis]
        if not all(isinstance(n, int) for n in sizes) or read.strides[axis] != 1 or written.strides[axis] != 1:
            continue
        index, place = indices.of(one), indices.of(other)
        if index.step < 0:
            continue
        end = indices.end(index) if index.step else index.plus(Steady(constant=1))
        gap_before = None if end is None else indices.least(place.plus(end, -1))
        gap_behind = indices.least(Steady(0, index.constant, index.terms).plus(place, -1))
        if gap_before is not None and gap_before >= sizes[0] - 1 or gap_behind is not None and gap_behind >= sizes[1]:
            return True
    return False


def _is_alone(value: ir.Value) -> bool:
    return len(list(value.uses)) == 1
