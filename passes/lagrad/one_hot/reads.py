"""Where a tensor is read: the places of the slices and elements that all of its users take.

An index is right where it is read: what is read in a branch only is read at a place of that branch.
"""

from __future__ import annotations

from typing import NamedTuple

from .. import build
from ..build import DYNAMIC
from ..mlir import ir
from .slices import kept_dimensions, written_parts
from .terms import Place, index_of, rest_type, same_place

SEVERAL = ("scf.for", "func.call")  # operations that take care of each of their results, and go away by themselves
_MOVABLE = ("tensor.extract", "tensor.dim", "affine.apply")


class _Read:
    """A slice or an element that is read of a tensor: at which index in the dimensions that are fixed."""

    def __init__(self, op: ir.Operation):
        self.op = op
        if op.name == "tensor.extract":
            self.place: Place = tuple(index_of(v) for v in list(op.operands)[1:])
            self.offsets, self.sizes, self.strides = list(self.place), [1] * len(self.place), [1] * len(self.place)
            return
        self.offsets, self.sizes, self.strides = written_parts(op, 1)
        kept = kept_dimensions(self.sizes, op.results[0].type) or []
        self.place = tuple(
            (o if isinstance(o, int) else index_of(o)) if n == 1 and d not in kept else None
            for d, (o, n) in enumerate(zip(self.offsets, self.sizes))
        )

    def _is_all_of(self, narrow: ir.Value, rest: list[int]) -> bool:
        """Whether a part has nothing that is not read."""
        static = self.op.results[0].type == narrow.type and DYNAMIC not in build.shape_of(narrow.type)
        return static and all(
            isinstance(self.offsets[d], int) and self.offsets[d] == 0 and self.strides[d] == 1 for d in rest
        )

    def replace(self, narrow: ir.Value, fixed: list[int]) -> None:
        """Reads the same of the part that was computed."""
        rest = [d for d in range(len(self.place)) if d not in fixed]
        with self.op.location, ir.InsertionPoint(self.op):
            if not build.is_tensor(narrow.type):
                new = narrow
            elif self.op.name == "tensor.extract":
                new = build.extract(narrow, [list(self.op.operands)[1 + d] for d in rest])
            elif self._is_all_of(narrow, rest):
                new = narrow
            else:
                parts = [[own[d] for d in rest] for own in (self.offsets, self.sizes, self.strides)]
                new = build.extract_slice(narrow, self.op.results[0].type, *parts)
        self.op.results[0].replace_all_uses_with(new)
        self.op.erase()


class _Size:
    """A size that is read of a tensor, and is one of the part."""

    def __init__(self, op: ir.Operation):
        self.op = op

    def replace(self, narrow: ir.Value, fixed: list[int]) -> None:
        d = int(build.constant_of(self.op.operands[1]))
        with self.op.location, ir.InsertionPoint(self.op):
            new = build.emit1(
                "tensor.dim", build.index_type(), narrow, build.index(d - sum(other < d for other in fixed))
            )
        self.op.results[0].replace_all_uses_with(new)
        self.op.erase()


class Group(NamedTuple):
    """What is read at one place, and before which operation that may be computed."""

    place: Place
    reads: list[_Read | _Size]
    at: ir.Operation

    @property
    def fixed(self) -> list[int]:
        """The dimensions that are read at one index."""
        return [d for d, n in enumerate(self.place) if n is not None]

    @property
    def rest(self) -> list[int]:
        """The other dimensions, which the part has."""
        return [d for d, n in enumerate(self.place) if n is None]

    def replace(self, narrow: ir.Value) -> None:
        """Reads the same of the part that was computed."""
        for read in self.reads:
            read.replace(narrow, self.fixed)


Reads = list[Group]


def reads_of(value: ir.Value, op: ir.Operation, few: int) -> Reads | None:
    """Where all of a result of an operation is read, with indices that are known where it is made; None for others."""
    found = _all_reads(value, few)
    if found is None:
        return None
    groups, dims = found
    ats = [_certain([read.op for read in reads], op) for _, reads in groups]
    if any(at is None for at in ats) or any(at != op for at in ats) and (dims or op.name in SEVERAL):
        return None
    if len(groups) > 1 and op.name in SEVERAL:
        return None
    groups[0][1].extend(map(_Size, dims))
    indices = [(n, at) for (place, _), at in zip(groups, ats) for n in place if isinstance(n, ir.Value)]
    if not all(_can_precede(n, at) for n, at in indices) or not all(_precede(n, at) for n, at in indices):
        return None
    return [Group(place, reads, at) for (place, reads), at in zip(groups, ats)]


