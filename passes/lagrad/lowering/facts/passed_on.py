"""Tensors that views, loops and branches only pass on."""

from __future__ import annotations

from ...mlir import ir
from .in_place import VIEWS, last

BRANCHES = ("scf.if", "scf.index_switch")


def passed_on(value: ir.Value) -> list[ir.Value] | None:
    """The tensors of which a value may be one, whole or in part; None where no view, loop or branch passes it on."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        parent, number = owner.owner.operation, ir.BlockArgument(value).arg_number
        if parent.name == "scf.for" and number > 0:
            return [parent.operands[2 + number], last(owner).operands[number - 1]]
        return None
    op, number = owner.operation, ir.OpResult(value).result_number
    if op.name in VIEWS:
        return [op.operands[0]]
    if op.name == "scf.for":
        return [op.operands[3 + number], last(op.regions[0].blocks[0]).operands[number]]
    if op.name in BRANCHES:
        return [last(region.blocks[0]).operands[number] for region in op.regions]
    return None


def passed_with(value: ir.Value, cut: tuple[ir.Value, ...] = ()) -> set[ir.Value]:
    """The tensors that branches make one memory with a value: what they pass on, and what they give as the result.

    One-shot bufferization decides so before all else, whatever is written in between. Results in `cut` are taken for
    tensors of their own.
    """
    found: set[ir.Value] = set()
    work = [value]
    while work:
        value = work.pop()
        if value in found:
            continue
        found.add(value)
        for use in value.uses:
            user = use.owner.operation
            if user.name == "scf.yield" and user.parent.name in BRANCHES:
                result = user.parent.results[use.operand_number]
                work += [] if result in cut else [result]
        if value not in cut and not isinstance(value.owner, ir.Block) and value.owner.operation.name in BRANCHES:
            work += passed_on(value) or []
    return found
