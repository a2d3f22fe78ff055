"""`lagrad-sink-destinations`: every operation that writes a fresh tensor gets its own."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import is_fill, only_reads
from ..walk import walk


@dataclass(frozen=True)
class SinkDestinations(Pass):
    """Clone `tensor.empty` and fills next to each operation that writes into them.

    One zero shared by two accumulators, or hoisted out of the loop that updates it, costs an
    allocation and a copy where it is used; a zero of one's own is filled in place. Uses that only
    read keep sharing. A constant of equal elements that is written into becomes a fill.
    """

    name = "lagrad-sink-destinations"
    creates = ("linalg", "tensor", "arith")

    def run(self, op, report) -> None:
        for constant in [child for child in walk(op) if child.name == "arith.constant"]:
            _fill_instead(constant)
        # Fills first: a clone of a fill asks for the same tensor.empty again.
        for is_candidate in (is_fill, _is_empty):
            for candidate in [child for child in walk(op) if is_candidate(child)]:
                _sink(candidate)


def _is_empty(op: ir.Operation) -> bool:
    return op.name == "tensor.empty"


def _fill_instead(constant: ir.Operation) -> None:
    """Gives each operation that writes into a constant tensor a tensor that holds the same."""
    value = constant.results[0]
    number = build.constant_of(value) if build.is_tensor(value.type) else None
    if number is None:
        return
    for use in list(value.uses):
        user = use.owner.operation
        if user.name.split(".")[0] in ("linalg", "tensor", "scf") and _takes(user, use.operand_number):
            with user.location, ir.InsertionPoint(user):
                user.operands[use.operand_number] = build.full(value.type, build.shape_of(value.type), number)


def _sink(op: ir.Operation) -> None:
    result = op.results[0]
    uses = [(use.owner.operation, use.operand_number) for use in result.uses][::-1]  # in program order
    for user, number in uses:
        if not _takes(user, number):
            continue
        if len(uses) == 1 and user.block == op.block:
            op.move_before(user)
            continue
        user.operands[number] = op.clone(ip=ir.InsertionPoint(user)).results[0]
    if not list(result.uses):
        op.erase()


def _takes(user: ir.Operation, number: int) -> bool:
    """Is a fresh tensor worth more to an operation than one that it shares?"""
    # What is inserted can be filled where it goes.
    return not only_reads(user, number) or (user.name == "tensor.insert_slice" and number == 0)
