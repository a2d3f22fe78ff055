"""Tensors that views, loops and branches only pass on."""

from __future__ import annotations

from ...mlir import ir
from .in_place import VIEWS, last

BRANCHES = ("scf.if", "scf.index_switch")


def passed_on(value: ir.Value) -> list[ir.Value] | None:
    """The tensors of which a value may be one, whole or in part; None where it is no view's, no loop's and no branch's."""
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
