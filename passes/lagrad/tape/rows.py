"""Which row of a tape an operation in a loop reads or writes, from one iteration to the next."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..mlir import ir
from .tapes import is_sliced_further


@dataclass(frozen=True, eq=False)
class Read:
    """An operation in a loop that reads one row of a tape, or elements of it.

    The row is the first index of `op`, whose change from one iteration to the next is `direction`, behind `offset`
    rows of the tape that slices in front of the loop leave out.
    """

    op: ir.Operation
    offset: int
    direction: int


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
    block = value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block
    while True:
        owner = block.owner.operation
        if owner == loop:
            return False
        if owner.name in ("func.func", "builtin.module"):
            return True
        block = owner.block


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


def reads_in(tape: ir.Value, loop: ir.Operation, offset: int = 0) -> list[Read] | None:
    """What the body of a loop, and loops in it, read of a tape, one row each; None where one reads in another way.

    Slices of whole rows in front of the loop are looked through. What does not concern the loop is left out.
    """
    found: list[Read] = []
    for use in tape.uses:
        op = use.owner.operation
        if op.name == "tensor.extract_slice" and is_outside(op.results[0], loop) and is_sliced_further(op):
            rows = _whole_rows(op)
            inside = reads_in(op.results[0], loop, offset + (rows or 0))
            if inside is None or (inside and rows is None):
                return None
            found += inside
        elif _is_inside(op, loop):
            row = row_of(op)
            is_read = row is not None and op.name in ("tensor.extract", "tensor.extract_slice")
            change = direction(row, loop) if is_read else None
            if change is None:
                return None
            found.append(Read(op, offset, change))
    return found


def _whole_rows(op: ir.Operation) -> int | None:
    """How many rows a slice leaves out, if its rows are those of its source."""
    offsets, _, strides = build.slice_parts(op, 1)
    source, result = build.shape_of(op.operands[0].type), build.shape_of(op.results[0].type)
    whole = len(source) == len(result) and all(s == 1 for s in strides) and all(o == 0 for o in offsets[1:])
    return offsets[0] if whole and isinstance(offsets[0], int) and source[1:] == result[1:] else None


def _is_inside(op: ir.Operation, loop: ir.Operation) -> bool:
    block = op.block
    while True:
        owner = block.owner.operation
        if owner == loop:
            return True
        if owner.name in ("func.func", "builtin.module"):
            return False
        block = owner.block
