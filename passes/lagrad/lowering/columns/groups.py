"""Neighbouring operations that run together over a dimension: their groups, and what may change places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ...mlir import ir
from ..facts.memory import Kind, are_apart, kind, may_meet
from ..facts.places import Linear, Place, element, linear, place
from ..facts.sum_of_products import all_places, places_of
from ..facts.views import ALLOCATIONS, VIEWS

_FREE = {*VIEWS, *ALLOCATIONS, "memref.dim"}
_PURE = ("arith", "math", "affine")


class Touch(NamedTuple):
    """What an operation does to a buffer in an iteration: where the iteration is an index, and whether it writes."""

    buffer: ir.Value
    root: ir.Value
    at: frozenset[int]  # the dimensions of the buffer whose index the iteration is
    rows: frozenset[int]  # and of the root
    written: bool
    is_row: bool  # several elements, or one?
    moves: bool  # is it elsewhere in another iteration?

    def commutes(self, other: Touch) -> bool:
        """Whether this, in an iteration, and the other, in another one, may change places."""
        if not (self.written or other.written):
            return True
        if self.buffer == other.buffer and not self.at.isdisjoint(other.at):
            return True
        if self.root == other.root:
            return not self.rows.isdisjoint(other.rows)
        return are_apart(self.root, other.root)


class Member(Protocol):
    """An operation of a group."""

    op: ir.Operation
    touches: list[Touch]


@dataclass
class Group:
    """Operations that may share their iterations, and what stands between them, which can go before them."""

    members: list[Member] = field(default_factory=list)
    between: list[ir.Operation] = field(default_factory=list)
    # By the kind of a root, and the root.
    _touches: dict[Kind, dict[ir.Value, set[Touch]]] = field(default_factory=dict)

    def add(self, member: Member, before: list[ir.Operation]) -> None:
        """Takes an operation, and what stands before it since the last one."""
        self.members.append(member)
        self.between += before
        for touch in member.touches:
            self._touches.setdefault(kind(touch.root), {}).setdefault(touch.root, set()).add(touch)

    def takes(self, member: Member) -> bool:
        """Whether an operation can run together with those before it."""
        return self.commutes(member.touches)

    def commutes(self, touches: Iterable[Touch]) -> bool:
        """Whether these, in an iteration, and all of the group, in others, may change places."""
        return all(touch.commutes(other) for touch in touches for other in self._near(touch))

    def _near(self, touch: Touch) -> Iterable[Touch]:
        """The touches of memory that may be the same."""
        for own, roots in self._touches.items():
            same = [touch.root] if touch.root in roots else []
            for root in roots if may_meet(own, kind(touch.root)) else same:
                yield from roots[root]

    def lets_pass(self, op: ir.Operation) -> bool:
        """Whether an operation can move before the group: neither sees what the other does."""
        if op.name in _FREE or op.name.split(".")[0] in _PURE and not op.regions:
            return True
        if op.name in ("memref.load", "memref.store") or op.name == "linalg.generic" and is_plain(op):
            return self.commutes(t._replace(at=frozenset(), rows=frozenset()) for t in touches_of(op, -1))
        return False


def grouped(block: ir.Block, begin: Callable[[], Group], member_of: Callable[[ir.Operation], Member | None]) -> list:
    """The groups of a block, in its order."""
    found, group, waiting = [], begin(), []
    for view in block.operations:
        op = view.operation
        member = member_of(op)
        if member is not None and group.takes(member):
            group.add(member, waiting)
            waiting = []
        elif group.members and group.lets_pass(op):
            waiting.append(op)
        else:
            found.append(group)
            group, waiting = begin(), []
            if member is not None:
                group.add(member, [])
    return [*found, group]


def is_plain(op: ir.Operation) -> bool:
    """Whether a `linalg.generic` on buffers touches nothing but its operands, each at its own indices."""
    inner = [view.operation for view in op.regions[0].blocks[0].operations]
    maps = all_places(op)
    is_known = all(o.name.split(".")[0] in ("arith", "math", "linalg") and not o.regions for o in inner)
    return not op.results and None not in maps and is_known


def touches_of(op: ir.Operation, trip: ir.Value | int) -> list[Touch]:
    """What an operation does to memory; `trip` is the counter of the loop around it, or a dimension of its own."""
    if op.name in ("memref.load", "memref.store"):
        buffer, *indices = list(op.operands)[op.name == "memref.store" :]
        return [_touch(buffer, list(map(linear, indices)), place(op), trip, op.name == "memref.store", False)]
    if op.name != "linalg.generic":
        return []
    ins, found = op.attributes["operandSegmentSizes"][0], []
    for number, (buffer, attribute) in enumerate(zip(op.operands, op.attributes["indexing_maps"])):
        if isinstance(buffer.type, ir.MemRefType):
            # Dimensions of the operation are no values: their numbers stand for them.
            indices = [Linear({d: 1}, 0) for d in places_of(attribute.value)]
            inner = len(indices) - (trip in places_of(attribute.value) if isinstance(trip, int) else 0)
            found.append(_touch(buffer, indices, element(buffer, indices), trip, number >= ins, inner > 0))
    return found


def _touch(
    buffer: ir.Value, indices: list[Linear], at: Place, trip: ir.Value | int, written: bool, is_row: bool
) -> Touch:
    own, rows = (
        frozenset(k for k, i in enumerate(linears) if i.number == 0 and i.terms == {trip: 1})
        for linears in (indices, at.indices or ())
    )
    moves = any(_changes(value, trip) for i in at.indices or () for value in i.terms)
    return Touch(buffer, at.root, own, rows, written, is_row, moves)


def _changes(value: ir.Value | int, trip: ir.Value | int) -> bool:
    """Whether a part of an index, which may be a dimension of the operation, is something else in another iteration."""
    if isinstance(value, int) or isinstance(trip, int):
        return isinstance(value, int) and isinstance(trip, int) and value == trip
    return value == trip or not isinstance(value.owner, ir.Block) and value.owner.operation.block == trip.owner