def _all_reads(value: ir.Value, few: int) -> tuple[list[tuple[Place, list[_Read]]], list[ir.Operation]] | None:
    """The places at which all of a tensor is read, if there are few; and what reads its sizes."""
    if not build.is_tensor(value.type):
        return None
    for user in [use.owner.operation for use in value.uses]:
        if user.name == "tensor.dim" and not any(True for _ in user.results[0].uses):
            user.erase()
    users = [(use.owner.operation, use.operand_number) for use in value.uses]
    dims = [user for user, _ in users if user.name == "tensor.dim"]
    users = [(user, n) for user, n in users if user.name != "tensor.dim"]
    if not users or any(user.name not in ("tensor.extract_slice", "tensor.extract") or n != 0 for user, n in users):
        return None
    reads = [_Read(user) for user, _ in users]
    rank = len(build.shape_of(value.type))
    fixed = [d for d in range(rank) if all(read.place[d] is not None for read in reads)]
    fixed = [d for d in fixed if _is_long(build.shape_of(value.type)[d], few)]
    groups: list[tuple[Place, list[_Read]]] = []
    for read in reads:
        place = tuple(read.place[d] if d in fixed else None for d in range(rank))
        known = next((own for other, own in groups if same_place(other, place)), None)
        if known is not None:
            known.append(read)
        else:
            groups.append((place, [read]))
    if any(build.constant_of(dim.operands[1]) is None or build.constant_of(dim.operands[1]) in fixed for dim in dims):
        return None
    return (groups, dims) if fixed and len(groups) <= few else None


def _certain(reads: list[ir.Operation], op: ir.Operation) -> ir.Operation | None:
    """Where what some operations read is read for certain: before `op`, or before the first of them in a branch; None
    for others."""
    ways = [_way_down(read, op.block) for read in reads]
    if any("scf.if" not in way and "scf.while" not in way for way in ways):
        return op
    if any(set(way) != {"scf.if"} for way in ways) or any(read.block != reads[0].block for read in reads):
        return None
    return next(view.operation for view in reads[0].block.operations if view.operation in reads)


def _way_down(read: ir.Operation, block: ir.Block) -> list[str]:
    """The operations of regions between a block and something inside it."""
    way = []
    while read.block != block:
        read = read.block.owner.operation
        way.append(read.name)
    return way


def _is_long(size: int, few: int) -> bool:
    """Whether a dimension has more elements than there may be places."""
    return size == DYNAMIC or size > few


def _is_above(value: ir.Value, op: ir.Operation) -> bool | None:
    """Whether a value is there before an operation; None where it could not be, from where it is defined."""
    block = value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    here = op
    while here.block != block:
        here = here.block.owner.operation
        if here.name == "func.func":
            return None
    if isinstance(value.owner, ir.Block):
        return True
    for view in block.operations:
        if view.operation == value.owner.operation:
            return True
        if view.operation == here:
            return False if here == op else None
    return None


def _can_precede(value: ir.Value, op: ir.Operation) -> bool:
    """Whether an index is computed before an operation, or can be: from what is there, without effects."""
    above = _is_above(value, op)
    if above is not False:
        return above is True
    owner = value.owner.operation
    return (owner.name in _MOVABLE or owner.name.startswith("arith.")) and all(
        _can_precede(v, op) for v in owner.operands
    )


def _precede(value: ir.Value, op: ir.Operation) -> bool:
    """Moves what computes an index before an operation."""
    if _is_above(value, op) is False:
        owner = value.owner.operation
        if not all(_can_precede(v, op) and _precede(v, op) for v in owner.operands):
            return False
        owner.move_before(op)
    return True


def narrow_argument(argument: ir.Value, indices: list[ir.Value]) -> Place | None:
    """Makes an argument of a function the part of it that is read, at some of these indices; where that is."""
    found = _all_reads(argument, 1)
    if found is None:
        return None
    ((place, reads),), dims = found
    if any(isinstance(n, ir.Value) and not any(n == known for known in indices) for n in place):
        return None
    first = argument.owner.operations[0].operation
    if _certain([read.op for read in reads], first) != first:
        return None
    group = Group(place, [*reads, *map(_Size, dims)], first)
    argument.set_type(rest_type(argument.type, group.rest))
    group.replace(argument)
    return place
