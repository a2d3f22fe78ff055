"""What a buffer is filled with just before an operation: a number, or a smaller array along its other dimensions."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from .sum_of_products import all_places
from .views import VIEWS

_SILENT = VIEWS | {"memref.alloc", "memref.alloca", "memref.dim"}  # nothing in memory changes, nothing is read


@dataclass(frozen=True)
class Fill:
    """`op` writes to all of a buffer elements of `value`, whose indices are those of these dimensions of the buffer."""

    op: ir.Operation
    value: ir.Value
    dims: tuple[int, ...]


def is_silent(op: ir.Operation) -> bool:
    """Whether an operation leaves memory as it is, and reads none."""
    return op.name in _SILENT or op.name.startswith("arith.")


def fill_of(op: ir.Operation, buffer: ir.Value) -> Fill | None:
    """The fill that an operation is, if it is one of all of a buffer."""
    if op.name == "linalg.fill" and op.operands[1] == buffer:
        return Fill(op, op.operands[0], ())
    if op.name != "linalg.generic" or op.operands[len(op.operands) - 1] != buffer:
        return None
    if op.attributes["operandSegmentSizes"][1] != 1:
        return None
    places = all_places(op)
    body = op.regions[0].blocks[0]
    (*steps, last) = body.operations
    if steps or None in places or set(places[-1]) != set(range(op.attributes["indexing_maps"][0].value.n_dims)):
        return None
    value = last.operands[0]
    if value.owner != body:
        return Fill(op, value, ())
    number = ir.BlockArgument(value).arg_number
    if number == len(places) - 1:
        return None
    return Fill(op, op.operands[number], tuple(map(places[-1].index, places[number])))
