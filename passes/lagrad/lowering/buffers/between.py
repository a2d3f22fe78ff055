"""What stands between two operations of a block: what uses a buffer there, and what a value needs to be moved there."""

from __future__ import annotations

from ...mlir import ir
from ..facts.in_place import is_known_before
from ..facts.memory import are_apart
from ..facts.views import VIEWS, inputs, is_view
from ..walk import walk

_WITHOUT_EFFECT = {"memref.load", "memref.dim", "memref.alloc", "memref.alloca", "memref.dealloc", *VIEWS}


def to_be_moved(value: ir.Value, before: ir.Operation) -> list[ir.Operation] | None:
    """The operations, in order, that must move for an operation to use a value; None if they cannot."""
    if is_known_before(before, value):
        return []
    if isinstance(value.owner, ir.Block) or not (is_view(value) or value.owner.operation.name.startswith("arith.")):
        return None
    found: list[ir.Operation] = []
    for operand in value.owner.operation.operands:
        needed = to_be_moved(operand, before)
        if needed is None:
            return None
        found += [op for op in needed if op not in found]
    return [*found, value.owner.operation]


def uses_between(place: ir.Value, first: ir.Operation, last: ir.Operation) -> bool:
    """Does anything between two operations of a block read or write a buffer?"""
    for op in between(first, last):
        for child in (op, *walk(op)):
            touched = [v for v in child.operands if isinstance(v.type, ir.MemRefType)]
            is_silent = child.name in VIEWS or child.name in ("memref.alloc", "memref.dim")
            if not is_silent and not all(are_apart(v, place) for v in touched):
                return True
    return False


def between(first: ir.Operation, last: ir.Operation) -> list[ir.Operation]:
    """The operations of a block behind the first and before the last."""
    ops = [view.operation for view in first.block.operations]
    return [op for op in ops if first.is_before_in_block(op) and op.is_before_in_block(last)]


def may_write(op: ir.Operation, source: ir.Value) -> bool:
    """May an operation, what is inside it left out, write to a buffer?"""
    buffers = [v for v in op.operands if isinstance(v.type, ir.MemRefType)]
    if op.name in _WITHOUT_EFFECT or not buffers:
        return False
    if op.name.startswith("linalg."):
        written = buffers[inputs(op) - (len(op.operands) - len(buffers)) :]
    elif op.name in ("memref.store", "memref.copy"):
        written = buffers[-1:]
    else:
        written = buffers
    return not all(are_apart(buffer, source) for buffer in written)
