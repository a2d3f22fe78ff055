"""Walking over operations while some of them are erased."""

from __future__ import annotations

from ..analysis.walk import walk
from ..mlir import ir


def walk_block(block: ir.Block):
    """Every operation of a block and inside them, outer ones first."""
    for view in block.operations:
        yield view.operation
        yield from walk(view.operation)


def blocks(op: ir.Operation) -> list[ir.Block]:
    """The blocks inside an operation, those of `linalg` operations left out."""
    around = [op, *(child for child in walk(op) if not child.name.startswith("linalg."))]
    return [block for child in around for region in child.regions for block in region.blocks]


def callee(op: ir.Operation) -> str | None:
    """The function that a call, or a reference to a function, names."""
    match op.name:
        case "func.call":
            return ir.FlatSymbolRefAttr(op.attributes["callee"]).value
        case "func.constant":
            return ir.FlatSymbolRefAttr(op.attributes["value"]).value
    return None


def enclosing_function(op: ir.Operation) -> ir.Operation:
    """The `func.func` that an operation is in."""
    while op.name != "func.func":
        op = op.parent.operation
    return op
