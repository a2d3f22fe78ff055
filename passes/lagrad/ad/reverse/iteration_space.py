"""The iteration space of a `linalg.generic`, as its adjoint walks it again."""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...analysis.recording.slices import BlockSlice
from ...build import is_tensor
from ...mlir import ir
from .sweep import Sweep


def argument_sources(op: ir.Operation, part: BlockSlice, sweep: Sweep):
    """(argument of the body, tensor it runs over, map) for each argument that a slice uses."""
    operands, maps = list(op.operands), linalg_form.maps(op)
    numbers = [ir.BlockArgument(a).arg_number for a in part.arguments]
    return [(a, sweep.value(operands[n]), maps[n]) for a, n in zip(part.arguments, numbers)]


def iterators(map: ir.AffineMap) -> list[str]:
    """A dimension is parallel if the accumulator's map names it alone; else points may collide."""
    alone = {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}
    crowded = set()
    for e in map.results:
        if not isinstance(e, ir.AffineDimExpr):
            crowded |= _dimensions(e)
    return ["parallel" if d in alone and d not in crowded else "reduction" for d in range(map.n_dims)]


def _dimensions(expression: ir.AffineExpr) -> set[int]:
    if isinstance(expression, ir.AffineDimExpr):
        return {expression.position}
    if isinstance(expression, ir.AffineBinaryExpr):
        return _dimensions(expression.lhs) | _dimensions(expression.rhs)
    return set()


def shape_operands(op: ir.Operation, used: list[ir.AffineMap], sweep: Sweep):
    """Uninitialised operands that only give the sizes of dimensions that no used map names."""
    named = {e.position for m in used for e in m.results if isinstance(e, ir.AffineDimExpr)}
    extra = []
    for value, map in zip(op.operands, linalg_form.maps(op)):
        own = {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}
        if is_tensor(value.type) and own - named:
            named |= own
            extra.append((build.empty(value.type, sweep.sizes(value)), map))
    return extra
