"""Loops that run in the adjoint sweep only: nothing of them is recorded, and nothing runs before.

A cut (`analysis.recording.cut`) weighs what to record against what to compute again, loop by loop. That the primal
loop itself goes away where the adjoint computes all of it again is no edge of its graph: it takes the whole derivative
to see whether anything else needs the loop. So there are two plans, one as the cuts say and one in which every
outermost loop runs again as a whole, and each loop that the primal sweep has for its tape alone takes the cheaper of
its two parts. What a loop records changes nothing in the plans of the others, so a third plan puts the parts together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...analysis.activity import Activity
from ...analysis.program import Program
from ...analysis.recording import cost
from ...analysis.recording.cost import Costs
from ...analysis.recording.slices import BlockSlice, Key, Residual, Slicer
from ...analysis.recording.tbr import Plan
from ...mlir import ir


def cheapest_plan(program: Program, activity: Activity, costs: Costs, with_primal: bool) -> Plan:
    """The plan of a whole function in which every outermost loop either records as its cut says, or runs again as a
    whole.
    """

    def planned(again: Iterable[ir.Operation] = ()) -> Plan:
        plan = Plan(slicer, activity, costs, frozenset(again))
        plan.block(program.entry)
        return plan

    slicer = Slicer(program)
    cut = planned()
    recording = [loop for loop, keys in cut.recorded.items() if keys and not program.is_in_loop(loop)]
    if not recording:
        return cut
    whole = planned(recording)
    in_cut, in_whole = _adjoint_costs(cut), _adjoint_costs(whole)
    before: dict[ir.Block, _Before] = {}

    def runs_before(block: ir.Block) -> _Before:
        if block not in before:
            ends = [*(program.results if with_primal else ()), *slicer.effects(block)] if block == program.entry else []
            before[block] = _Before(slicer.block(block, [*cut.needs[block], *ends]))
        return before[block]

    def is_cheaper(loop: ir.Operation) -> bool:
        block = program.block_of_op(loop)
        keys = runs_before(block).keys[loop]
        if whole.recorded[loop] or not all(isinstance(key, Residual) for key in keys):
            return False
        missing = slicer.block(block, whole.reads[loop], runs_before(block).present)
        return in_whole[loop] + _cost_of(slicer, missing) < in_cut[loop] + _cost_of_op(slicer, loop, keys)

    again = [loop for loop in recording if is_cheaper(loop)]
    return planned(again) if again else cut


class _Before:
    """What runs before the adjoint of a block: the primal sweep, or what the adjoint of a branch computes again."""

    def __init__(self, part: BlockSlice):
        self.keys = dict(part.ops)
        self.present = {key for _, keys in part.ops for key in keys}


def _adjoint_costs(plan: Plan) -> Counter[ir.Operation]:
    """What the adjoint of each outermost loop computes again; the rest of it is the same for all plans."""
    program, slicer = plan.program, plan.slicer
    costs: Counter[ir.Operation] = Counter()
    for block, needs in plan.needs.items():
        op = block.owner.operation
        if op.name in ("scf.for", "scf.if"):
            outermost, runs = _outermost(program, block)
            costs[outermost] += runs * _cost_of(slicer, slicer.block(block, needs, plan.given(op)))
    return costs


def _outermost(program: Program, block: ir.Block) -> tuple[ir.Operation | None, int]:
    """The outermost loop around a block, and how often the block runs for it."""
    outermost, runs = None, 1
    while block != program.entry:
        op = block.owner.operation
        if op.name == "scf.for":
            outermost, runs = op, runs * max(1, cost.trips(op))
        block = program.block_of_op(op)
    return outermost, runs


def _cost_of(slicer: Slicer, part: BlockSlice) -> int:
    """What a part of the program costs once, with what its loops record."""
    return sum(_cost_of_op(slicer, op, keys) for op, keys in part.ops)


def _cost_of_op(slicer: Slicer, op: ir.Operation, keys: list[Key]) -> int:
    if op.name == "scf.for":
        loop = slicer.loop(op, keys)
        written = [
            row.key for row in loop.residuals if isinstance(row.key, ir.Value)
        ]  # an inner loop writes its own rows
        return cost.trips(op) * (1 + _cost_of(slicer, loop.body) + sum(map(cost.record, written)))
    if op.name == "scf.if":
        return 1 + sum(_cost_of(slicer, body) for body in slicer.branch(op, keys).bodies)
    return cost.recompute(slicer.program, op)
