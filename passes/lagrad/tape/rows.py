"""Indices in loops, from one iteration to the next."""

from __future__ import annotations

from .. import build
from ..mlir import ir


def direction(value: ir.Value, loop: ir.Operation) -> int | None:
    """How much an index changes from one iteration of a loop, of step 1, to the next; None where that is not known."""
    if value == loop.regions[0].blocks[0].arguments[0]:
        return 1
    if is_outside(value, loop):
        return 0
    if isinstance(value.owner, ir.Block) or value.owner.operation.name not in ("arith.addi", "arith.subi"):
        return None
    op = value.owner.operation
    left, right = (direction(operand, loop) for operand in op.operands)
    if left is None or right is None:
        return None
    return left + right if op.name == "arith.addi" else left - right


def is_outside(value: ir.Value, loop: ir.Operation) -> bool:
    """Whether a value is there before a loop."""
    return not _is_within(value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block, loop)


def is_inside(op: ir.Operation, loop: ir.Operation) -> bool:
    """Whether an operation is in the body of a loop, or in a region of an operation there."""
    return _is_within(op.block, loop)


def _is_within(block: ir.Block, loop: ir.Operation) -> bool:
    while (owner := block.owner.operation) != loop:
        if owner.name in ("func.func", "builtin.module"):
            return False
        block = owner.block
    return True


def at_iteration(value: ir.Value, loop: ir.Operation, induction: ir.Value) -> ir.Value:
    """An index of the body, for another value of the counter, at the insertion point: additions and subtractions."""
    if value == loop.regions[0].blocks[0].arguments[0]:
        return induction
    if is_outside(value, loop):
        return value
    op = value.owner.operation
    return build.emit1(op.name, value.type, *(at_iteration(operand, loop, induction) for operand in op.operands))


def row_of(op: ir.Operation) -> ir.Value | None:
    """The first index of an operation on one row of a tensor; None if it is a number, or there are more rows."""
    match op.name:
        case "tensor.extract":
            return op.operands[1]
        case "tensor.insert":
            return op.operands[2]
        case "tensor.extract_slice" | "tensor.insert_slice":
            offsets, sizes, _ = build.slice_parts(op, 1 if op.name == "tensor.extract_slice" else 2)
            return offsets[0] if sizes[0] == 1 and not isinstance(offsets[0], int) else None
    return None
