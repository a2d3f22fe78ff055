"""Values that a loop carries and only adds to: an adjoint, as a rule.

In the dependence graph of an adjoint program two increments of one adjoint do not depend on each other (L. Hascoet,
"The data-dependence graph of adjoint programs", INRIA RR-4167, 2001): in whatever order they run, the sum has the same
terms.
"""

from __future__ import annotations

from ..build import is_tensor
from ..dialect import EXACT
from ..mlir import ir
from . import linalg_form


def is_only_added_to(loop: ir.Operation, number: int) -> bool:
    """Whether carried value `number` of an `scf.for` is an accumulator.

    Iterations add to it, or subtract from it, and read it for nothing else. Sums that have to keep their order,
    `lagrad.exact`, are none.
    """
    body = loop.regions[0].blocks[0]
    end = _end(body.arguments[number + 1])
    return end is not None and end.owner.operation == _last(body) and end.operand_number == number


def _end(value: ir.Value) -> ir.OpOperand | None:
    """Where a value goes, with what is added to it on the way and nothing else; None if it goes to several places."""
    while True:
        uses = list(value.uses)
        after = _after_addition(uses)
        if after is None:
            return uses[0] if len(uses) == 1 else None
        value = after


def _after_addition(uses: list[ir.OpOperand]) -> ir.Value | None:
    """What a value becomes if its uses together add something to it."""
    by_name = {use.owner.operation.name: use for use in uses}
    if len(by_name) != len(uses):
        return None
    match sorted(by_name):
        case [("arith.addf" | "complex.add" | "arith.subf" | "complex.sub") as name]:
            use = by_name[name]
            is_subtracted = name.endswith(("subf", "sub")) and use.operand_number == 1
            return None if EXACT in use.owner.attributes or is_subtracted else use.owner.operation.results[0]
        case ["linalg.generic"]:
            return _after_generic(by_name["linalg.generic"])
        case ["scf.for"]:
            use = by_name["scf.for"]
            number, loop = use.operand_number - 3, use.owner.operation
            return loop.results[number] if number >= 0 and is_only_added_to(loop, number) else None
        case ["tensor.extract", "tensor.insert"]:
            read, write = by_name["tensor.extract"], by_name["tensor.insert"]
            same = list(read.owner.operation.operands)[1:] == list(write.owner.operation.operands)[2:]
        case ["tensor.extract_slice", "tensor.insert_slice"]:
            read, write = by_name["tensor.extract_slice"], by_name["tensor.insert_slice"]
            same = _same_part(read.owner.operation, write.owner.operation)
        case _:
            return None
    if not same:
        return None
    # What is put back is the update's operand 0, so the value itself is where it is put: operand 1.
    end = _end(read.owner.operation.results[0])
    is_put_back = end is not None and end.owner.operation == write.owner.operation and end.operand_number == 0
    return write.owner.operation.results[0] if is_put_back else None


def _after_generic(use: ir.OpOperand) -> ir.Value | None:
    op = use.owner.operation
    number = use.operand_number - linalg_form.inputs(op)
    inside = [view.operation for view in op.regions[0].blocks[0].operations]
    if number < 0 or any(EXACT in child.attributes for child in inside) or not linalg_form.accumulates(op, number):
        return None
    return op.results[number]


def _same_part(read: ir.Operation, write: ir.Operation) -> bool:
    names = ("static_offsets", "static_sizes", "static_strides")
    same = all(read.attributes[name] == write.attributes[name] for name in names)
    return same and list(read.operands)[1:] == list(write.operands)[2:] and is_tensor(read.results[0].type)


def _last(block: ir.Block) -> ir.Operation:
    return block.operations[len(block.operations) - 1].operation
