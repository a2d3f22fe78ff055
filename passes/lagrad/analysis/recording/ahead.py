"""Loops that only add up what an iteration gives: their adjoint need not run backwards.

    s, state = for i, s, state: s + f(state), g(state)

The cotangent of `s` is the same for all iterations, and what they add to other adjoints are sums, too. So the adjoint
runs in the order of the primal, which is that of memory. It may carry the states that have no derivative beside its
sums. Then it needs no tape of them: think of a mask of bits, a generator of random numbers, a place in a list. That is
done where the states are computed without rounding, as they are computed twice.
"""

from __future__ import annotations

from ...build import has_derivative
from ...mlir import ir
from ..activity import Activity
from ..rounding import rounds
from .cost import Costs
from .cut import recorded_keys, unrepeatable_part
from .slices import Key, LoopSlice, Slicer


def states_again(
    slicer: Slicer,
    activity: Activity,
    costs: Costs,
    loop: ir.Operation,
    needs: list[Key],
    runs_before: bool = True,
) -> LoopSlice | None:
    """What computes the states of a loop again from which the adjoint of an iteration has all that it `needs`.

    None where it runs backwards: the loop does more than add up, or something else of it is worth recording.
    """
    body = slicer.program.body(loop)
    states = _states(slicer, activity, loop)
    if not states:
        return None
    free = {*states, *(after for before, after in _carried(slicer, loop) if before in states)}
    if any(key not in free for key in recorded_keys(slicer, costs, loop, needs, free, runs_before)):
        return None
    read = [v for v in slicer.block(body, needs).arguments if v != body.arguments[0]]
    part = slicer.loop(loop, [loop.results[ir.BlockArgument(v).arg_number - 1] for v in read])
    if any(body.arguments[k + 1] not in states for k in part.slots):
        return None
    if any(rounds(op) or unrepeatable_part(slicer, op, keys) is not None for op, keys in part.body.ops):
        return None
    return part


def _carried(slicer: Slicer, loop: ir.Operation) -> list[tuple[ir.Value, ir.Value]]:
    """What a loop carries: as an iteration has it, and as the next one does."""
    return list(zip(list(slicer.program.body(loop).arguments)[1:], slicer.program.yields(loop)))


def _states(slicer: Slicer, activity: Activity, loop: ir.Operation) -> list[ir.Value]:
    """What a loop carries beside sums; nothing where it carries something else that has a derivative."""
    if not adds_up(slicer, activity, loop):
        return []
    return [
        v
        for v, _ in _carried(slicer, loop)
        if not activity.is_active(v) and not slicer.changing_sizes(loop, v) and v not in slicer.program.overwritten
    ]


def adds_up(slicer: Slicer, activity: Activity, loop: ir.Operation) -> bool:
    """Whether all that a loop carries and that has a derivative are sums: its iterations may come in any order."""
    carried = _carried(slicer, loop)
    active = [pair for pair in carried if activity.is_active(pair[0]) and has_derivative(pair[0].type)]
    return bool(active) and all(is_sum(*pair) for pair in active)


def is_sum(before: ir.Value, after: ir.Value) -> bool:
    """Whether all that becomes of a carried number is that something is added to it, or subtracted."""
    value = before
    while len(uses := list(value.uses)) == 1:
        if value == after:
            return True
        op, number = uses[0].owner.operation, uses[0].operand_number
        if op.name != "arith.addf" and not (op.name == "arith.subf" and number == 0):
            return False
        value = op.results[0]
    return False
