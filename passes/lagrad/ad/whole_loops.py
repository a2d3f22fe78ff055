"""Loops that run in the adjoint sweep only: nothing of them is recorded, and nothing runs before.

A cut (`analysis.cut`) weighs what to record against what to compute again, loop by loop. That the primal loop itself
goes away where the adjoint computes all of it again is no edge of its graph: it takes the whole derivative to see whether
anything else needs the loop. So the plan is made once more for each loop, and the cheaper one is kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis import cost
from ..analysis.activity import Activity
from ..analysis.cost import Costs
from ..analysis.program import Program
from ..analysis.slices import BlockSlice, Slicer
from ..analysis.tbr import Plan
from ..mlir import ir


def cheapest_plan(program: Program, activity: Activity, with_primal: bool) -> Plan:
    """The plan of a whole function in which every outermost loop either records as its cut says, or runs again as a whole."""

    def planned(again: Iterable[ir.Operation] = ()) -> Plan:
        plan = Plan(slicer, activity, Costs("auto"), frozenset(again))
        plan.block(program.entry)
        return plan

    slicer = Slicer(program)
    best = planned()
    recording = [loop for loop, keys in best.recorded.items() if keys and not program.is_in_loop(loop)]
    again: list[ir.Operation] = []
    for loop in recording:
        other = planned([*again, loop])
        if not other.recorded[loop] and _cost(other, with_primal) < _cost(best, with_primal):
            best, again = other, [*again, loop]
    return best


def _cost(plan: Plan, with_primal: bool) -> int:
    """The primal slice and what the adjoint computes again, with what they record; the adjoint itself is the same for all plans."""
    program, slicer = plan.program, plan.slicer
    wanted = [*plan.needs[program.entry], *(program.results if with_primal else ()), *slicer.checks(program.entry)]
    total = _cost_of(slicer, slicer.block(program.entry, wanted))
    for block, needs in plan.needs.items():
        op = block.owner.operation
        if op.name in ("scf.for", "scf.if"):
            total += _runs(program, block) * _cost_of(slicer, slicer.block(block, needs, plan.recorded.get(op, ())))
    return total


def _cost_of(slicer: Slicer, part: BlockSlice) -> int:
    total = 0
    for op, keys in part.ops:
        if op.name == "scf.for":
            loop = slicer.loop(op, keys)
            written = [row.key for row in loop.residuals if isinstance(row.key, ir.Value)]  # an inner loop writes its own rows
            once = _cost_of(slicer, loop.body) + sum(map(cost.record, written))
            total += cost.trips(op) * (1 + once)
        elif op.name == "scf.if":
            total += 1 + sum(_cost_of(slicer, body) for body in slicer.branch(op, keys).bodies)
        else:
            total += cost.recompute(slicer.program, op)
    return total


def _runs(program: Program, block: ir.Block) -> int:
    """How often the body of a loop or a branch runs."""
    runs = 1
    while block != program.entry:
        op = block.owner.operation
        runs *= max(1, cost.trips(op)) if op.name == "scf.for" else 1
        block = program.block_of_op(op)
    return runs
