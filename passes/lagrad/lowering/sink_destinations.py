"""`lagrad-sink-destinations`: every operation that writes a fresh tensor gets its own."""

from __future__ import annotations

from dataclasses import dataclass

from ..mlir import ir
from ..passes import Pass
from .walk import walk

_READ_ONLY = {
    "tensor.extract": (0,),
    "tensor.extract_slice": (0,),
    "tensor.insert_slice": (0,),
    "tensor.dim": (0,),
}


@dataclass(frozen=True)
class SinkDestinations(Pass):
    """Clone `tensor.empty` and fills next to each operation that writes into them.

    One zero shared by two accumulators, or hoisted out of the loop that updates it, costs an
    allocation and a copy where it is used; a zero of one's own is filled in place. Uses that only
    read keep sharing.
    """

    name = "lagrad-sink-destinations"

    def run(self, op, report) -> None:
        # Fills first: a clone of a fill asks for the same tensor.empty again.
        for is_candidate in (_is_fill, _is_empty):
            for candidate in [child for child in walk(op) if is_candidate(child)]:
                _sink(candidate)


def _is_empty(op: ir.Operation) -> bool:
    return op.name == "tensor.empty"


def _is_fill(op: ir.Operation) -> bool:
    """Writes one value everywhere and reads no tensor."""
    if op.name == "linalg.fill":
        return len(op.results) == 1
    if op.name != "linalg.generic" or len(op.results) != 1:
        return False
    body = op.regions[0].blocks[0]
    tensors = [operand for operand in op.operands if isinstance(operand.type, ir.RankedTensorType)]
    return len(tensors) == 1 and len(list(body.operations)) == 1


def _sink(op: ir.Operation) -> None:
    result = op.results[0]
    uses = [(use.owner.operation, use.operand_number) for use in result.uses][::-1]  # in program order
    for user, number in uses:
        if _only_reads(user, number) or (len(uses) == 1 and user.block == op.block):
            continue
        user.operands[number] = op.clone(ip=ir.InsertionPoint(user)).results[0]
    if not list(result.uses):
        op.erase()


def _only_reads(user: ir.Operation, number: int) -> bool:
    if user.name.startswith("linalg."):
        return number < len(user.operands) - len(user.results)
    return number in _READ_ONLY.get(user.name, ())
