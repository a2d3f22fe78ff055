"""Loops that record, and whose counter has another step than one, as loops that count their iterations.

A tape has a row for each iteration, so that its rows follow such a counter.
"""

from __future__ import annotations

from .. import build
from ..ad.emission import TAPE
from ..forms import index_loops, trip_count
from ..lowering.walk import walk
from ..mlir import ir


def count_iterations(op: ir.Operation) -> int:
    """Rewrites the loops inside an operation that put rows where the number of an iteration says; how many."""
    count = 0
    for loop in [loop for loop in walk(op) if loop.name == "scf.for" and TAPE in loop.attributes]:
        block = loop.regions[0].blocks[0]
        made = [result for view in block.operations for result in view.operation.results]
        numbers = [value for value in made if trip_count.is_iteration(value, loop)]
        if is_plain(loop) or not (numbers or trip_count.is_iteration(block.arguments[0], loop)):
            continue
        with loop.location:
            number = index_loops.rewrite_loop(loop).regions[0].blocks[0].arguments[0]
        for value in numbers:
            value.replace_all_uses_with(number)
        count += 1
    return count


def is_plain(loop: ir.Operation) -> bool:
    """Whether the counter is an index that goes up one by one, from the lower bound to the upper one, with signs."""
    is_index = isinstance(loop.operands[0].type, ir.IndexType)
    return is_index and build.constant_of(loop.operands[2]) == 1 and not trip_count.is_unsigned(loop)
