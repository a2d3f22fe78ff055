"""Walking over operations while some of them are erased."""

from __future__ import annotations

from ..mlir import ir


def walk(op: ir.Operation):
    """Every operation inside `op`, outer ones first. The operation just seen may be erased."""
    for region in op.regions:
        for block in region.blocks:
            for child in list(block.operations):
                child = child.operation
                nested = len(child.regions) > 0
                yield child
                if nested:
                    yield from walk(child)
