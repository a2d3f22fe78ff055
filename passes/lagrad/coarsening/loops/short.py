"""Short loops written out: their iterations stand one after another, so that segments reach through all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...ad.scope import copy_block
from ...analysis.program import walk
from ...build import constant
from ...forms import trip_count
from ...mlir import ir
from ..cost import TRANSCENDENTAL, weight

_SCALAR = ("tensor.extract", "tensor.insert", "tensor.from_elements", "tensor.dim", "scf.if", "scf.yield")


@dataclass(frozen=True)
class Limits:
    """Iterations of a short loop, those of one that computes elementary functions, and operations in all of them."""

    iterations: int
    functions: int
    operations: int


def short_loops(function: ir.Operation, limits: Limits) -> list[ir.Operation]:
    """The loops of a function that may be written out, inner ones first.

    These have constant bounds, and only scalar work on scalars and elements of tensors; what they contain is written
    out before. A loop with an attribute of lagrad's stays: that says how it is differentiated. One that computes
    elementary functions has a limit of its own: several of its iterations may run at once in the lanes of a vector.
    """
    return [loop for loop in _inner_first(function) if loop.name == "scf.for" and _is_short(loop, limits)]


def write_out(loop: ir.Operation) -> None:
    """Puts the iterations of a loop in its place."""
    block, count = loop.regions[0].blocks[0], trip_count.known(loop)
    lower, _, step = trip_count.numbers(list(loop.operands)[:3], trip_count.is_unsigned(loop))
    carried = list(loop.operands)[3:]
    with loop.location, ir.InsertionPoint(loop):
        for number in range(count):
            counter = constant(block.arguments[0].type, lower + number * step)
            carried = copy_block(block, [counter, *carried])
    for result, value in zip(loop.results, carried, strict=True):
        result.replace_all_uses_with(value)
    loop.erase()


def _inner_first(op: ir.Operation) -> Iterator[ir.Operation]:
    for child in children(op):
        yield from _inner_first(child)
        yield child


def _is_short(loop: ir.Operation, limits: Limits) -> bool:
    if any(str(name).startswith("lagrad.") for name in loop.attributes):
        return False
    count = trip_count.known(loop)
    if count is None or count > (limits.functions if _has_functions(loop) else limits.iterations):
        return False
    weights = [_weight(op, limits) for op in children(loop)]
    return None not in weights and count * sum(weights) <= limits.operations


def _weight(op: ir.Operation, limits: Limits) -> int | None:
    """The operations in an operation, once short loops in it are written out; None if one of them stays."""
    if op.name == "scf.for":
        if not _is_short(op, limits):
            return None
        return trip_count.known(op) * sum(_weight(child, limits) for child in children(op))
    if op.name not in _SCALAR and not _is_scalar_arithmetic(op):
        return None
    inside = [_weight(child, limits) for child in children(op)]
    return None if None in inside else 1 + sum(inside)


def _has_functions(loop: ir.Operation) -> bool:
    return any(weight(op) >= TRANSCENDENTAL for op in walk(loop))


def _is_scalar_arithmetic(op: ir.Operation) -> bool:
    return op.name.startswith(("arith.", "math.")) and not any(isinstance(r.type, ir.ShapedType) for r in op.results)


def children(op: ir.Operation) -> list[ir.Operation]:
    """What stands in the regions of an operation, not deeper."""
    return [view.operation for region in op.regions for block in region.blocks for view in block.operations]
