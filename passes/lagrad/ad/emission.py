"""Slices of the program emitted again, loops and branches with what they compute of them.

What loops record is laid out by the one who asks: `tape` does, and knows rows and their sizes. To find the sizes a loop
is emitted that records nothing, so this is below both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import build
from ..analysis.recording.slices import BlockSlice, BranchSlice, LoopSlice, Residual, Slicer
from ..dialect import REPLAY, SNAPSHOTS, TRIPS, WHICH
from ..forms.trip_count import UNSIGNED, iteration
from ..mlir import ir
from .scope import Scope, clone

TAPE = "lagrad.tape"  # on a loop: which of its carried values are tapes
_KEPT = (UNSIGNED, REPLAY, SNAPSHOTS, *WHICH, TRIPS)  # of a loop, where it is emitted again

Layout = Callable[
    [Slicer, ir.Operation, list[Residual]], Sequence
]  # the tapes on which a loop has residuals (`tape_layout`)


def no_tapes(slicer: Slicer, loop: ir.Operation, residuals: list[Residual]) -> Sequence:
    assert not residuals
    return ()


def emit(slicer: Slicer, part: BlockSlice, scope: Scope, layout: Layout = no_tapes) -> None:
    """Emits the operations of a slice; the scope then has the keys it was made for."""
    for op, keys in part.ops:
        if op.name == "scf.for":
            _emit_loop(slicer, op, slicer.loop(op, keys), scope, layout)
        elif op.name == "scf.if":
            _emit_branch(slicer, op, slicer.branch(op, keys), scope, layout)
        else:
            clone(op, scope)


def _emit_loop(slicer: Slicer, op: ir.Operation, part: LoopSlice, scope: Scope, layout: Layout) -> None:
    with op.location:
        operands, body = list(op.operands), slicer.program.body(op)
        starts = [scope[operands[3 + k]] for k in part.slots]
        tapes = layout(slicer, op, part.residuals)
        bounds = [scope[v] for v in operands[:3]]
        loop = for_loop(bounds, [*starts, *(tape.start(scope) for tape in tapes)], op)
        if tapes:
            loop.attributes[TAPE] = ir.DenseI64ArrayAttr.get(list(range(len(starts), len(starts) + len(tapes))))
        block = loop.regions[0].blocks[0]
        induction, *carried = block.arguments
        inside = Scope(scope)
        inside[body.arguments[0]] = induction
        inside.bind([body.arguments[k + 1] for k in part.slots], carried[: len(starts)])
        with ir.InsertionPoint(block):
            emit(slicer, part.body, inside, layout)
            row = iteration(induction, bounds) if tapes else None
            filled = [tape.record(into, row, inside) for tape, into in zip(tapes, carried[len(starts) :])]
            yields = slicer.program.yields(op)
            build.emit("scf.yield", [], [inside[yields[k]] for k in part.slots] + filled)
        results = list(loop.results)
        scope.bind([op.results[k] for k in part.slots], results[: len(starts)])
        for tape, filled in zip(tapes, results[len(starts) :]):
            scope.bind(tape.residuals, tape.read(filled, scope))


def _emit_branch(slicer: Slicer, op: ir.Operation, part: BranchSlice, scope: Scope, layout: Layout) -> None:
    with op.location:
        results = [op.results[k] for k in part.slots]
        branch = ir.Operation.create(
            "scf.if", results=[r.type for r in results], operands=[scope[op.operands[0]]], regions=2
        )
        for number, body in enumerate(part.bodies):
            with ir.InsertionPoint(branch.regions[number].blocks.append()):
                inside = Scope(scope)
                emit(slicer, body, inside, layout)
                yields = slicer.program.yields(op, number)
                build.emit("scf.yield", [], [inside[yields[k]] for k in part.slots])
        scope.bind(results, branch.results)


def for_loop(bounds: list[ir.Value], carried: list[ir.Value], like: ir.Operation | None = None) -> ir.Operation:
    """An `scf.for` with an empty body; of `like` it takes how its bounds compare, and whether it is to run again."""
    loop = ir.Operation.create("scf.for", results=[v.type for v in carried], operands=[*bounds, *carried], regions=1)
    for name in _KEPT:
        if like is not None and name in like.attributes:
            loop.attributes[name] = like.attributes[name]
    types = [bounds[0].type, *(v.type for v in carried)]
    loop.regions[0].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
    return loop
