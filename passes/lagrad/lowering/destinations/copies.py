"""What is in one tensor, in another one: by copying it, or with less."""

from __future__ import annotations

from ...build import emit1
from ...mlir import ir, linalg
from ..facts.in_place import is_fill, overwrites


def copy(value: ir.Value, into: ir.Value) -> ir.Value:
    """The contents of a tensor in the place of another one of its sizes.

    A number everywhere is written again rather than read, and a tensor that holds nothing yet is any other.
    """
    if not isinstance(value.owner, ir.Block) and value.type == into.type:
        op = value.owner.operation
        if op.name == "tensor.empty":
            return into
        if is_fill(op) and (op.name == "linalg.fill" or overwrites(op, 0)):
            again = op.clone(ip=ir.InsertionPoint.current).operation
            again.operands[len(again.operands) - 1] = into
            return again.results[0]
    return linalg.copy(value, outs=[into])


def place_of(insert: ir.Operation, tensor: ir.Value, type: ir.Type) -> ir.Value:
    """The slice of a tensor at which a `tensor.insert_slice` puts its own."""
    segments = ir.DenseI32ArrayAttr.get(list(insert.attributes["operandSegmentSizes"])[1:])
    places = {name: insert.attributes[name] for name in ("static_offsets", "static_sizes", "static_strides")}
    return emit1(
        "tensor.extract_slice", type, tensor, *list(insert.operands)[2:], operandSegmentSizes=segments, **places
    )
