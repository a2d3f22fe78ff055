"""Rooms in front of a loop that are one, because no trip needs two of them at once.

A buffer that a trip takes holds nothing when the trip begins. So where two are taken in different parts of it, as the strips of a loop in the
primal and of one in its adjoint, a room for the larger one does for both. Its size is found when the function runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...mlir import arith, ir, memref
from ..facts.in_place import inside
from ..facts.in_use import Order, accesses


@dataclass(frozen=True)
class Room:
    """A buffer in front of a loop, the number of its elements, and what stands for it in the trips, where it was taken."""

    buffer: ir.Value
    elements: ir.Value
    loop: ir.Operation
    part: ir.Operation


def share(rooms: Sequence[Room], report) -> None:
    """Replaces rooms of one loop, of one element type, by one where their parts are never in use at the same time.

    Matrices come first, so that they do not share with a vector what they could share with a matrix.
    """
    homes: list[list[Room]] = []
    for room in sorted(rooms, key=lambda room: -ir.MemRefType(room.part.results[0].type).rank):
        home = next((home for home in homes if all(_may_be_one(room, other) for other in home)), None)
        if home is None:
            homes.append([room])
        else:
            report.remark(room.part.location, "this buffer lies where another one was")
            home.append(room)
    for home in homes:
        if len(home) > 1:
            _join(home)


def _may_be_one(one: Room, other: Room) -> bool:
    if one.loop != other.loop or one.buffer.type != other.buffer.type:
        return False
    block = next(block for block in _blocks_around(one.part) if inside(other.part, block) is not None)
    order = Order(block)
    (begin, end), (its_begin, its_end) = (_in_use(room.part, order) for room in (one, other))
    return end < its_begin or its_end < begin


def _blocks_around(op: ir.Operation) -> Iterator[ir.Block]:
    while op.name != "func.func":
        yield op.block
        op = op.parent.operation


def _in_use(part: ir.Operation, order: Order) -> tuple[int, int]:
    """From and to which operation of a block."""
    begin = order.place(part)
    return begin, max(accesses(part.results[0], order), default=begin)


def _join(home: list[Room]) -> None:
    first, *others = home
    with first.buffer.owner.operation.location, ir.InsertionPoint(first.loop):
        size = first.elements
        for other in others:
            size = arith.maxsi(size, other.elements)
        whole = memref.alloc(first.buffer.type, [size], [])
    for room in home:
        alloc = room.buffer.owner.operation
        room.buffer.replace_all_uses_with(whole)
        alloc.erase()
