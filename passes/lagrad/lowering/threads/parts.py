"""The iterations of a loop in parts that do not depend on each other, to the last bit in every order.

    for part in 0 .. n: for i in the part: ...

What iterations add to is another buffer in each part, filled with zeros; behind, these are added one after the other.
So is what an iteration writes for itself. A small one is on the stack of the thread, which leaves a copy of its sums on
that of its caller; the others are one buffer that the caller has, and each part gets its place there.
"""

from __future__ import annotations

import math

from ... import build
from ...build import DYNAMIC, index
from ...forms.generic import rewire
from ...forms.nests import nest
from ...mlir import arith, ir, memref, scf
from ..allocation.buffer_bytes import fixed_bytes
from ..facts.independence import Independent
from ..facts.views import root_of
from ..loops.carried_sums import NOTHING
from ..walk import enclosing_function
from .team import make_again, used_from_outside
from .work import trips

_ON_STACK = 1024  # bytes
_COPIES = 16 << 10  # bytes on the stack, of what all parts leave
_LINE = 64  # bytes that threads do not share


def in_parts(loop: ir.Operation, found: Independent, count: int) -> tuple[ir.Operation, list[ir.Value]]:
    """Moves the loop into a new one over `count` parts, here; with what in that are the places of the part."""
    begin, _, step = list(loop.operands)[:3]
    all_trips, many = trips(loop), index(count)
    shared = shared_sums(found)
    with ir.InsertionPoint.at_block_begin(enclosing_function(loop).regions[0].blocks[0]):
        left = {root: memref.alloca(_left_type(root, count), [], []) for root in shared if _is_small(root, count)}
    rooms = {root: _Room(root, many) for root in shared if root not in left}
    for root in (root for root in found.scratch if not _is_small(root)):
        rooms[root] = _instead(root, many)
    parts = scf.ForOp(index(0), many, index(1))
    with ir.InsertionPoint(parts.body):
        end = scf.YieldOp([]).operation
    with ir.InsertionPoint(end):
        part = parts.induction_variable
        places = {root: room.place(part) for root, room in rooms.items()}
        first, last = (
            arith.addi(begin, arith.muli(step, arith.divui(arith.muli(n, all_trips), many)))
            for n in (part, arith.addi(part, index(1)))
        )
        known = {root: places[root] if root in places else _on_stack(root) for root in (*shared, *found.scratch)}
        for root in shared:
            _fill_with_zeros(known[root])
        for value in used_from_outside(loop):
            if isinstance(value.type, ir.MemRefType) and root_of(value) in known:
                make_again(value, known)
        loop.move_before(end)
        rewire(loop, known)
        loop.operands[0], loop.operands[1] = first, last
        for root, copies in left.items():
            own = known[root]
            nest(sizes(own), lambda at, _: memref.store(memref.load(own, at), copies, [part, *at]))
    for root in shared:
        _add_up(root, left.get(root), rooms.get(root), many)
    return parts.operation, list(places.values())


def shared_sums(found: Independent) -> list[ir.Value]:
    """The buffers that iterations share and only add to."""
    return list(dict.fromkeys(update.place.root for update in found.updates))


def sizes(buffer: ir.Value) -> list[ir.Value]:
    return [build.size_of(buffer, n) for n in range(ir.MemRefType(buffer.type).rank)]


def _is_small(buffer: ir.Value, copies: int = 0) -> bool:
    bytes = fixed_bytes(ir.MemRefType(buffer.type))
    return bytes is not None and bytes <= _ON_STACK and copies * bytes <= _COPIES


def _left_type(root: ir.Value, count: int) -> ir.MemRefType:
    """The type of what the parts leave for a small buffer."""
    type = ir.MemRefType(root.type)
    return ir.MemRefType.get([count, *type.shape], type.element_type)


def _on_stack(buffer: ir.Value) -> ir.Value:
    return memref.alloca(ir.MemRefType(buffer.type), [], [])


class _Room:
    """Memory in which each part has a buffer of a type and size: taken here."""

    def __init__(self, root: ir.Value, count: ir.Value):
        self.type = ir.MemRefType(root.type)
        self.sizes = [size for size, static in zip(sizes(root), self.type.shape) if static == DYNAMIC]
        byte = ir.IntegerType.get_signless(8)
        element = build.bytes_of(self.type.element_type)
        if (bytes := fixed_bytes(self.type)) is not None:
            self.step = index(-(-bytes // _LINE) * _LINE)
            all = ir.MemRefType.get([build.constant_of(count) * build.constant_of(self.step)], byte)
            self.memory = memref.alloc(all, [], [])
        else:
            bytes = index(element * math.prod(n for n in self.type.shape if n != DYNAMIC))
            for size in self.sizes:
                bytes = arith.muli(bytes, size)
            self.step = arith.muli(arith.ceildivui(bytes, index(_LINE)), index(_LINE))
            self.memory = memref.alloc(ir.MemRefType.get([DYNAMIC], byte), [arith.muli(count, self.step)], [])

    def place(self, part: ir.Value) -> ir.Value:
        """The buffer of a part, here."""
        return memref.view(self.type, self.memory, arith.muli(part, self.step), self.sizes)


def _instead(root: ir.Value, count: ir.Value) -> _Room:
    """Room as long as there is a buffer of the function, instead of that."""
    with ir.InsertionPoint(root.owner.operation):
        room = _Room(root, index(build.constant_of(count)))
    for use in list(root.uses):
        if use.owner.operation.name == "memref.dealloc":
            memref.dealloc(room.memory, ip=ir.InsertionPoint(use.owner.operation))
    return room


def _fill_with_zeros(buffer: ir.Value) -> None:
    zero = build.constant(ir.MemRefType(buffer.type).element_type, NOTHING)
    nest(sizes(buffer), lambda at, _: memref.store(zero, buffer, at))


def _add_up(root: ir.Value, copies: ir.Value | None, room: _Room | None, count: ir.Value) -> None:
    """Adds what all parts have left to the buffer that it stands for, in order, and frees it."""
    each = scf.ForOp(index(0), count, index(1))
    with ir.InsertionPoint(each.body):
        part = each.induction_variable
        buffer, before = (copies, [part]) if room is None else (room.place(part), [])

        def add(at: list[ir.Value], _) -> None:
            memref.store(arith.addf(memref.load(root, at), memref.load(buffer, [*before, *at])), root, at)

        nest(sizes(root), add)
        scf.yield_([])
    if room is not None:
        memref.dealloc(room.memory)
