"""Buffers whose sizes change from iteration to iteration: room for the largest in front of the loop.

A buffer that an iteration takes holds nothing when the iteration begins. So where two are taken in different parts of
it, as the strips of a loop in the primal and of one in its adjoint, a room for the larger one does for both. Its size
is found when the function runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...build import index, replace_op
from ...errors import Report
from ...mlir import arith, ir, memref
from ..allocation.buffer_bytes import byte_buffer, bytes_needed, can_hold
from ..facts.in_place import inside
from ..facts.in_use import Order, leaves, lifetime, loops_around
from .bounds import Bounds


@dataclass(frozen=True)
class Room:
    """A buffer in front of a loop, its size in bytes, and what stands for it in the iterations."""

    buffer: ir.Value
    bytes: ir.Value
    loop: ir.Operation
    part: ir.Operation


def hoist_bounded(alloc: ir.Operation) -> Room | None:
    """Takes a buffer in front of all loops around it in which its sizes have bounds, and which do not pass it on."""
    if not alloc.operands or not can_hold(alloc):
        return None
    target, bounds = None, []
    for loop in loops_around(alloc):
        if leaves(alloc.results[0], loop):
            break
        with alloc.location, ir.InsertionPoint(loop):
            found = [Bounds(loop).upper(size) for size in alloc.operands]
        if any(bound is None for bound in found):
            break
        target, bounds = loop, found
    return None if target is None else _replace(alloc, target, bounds)


def _replace(alloc: ir.Operation, loop: ir.Operation, bounds: list[ir.Value]) -> Room:
    """Gives every iteration its part of one buffer in front of the loop."""
    type = ir.MemRefType(alloc.results[0].type)
    with alloc.location, ir.InsertionPoint(loop):
        bytes = bytes_needed(type, [arith.maxsi(bound, index(0)) for bound in bounds])
        whole = memref.alloc(byte_buffer(), [bytes], [])
    with alloc.location, ir.InsertionPoint(alloc):
        part = memref.view(type, whole, index(0), list(alloc.operands))
    replace_op(alloc, part)
    return Room(whole, bytes, loop, part.owner.operation)


def join(rooms: Sequence[Room], report: Report) -> None:
    """Replaces rooms of one loop by one where their parts are never in use at the same time.

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
    if one.loop != other.loop:
        return False
    block = one.part.block
    while inside(other.part, block) is None:
        block = block.owner.operation.block
    order = Order(block)
    (begin, end), (its_begin, its_end) = (lifetime(room.part, order) for room in (one, other))
    return end < its_begin or its_end < begin


def _join(home: list[Room]) -> None:
    first, *others = home
    with first.buffer.owner.operation.location, ir.InsertionPoint(first.loop):
        size = first.bytes
        for other in others:
            size = arith.maxsi(size, other.bytes)
        whole = memref.alloc(first.buffer.type, [size], [])
    for room in home:
        alloc = room.buffer.owner.operation
        room.buffer.replace_all_uses_with(whole)
        alloc.erase()
