"""Tensors that must not be overwritten: an argument, or what is read or stored later."""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import is_public
from ...mlir import ir, linalg
from ..facts.in_place import late_accesses, overwritten_operand, viewed
from ..walk import walk


def work_on_copies(op: ir.Operation) -> None:
    """Lets what would overwrite such a tensor, inside an operation, work on a `linalg.copy` of it.

    Bufferization would copy too; but this copy can be made where a result goes.
    """
    for user in list(walk(op)):
        for number in dict.fromkeys(overwritten_operand(user, k) for k in range(len(user.results))):
            if number is not None and build.is_tensor(user.operands[number].type) and _is_needed(user, number):
                _work_on_copy(user, number)


def _is_needed(user: ir.Operation, number: int) -> bool:
    """Must the tensor that an operation would overwrite stay as it is?"""
    origin = viewed(user.operands[number])
    if isinstance(origin.owner, ir.Block):
        is_given = origin.owner.owner.operation.name == "func.func"
        return is_given and origin.owner == user.block and is_public(user.parent)
    if origin.owner.operation.block != user.block or origin.owner.operation.name == "tensor.empty":
        return False
    return bool(late_accesses(user, number))


def _work_on_copy(user: ir.Operation, number: int) -> None:
    value = user.operands[number]
    with user.location, ir.InsertionPoint(user):
        user.operands[number] = linalg.copy(value, outs=[build.empty(value.type, build.sizes_of(value))])
