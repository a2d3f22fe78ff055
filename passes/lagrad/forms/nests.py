"""Loops inside loops around what is computed in the innermost one, and branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import build
from ..mlir import ir

Number = ir.Value | int
Range = Number | tuple[Number, Number, Number]  # up to a number, or from one to another in steps of a third
Body = Callable[[list[ir.Value], list[ir.Value]], Any]


def nest(ranges: Sequence[Range], body: Body, carried: Sequence[ir.Value] = ()) -> list[ir.Value]:
    """Emits loops over ranges, the first one outermost; what they leave of what they carry.

    `body(indices, carried)` emits what is in the innermost one, and gives what the next iteration carries, if any does.
    Without ranges that is the result.
    """

    def loops(at: list[ir.Value], carried: Sequence[ir.Value]) -> Sequence[ir.Value]:
        if len(at) == len(ranges):
            values = body(at, list(carried))
            return values if carried or not ranges else ()
        range = ranges[len(at)] if isinstance(ranges[len(at)], tuple) else (0, ranges[len(at)], 1)
        types = [v.type for v in carried]
        bounds = [build.index(n) if isinstance(n, int) else n for n in range]
        loop = ir.Operation.create("scf.for", results=types, operands=[*bounds, *carried], regions=1)
        location = ir.Location.current
        block = loop.regions[0].blocks.append(bounds[0].type, *types, arg_locs=[location] * (1 + len(types)))
        with ir.InsertionPoint(block):
            build.emit("scf.yield", [], loops([*at, block.arguments[0]], list(block.arguments)[1:]))
        return list(loop.results)

    return loops([], carried)


def choice(condition: ir.Value, types: Sequence[ir.Type], *sides: Callable[[], Any]) -> list[ir.Value]:
    """Emits a branch; what its sides give, which are emitted by functions: one where it holds, and one where not.

    A side whose branch has no results may give anything.
    """
    branch = ir.Operation.create("scf.if", results=list(types), operands=[condition], regions=2)
    for region, side in zip(branch.regions, sides):
        with ir.InsertionPoint(region.blocks.append()):
            values = side()
            build.emit("scf.yield", [], values if types else [])
    return list(branch.results)
