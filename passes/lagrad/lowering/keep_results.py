"""`lagrad-keep-results`: what must not be overwritten is copied to where the result goes."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..mlir import ir, linalg
from ..passes import Pass
from .in_place import late_accesses, overwritten_operand, viewed
from .walk import walk


@dataclass(frozen=True)
class KeepResults(Pass):
    """Let an operation that would overwrite an argument, or what is read or returned later, work on a copy.

    ```mlir
    %b = tensor.insert %v into %a[%i]
    bufferization.materialize_in_destination %b in %first
    bufferization.materialize_in_destination %a in %second
    ```
    The insertion goes into a `linalg.copy` of `%a`. Bufferization would copy too; but
    `eliminate-empty-tensors` has this copy made in `%first`, and does not compute `%a` there, where it
    would be gone before it is stored.
    """

    name = "lagrad-keep-results"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        for user in list(walk(op)):
            for number in dict.fromkeys(overwritten_operand(user, k) for k in range(len(user.results))):
                if number is not None and build.is_tensor(user.operands[number].type) and _is_needed(user, number):
                    _work_on_copy(user, number)


def _is_needed(user: ir.Operation, number: int) -> bool:
    """Must the tensor that an operation would overwrite stay as it is?"""
    origin = viewed(user.operands[number])
    if isinstance(origin.owner, ir.Block):
        is_given = origin.owner.owner.operation.name == "func.func"
        return is_given and origin.owner == user.block and _is_entry(user.parent)
    if origin.owner.operation.block != user.block or origin.owner.operation.name == "tensor.empty":
        return False
    return bool(late_accesses(user, number))


def _is_entry(function: ir.Operation) -> bool:
    return "sym_visibility" not in function.attributes


def _work_on_copy(user: ir.Operation, number: int) -> None:
    value = user.operands[number]
    with user.location, ir.InsertionPoint(user):
        user.operands[number] = linalg.copy(value, outs=[build.empty(value.type, build.sizes_of(value))])
