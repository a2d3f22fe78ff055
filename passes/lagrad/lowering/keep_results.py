"""`lagrad-keep-results`: what a function returns is not overwritten before it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..mlir import ir, linalg
from ..passes import Pass
from .in_place import accesses, is_over, overwritten_operand, viewed
from .walk import walk


@dataclass(frozen=True)
class KeepResults(Pass):
    """Let an operation that goes on with a tensor that is returned too work on a copy of it.

    ```mlir
    %b = tensor.insert %v into %a[%i]
    bufferization.materialize_in_destination %b in %first
    bufferization.materialize_in_destination %a in %second
    ```
    The insertion goes into a `linalg.copy` of `%a`. Otherwise `eliminate-empty-tensors` might compute `%a`
    in `%first`, and it would be gone before it is stored.
    """

    name = "lagrad-keep-results"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        for store in [child for child in walk(op) if child.name == "bufferization.materialize_in_destination"]:
            for user, number in list(accesses(viewed(store.operands[0]))):
                if _goes_on(user, number) and is_over(user, store):
                    _work_on_copy(user, number)


def _goes_on(user: ir.Operation, number: int) -> bool:
    """Does an operation make a result in the place of an operand?"""
    return any(overwritten_operand(user, result) == number for result in range(len(user.results)))


def _work_on_copy(user: ir.Operation, number: int) -> None:
    value = user.operands[number]
    with user.location, ir.InsertionPoint(user):
        user.operands[number] = linalg.copy(value, outs=[build.empty(value.type, build.sizes_of(value))])
