"""All operations inside one, as they are when the walk begins."""

from __future__ import annotations

from collections.abc import Iterator

from ..mlir import ir


# Looked up once: passes walk over millions of operations.
_GO_ON, _ORDER = ir.WalkResult.ADVANCE, ir.WalkOrder.PRE_ORDER


def walk(op: ir.Operation) -> Iterator[ir.Operation]:
    """Every operation inside `op`, outer ones first. One without regions may be erased once it is seen."""
    found: list[ir.Operation] = []

    def see(child: ir.Operation, note=found.append, go_on=_GO_ON) -> ir.WalkResult:
        note(child)
        return go_on

    op.walk(see, _ORDER)  # in C++: to go through regions and blocks from here takes three times as long
    return iter(found[1:])
