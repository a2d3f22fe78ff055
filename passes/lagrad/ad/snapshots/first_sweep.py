"""Snapshots that the primal sweep leaves behind, so that the adjoint need not run the loop for them once more.

A `while` loop is counted before it is differentiated (`ad/rewrites/counted_while.py`), by a loop of what its condition
depends on. A loop with snapshots takes the place of that one: it carries the whole state, offers it to the snapshots
as it goes on (`online.py`), and gives the number of its iterations. Loops that run as often for their results become
part of it. What they carry is carried once, where it is equal (`congruence.py`).

    n = while ...: what decides              n, results, stack = while ...: state, results, stack
    results = for i in 0 .. n: state    =>   for done in 0 .. n iter_args(stack) ...
    for done in 0 .. n: ...
"""

from __future__ import annotations

from ... import build
from ...analysis.effects import effects
from ...analysis.program import captured_by
from ...mlir import ir
from ..counts.counting import Counting
from ..counts.joined import Joined, reads, runs_as_often
from ..emission import TAPE
from . import online
from .nest import Nest, move_before
from .stack import Stack


def online_stack(nest: Nest, count: Counting) -> Stack | None:
    """Has the loop that counts keep snapshots for a nest, and replaces it. None where it cannot."""
    old, block = count.loop, nest.loop.block
    if old.block != block or next(effects(old), None) is not None:
        return None
    operations = [view.operation for view in block.operations]
    span = operations[operations.index(old) : operations.index(nest.loop)]
    read = [v for rewind in nest.rewinds for v in [*list(rewind.operands)[3:], *captured_by(rewind)]]
    if not move_before(old, read, span, [old]):
        return None
    runs = [op for op in span if _is_run(op, count) and move_before(old, reads(op), span, [old])]
    with old.location, ir.InsertionPoint(old):
        places = build.index(nest.snapshots)
        stack = online.with_first(nest.starts, places, nest.directory)
        joined = Joined(count, [*nest.rewinds, *runs])
        state = [k for rewind in nest.rewinds for k in joined.slots[rewind]]

        def offered(lanes: list[ir.Value], values: list[ir.Value]) -> list[ir.Value]:
            left = online.offered(stack.of(values), lanes[count.slot], [lanes[k] for k in state], places, nest.apart)
            return left.values

        return stack.of(joined.emit(stack.values, offered)[1])


def _is_run(op: ir.Operation, count: Counting) -> bool:
    return TAPE not in op.attributes and runs_as_often(op, count)
