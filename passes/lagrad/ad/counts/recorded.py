"""One loop that counts and records, in place of a loop that counts and one that records.

How many rows a tape has is known before: the most iterations that the condition allows. Rows that are not written cost
address space, no memory, and no time.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from ... import build
from ...analysis.effects import effects
from ...analysis.program import walk
from ...dialect import EXACT
from ...mlir import ir
from ..emission import TAPE
from ..snapshots.nest import move_before
from .alone import numbers
from .counting import Counting, counting, unclamped
from .joined import Joined, reads, runs_as_often

_ROOM = 1 << 20  # bytes of address space for tapes that are written in part


def join(block: ir.Block) -> set[int]:
    """Joins loops that record with the ones that count for them, in a block and inside.

    Gives the numbers of what was marked as rounding alike in both (`alone.py`), and stands in one of them now.
    """
    found = set()
    for view in list(block.operations):
        for region in view.operation.regions:
            found |= {number for inner in region.blocks for number in join(inner)}
    for count in list(_counts(block)):
        found |= _join(count)
    return found


def _counts(block: ir.Block) -> Iterator[Counting]:
    """The loops of a block that count for others there, and compute with floats to do so."""
    found = {}
    for view in block.operations:
        if view.operation.name == "scf.for" and (count := counting(view.operation.operands[1])) is not None:
            found[count.loop] = count
    for loop, count in found.items():
        computes = any(build.has_derivative(r.type) for op in walk(loop) for r in op.results)
        if loop.block == block and computes and next(effects(loop), None) is None:
            yield count


def _join(count: Counting) -> set[int]:
    most, block = count.most(), count.loop.block
    if most is None:
        return set()
    operations = [view.operation for view in block.operations]
    span, room = operations[operations.index(count.loop) :], _ROOM
    runs: list[ir.Operation] = []
    with count.loop.location, ir.InsertionPoint(count.loop):
        for loop in [op for op in span if runs_as_often(op, count)]:
            tapes = _tapes(loop, count)
            taken = None if tapes is None else sum(_bytes(tape, most + more) for tape, more in tapes)
            if taken is None or taken > room or not _shares(count, loop):
                continue
            sizes = [tape.operands[0] for tape, _ in tapes]
            for tape, more in tapes:
                tape.operands[0] = build.index(most + more)
            if move_before(count.loop, reads(loop), span, [count.loop]):
                room -= taken
                runs.append(loop)
                continue
            for (tape, _), size in zip(tapes, sizes):
                tape.operands[0] = size
        if not runs:
            return set()
        joined = Joined(count, runs)
        computes_once = len(runs) == 1 and _computes_once(joined, runs[0])
        loop, _ = joined.emit()
        return numbers(loop) if computes_once else set()


def _computes_once(joined: Joined, loop: ir.Operation) -> bool:
    """Whether nothing that has to round alike is computed in two ways, once to count and once by the loop."""
    (before, after), body, shared = joined.count.blocks, loop.regions[0].blocks[0], joined.shared[loop]
    parts = ((before, shared.before.values()), (after, shared.after), (body, [*shared.before, *shared.after.values()]))
    in_count, behind, own = ([_is_shared(op, values) for op in _marked(block)] for block, values in parts)
    return None not in (*in_count, *behind, *own) and (all((*in_count, *behind)) or all(own))


def _marked(block: ir.Block) -> Iterator[ir.Operation]:
    """The operations of a block that are marked, or have marks inside."""
    for view in block.operations:
        if any(EXACT in op.attributes for op in walk(view.operation)):
            yield view.operation


def _is_shared(op: ir.Operation, shared: Collection[ir.Value]) -> bool | None:
    """Whether all results that are used are shared; None if some are."""
    found = {result in shared for result in op.results if next(iter(result.uses), None) is not None}
    return None if len(found) > 1 else False not in found


def _shares(count: Counting, loop: ir.Operation) -> bool:
    """Whether a loop carries floats that the one that counts carries, too: then these are computed once."""
    slots = Joined(count, [loop]).slots[loop]
    return any(k < len(count.loop.operands) and build.has_derivative(r.type) for k, r in zip(slots, loop.results))


def _tapes(loop: ir.Operation, count: Counting) -> list[tuple[ir.Operation, int]] | None:
    """Where the tapes of a loop begin, and how many rows each has beside one for an iteration.

    None if anybody sees how large one is.
    """
    found = []
    for slot in loop.attributes[TAPE] if TAPE in loop.attributes else ():
        start = _start(loop.operands[3 + slot])
        if start is None or not all(map(_reads_rows, loop.results[slot].uses)):
            return None
        more = _more(start.operands[0], count)
        if more is None:
            return None
        found.append((start, more))
    return found


def _start(tape: ir.Value) -> ir.Operation | None:
    """The `tensor.empty` that is a tape, where one iteration after the other takes it, and a row may be in it before.

    Only the number of its rows is not known.
    """
    op = build.defining_op(tape, "tensor.empty", "tensor.insert", "tensor.insert_slice")
    if op is None or len(list(tape.uses)) != 1:
        return None
    if op.name != "tensor.empty":
        return _start(op.operands[1])
    shape = build.shape_of(tape.type)
    return op if [n < 0 for n in shape] == [True] + [False] * (len(shape) - 1) else None


def _more(rows: ir.Value, count: Counting) -> int | None:
    """What is added to the number of iterations, in a number of rows."""
    if unclamped(rows) == count.trips:
        return 0
    if (sum := build.defining_op(rows, "arith.addi")) is None or unclamped(sum.operands[0]) != count.trips:
        return None
    more = build.constant_of(sum.operands[1])
    return more if more is not None and more >= 0 else None


def _reads_rows(use: ir.OpOperand) -> bool:
    op = use.owner
    if op.name == "tensor.extract":
        return True
    return op.name == "tensor.extract_slice" and build.slice_parts(op, 1)[1][0] == 1


def _bytes(tape: ir.Operation, rows: int) -> int:
    _, *row = build.shape_of(tape.results[0].type)
    return rows * math.prod(row) * build.bytes_of(build.element(tape.results[0].type))
