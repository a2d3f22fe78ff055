"""`lagrad-assemble-results`: a result that is put together from parts is put together where it belongs."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..walk import walk

_IN = "bufferization.materialize_in_destination"


@dataclass(frozen=True)
class AssembleResults(Pass):
    """Insert the parts of a result into the caller's memory instead of into an empty tensor.

    ```mlir
    %0 = tensor.insert_slice %a into %empty[0] [%n] [1]
    %1 = tensor.insert_slice %b into %0[%n] [%n] [1]
    bufferization.materialize_in_destination %1 in %result
    ```
    becomes
    ```mlir
    %0 = tensor.insert_slice %a into %result[0] [%n] [1]
    ...
    ```
    so that `eliminate-empty-tensors`, which takes one insertion after the other, has `%a` computed there too.
    """

    name = "lagrad-assemble-results"

    def run(self, op, report) -> None:
        for end in [child for child in walk(op) if child.name == _IN and child.results]:
            if (first := _first_insertion(end)) is not None:
                first.operands[1] = _of_type(first.operands[1].type, end.operands[1], first)


def _first_insertion(end: ir.Operation) -> ir.Operation | None:
    """The insertion into an empty tensor with which a result begins, after its destination is known."""
    value, insertion = end.operands[0], None
    while len(list(value.uses)) == 1 and not isinstance(value.owner, ir.Block) and value.owner.operation.block == end.block:
        op = value.owner.operation
        if op.name == "tensor.empty":
            return insertion if insertion is not None and _is_before(end.operands[1], insertion) else None
        if op.name != "tensor.insert_slice":
            return None
        value, insertion = op.operands[1], op
    return None


def _of_type(type: ir.Type, value: ir.Value, user: ir.Operation) -> ir.Value:
    """The sizes of a result may be open where those of its parts are not."""
    if value.type == type:
        return value
    with user.location, ir.InsertionPoint(user):
        return build.emit1("tensor.cast", type, value)


def _is_before(value: ir.Value, op: ir.Operation) -> bool:
    return isinstance(value.owner, ir.Block) or value.owner.operation.is_before_in_block(op)
