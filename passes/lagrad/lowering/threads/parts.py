"""The iterations of a loop in parts that do not depend on each other, to the last bit in every order.

    for part in 0 .. n: for i in the part: ...

What iterations add to is another buffer in each part, filled with zeros; behind, these are added one after the other.
A small one is on the stack of the thread, which leaves a copy on that of its caller.
"""

from __future__ import annotations

import math

from ... import build
from ...build import DYNAMIC, index
from ...forms.generic import rewire
from ...forms.nests import nest
from ...mlir import arith, ir, memref, scf
from ..facts.independence import Independent
from ..facts.views import root_of
from ..loops.carried_sums import NOTHING
from ..walk import enclosing_function
from .team import make_again, used_from_outside
from .work import trips

_ON_STACK = 1024  # bytes
_COPIES = 16 << 10  # bytes on the stack, of what all parts leave


def in_parts(loop: ir.Operation, found: Independent, count: int) -> ir.Operation:
    """Moves the loop into a new one over `count` parts, here."""
    begin, _, step = list(loop.operands)[:3]
    all_trips, many = trips(loop), index(count)
    shared = shared_sums(found)
    with ir.InsertionPoint.at_block_begin(enclosing_function(loop).regions[0].blocks[0]):
        left = {root: memref.alloca(_left_type(root, count), [], []) for root in shared}
    parts = scf.ForOp(index(0), many, index(1))
    with ir.InsertionPoint(parts.body):
        end = scf.YieldOp([]).operation
    with ir.InsertionPoint(end):
        part = parts.induction_variable
        first, last = (
            arith.addi(begin, arith.muli(step, arith.divui(arith.muli(n, all_trips), many)))
            for n in (part, arith.addi(part, index(1)))
        )
        own = {root: _zeros_like(root, is_left=_is_table(left[root])) for root in shared}
        scratch = {root: _another(root) for root in found.scratch}
        known = {**own, **scratch}
        for value in used_from_outside(loop):
            if isinstance(value.type, ir.MemRefType) and root_of(value) in known:
                make_again(value, known)
        loop.move_before(end)
        rewire(loop, known)
        loop.operands[0], loop.operands[1] = first, last
        for root in shared:
            _leave(own[root], left[root], part)
        for buffer in scratch.values():
            if buffer.owner.operation.name == "memref.alloc":
                memref.dealloc(buffer)
    for root in shared:
        _add_up(root, left[root], many)
    return parts.operation


def shared_sums(found: Independent) -> list[ir.Value]:
    """The buffers that iterations share and only add to."""
    return list(dict.fromkeys(update.place.root for update in found.updates))


def sizes(buffer: ir.Value) -> list[ir.Value]:
    shape = ir.MemRefType(buffer.type).shape
    return [memref.dim(buffer, index(n)) if size == DYNAMIC else index(size) for n, size in enumerate(shape)]


def _bytes(type: ir.MemRefType) -> int | None:
    return math.prod(type.shape) * build.bytes_of(type.element_type) if type.has_static_shape else None


def _another(buffer: ir.Value, is_left: bool = False) -> ir.Value:
    """A buffer of the same type and size: on the stack if it is small, and not left to the caller."""
    type = ir.MemRefType(buffer.type)
    if not is_left and (bytes := _bytes(type)) is not None and bytes <= _ON_STACK:
        return memref.alloca(type, [], [])
    dynamic = [size for size, static in zip(sizes(buffer), type.shape) if static == DYNAMIC]
    return memref.alloc(type, dynamic, [])


def _zeros_like(buffer: ir.Value, is_left: bool) -> ir.Value:
    """A buffer of the same type and size, filled with zeros."""
    new = _another(buffer, is_left)
    zero = build.constant(ir.MemRefType(buffer.type).element_type, NOTHING)
    nest(sizes(buffer), lambda at, _: memref.store(zero, new, at))
    return new


def _left_type(root: ir.Value, count: int) -> ir.MemRefType:
    """The type of what the parts leave for a buffer: copies of theirs, if these are small, or a table of them."""
    type = ir.MemRefType(root.type)
    bytes = _bytes(type)
    if bytes is None or bytes > _ON_STACK or count * bytes > _COPIES:
        return ir.MemRefType.get([count], type)
    return ir.MemRefType.get([count, *type.shape], type.element_type)


def _is_table(left: ir.Value) -> bool:
    return isinstance(ir.MemRefType(left.type).element_type, ir.MemRefType)


def _leave(own: ir.Value, left: ir.Value, part: ir.Value) -> None:
    if _is_table(left):
        memref.store(own, left, [part])
    else:
        nest(sizes(own), lambda at, _: memref.store(memref.load(own, at), left, [part, *at]))


def _add_up(root: ir.Value, left: ir.Value, count: ir.Value) -> None:
    """Adds what all parts have left to the buffer that it stands for, in order, and frees it."""
    each = scf.ForOp(index(0), count, index(1))
    with ir.InsertionPoint(each.body):
        part = each.induction_variable
        buffer, before = (memref.load(left, [part]), []) if _is_table(left) else (left, [part])

        def add(at: list[ir.Value], _) -> None:
            memref.store(arith.addf(memref.load(root, at), memref.load(buffer, [*before, *at])), root, at)

        nest(sizes(root), add)
        if _is_table(left):
            memref.dealloc(buffer)
        scf.yield_([])
