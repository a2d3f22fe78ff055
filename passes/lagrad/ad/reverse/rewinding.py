"""The state of a loop before one of its iterations, computed again from the start of the loop.

    for done in 0 .. n {lagrad.snapshots = k}           the adjoint loop
      state = for i in 0 .. n - 1 - done {lagrad.rewind}
                the loop's body, as far as it makes the next state
      adjoint of iteration n - 1 - done, from the state

Run as it stands, that takes the memory of one state and n^2 / 2 iterations. It is a program without a tape, closed
under differentiation: in a pushforward both loops carry tangents beside their values. `lagrad-schedule-snapshots` has k
states kept, and runs from the nearest one.
"""

from __future__ import annotations

from ... import build
from ...dialect import REWIND
from ...forms import trip_count
from ...mlir import ir
from ..emission import emit, for_loop
from ..scope import Scope
from .sweep import Sweep
from .tape_layout import layout


def emit_state(op: ir.Operation, row: ir.Value, sweep: Sweep, scope: Scope) -> None:
    """Puts what a marked loop carries into iteration `row`, as far as its adjoint reads it, into the scope."""
    part = sweep.plan.rewound[op].advance
    if not part.slots:
        return
    operands, arguments = list(op.operands), list(sweep.program.body(op).arguments)
    bounds = [sweep.scope[v] for v in operands[:3]]
    carried = [arguments[k + 1] for k in part.slots]
    loop = for_loop([build.index(0), row, build.index(1)], [sweep.scope[operands[k + 3]] for k in part.slots])
    loop.attributes[REWIND] = ir.UnitAttr.get()
    block = loop.regions[0].blocks[0]
    number, *before = block.arguments
    with ir.InsertionPoint(block):
        inside = Scope(sweep.scope).bind(carried, before)
        inside[arguments[0]] = trip_count.induction(number, bounds)
        emit(sweep.plan.slicer, part.body, inside, layout)
        yields = sweep.program.yields(op)
        build.emit("scf.yield", [], [inside[yields[k]] for k in part.slots])
    scope.bind(carried, loop.results)
