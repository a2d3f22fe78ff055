"""Out of which loops an operation may be moved."""

from __future__ import annotations

from collections.abc import Sequence

from ...mlir import ir


def before_loops(op: ir.Operation, values: Sequence[ir.Value]) -> ir.Operation:
    """The outermost loop around an operation that some values do not change in; the operation if there is none."""
    homes = [v.owner if isinstance(v.owner, ir.Block) else v.owner.operation.block for v in values]
    place = op
    while place.block not in homes and (parent := place.block.owner.operation).name == "scf.for":
        place = parent
    return place
