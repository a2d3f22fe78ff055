"""Scalars as scalars: a `linalg.generic` on tensors of rank zero becomes the operations of its body.

StableHLO has no scalars, so the counter of a loop and its condition are tensors of rank zero there.
"""

from __future__ import annotations

from .... import build
from ....analysis.program import walk
from ....mlir import ir


def extracted(value: ir.Value) -> ir.Value:
    """The element of a tensor of rank zero; any other value itself."""
    return build.extract(value, []) if is_rank_zero(value.type) else value


def is_rank_zero(type: ir.Type) -> bool:
    return build.is_tensor(type) and not build.shape_of(type)


def boxed(scalar: ir.Value, type: ir.Type) -> ir.Value:
    """A scalar as a tensor of rank zero, where that is the type; any other value itself."""
    return build.emit1("tensor.from_elements", type, scalar) if is_rank_zero(type) else scalar


def convert(module: ir.Operation) -> None:
    """Does so with every one whose operands are all of rank zero, or scalars."""
    for op in [op for op in walk(module) if op.name == "linalg.generic" and _is_scalar(op)]:
        _inline(op)


def _is_scalar(op: ir.Operation) -> bool:
    return not any(build.shape_of(v.type) for v in op.operands) and not any(
        child.name in ("tensor.extract", "linalg.index") for child in op.regions[0].blocks[0].operations
    )


def _inline(op: ir.Operation) -> None:
    block = op.regions[0].blocks[0]
    with ir.InsertionPoint(op), op.location:
        for inner, outer in zip(block.arguments, op.operands, strict=True):
            if list(inner.uses):
                inner.replace_all_uses_with(extracted(outer))
        *body, end = [child.operation for child in block.operations]
        for child in body:
            child.move_before(op)
        for result, value in zip(op.results, list(end.operands), strict=True):
            result.replace_all_uses_with(boxed(value, result.type))
    op.erase()
