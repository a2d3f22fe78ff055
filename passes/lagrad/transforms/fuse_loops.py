"""`lagrad-fuse-loops`: neighbouring loops over the same iterations, as those of adjoints are, become one."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..ad.emission import for_loop
from ..ad.scope import copy_block
from ..analysis.accumulators import is_only_added_to
from ..analysis.effects import has_effect, marked_pure
from ..analysis.memory import is_memory
from ..analysis.program import captured_by, walk
from ..build import is_tensor
from ..errors import Report
from ..forms.trip_count import is_unsigned
from ..lowering.walk import blocks
from ..mlir import ir
from ..passes import Pass


@dataclass(frozen=True)
class FuseLoops(Pass):
    """Run `scf.for` loops on tensors together that have the same bounds and read, or add to, a common tensor.

    ```mlir
    %a = scf.for %i = %c0 to %n step %c1 iter_args(%x_bar = %zeros) { ... x_bar[i] += cos(x[i]) ... }
    %b = scf.for %i = %c0 to %n step %c1 iter_args(%x_bar = %a) { ... x_bar[i] += exp(x[i]) ... }
    ```
    The second loop goes on from what the first one gives. But both only add to it, and so do not depend on each other:
    one loop adds both terms. What is read twice is then read once, and after `cse,canonicalize` what is added to one
    element is gathered into one update. The order of the terms of a sum changes; sums that are to keep theirs,
    `lagrad.exact`, stay.

    So run two loops of which the second one reads, at its own place, elements of a tensor that the first one fills:
    `y[i] = sin(x[i])`, and then a sum of `y[i] * y[i]`. The element is no longer read, and the tensor goes if nothing
    else reads it.

    A loop moves down to the next one. So nothing between the two may use its results, and the second loop may not,
    except for these. Loops with a tape, with snapshots, or with effects stay. So does a loop whose iterations could run
    at once beside one where each needs the last.
    """

    name = "lagrad-fuse-loops"
    creates = ("scf", "arith")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context:
            while pair := next(filter(None, map(_pair, blocks(op))), None):  # blocks go with the loops: look anew
                _fuse(*pair)
                report.remark(pair[1].location, "this loop runs with one before it")
                pair[1].erase()
                pair[0].erase()


@dataclass(frozen=True)
class _Between:
    """What a second loop has from the first one.

    `sums` are those that it goes on with: numbers in the first loop, by those in the second one. `filled` are tensors
    of which it reads what the first loop has written in the same iteration: by the number of each, these reads.
    """

    sums: dict[int, int]
    filled: dict[int, list[ir.Operation]]


def _pair(block: ir.Block) -> tuple[ir.Operation, ir.Operation, _Between] | None:
    """Two loops of a block that can be one."""
    order = {view.operation: place for place, view in enumerate(block.operations)}
    loops = [op for op in order if op.name == "scf.for" and _may_move(op)]
    for place, second in enumerate(loops):
        for first in reversed(loops[:place]):
            if list(first.operands)[:3] == list(second.operands)[:3] and is_unsigned(first) == is_unsigned(second):
                between = _between(first, second, order) if _is_map(first) == _is_map(second) else None
                if between and (between.sums or between.filled or _share_a_tensor(first, second)):
                    return first, second, between
    return None


def _may_move(loop: ir.Operation) -> bool:
    """Whether a loop has no marks, and does nothing but compute its results."""
    pure = marked_pure(loop)
    inside = list(walk(loop))
    values = [v for op in inside for v in (*op.operands, *op.results)]
    return (
        not any(name.startswith("lagrad.") for name in loop.attributes)
        and not any(op.name == "cf.assert" or has_effect(op, pure) for op in inside)
        and not any(is_memory(v.type) for v in values)
    )


def _between(first: ir.Operation, second: ir.Operation, order: dict[ir.Operation, int]) -> _Between | None:
    """What the second loop has from the first one; None where it depends on that otherwise."""
    found = _Between({}, {})
    for number, result in enumerate(first.results):
        uses = list(result.uses)
        for use in uses:
            user = use.owner.operation
            while user not in order:
                user = user.parent.operation
            if order[user] > order[second]:
                continue
            slot = use.operand_number - 3
            if user == second and _reads_in_turn(use, second) and _element(first, number) is not None:
                found.filled.setdefault(number, []).append(use.owner.operation)
                continue
            if use.owner.operation != second or slot < 0 or len(uses) > 1:
                return None
            if not (is_only_added_to(first, number) and is_only_added_to(second, slot)):
                return None
            found.sums[slot] = number
    return found


def _is_map(loop: ir.Operation) -> bool:
    """Whether no iteration needs another one, but for sums: then several may run at once."""
    numbers = range(len(loop.results))
    return all(is_only_added_to(loop, k) or _element(loop, k) is not None for k in numbers)


def _reads_in_turn(use: ir.OpOperand, loop: ir.Operation) -> bool:
    """Whether a tensor is read at the place of the iteration only."""
    op = use.owner.operation
    return op.name == "tensor.extract" and list(op.operands)[1:] == [loop.regions[0].blocks[0].arguments[0]]


def _element(loop: ir.Operation, number: int) -> ir.Value | None:
    """What each iteration writes into a tensor that it carries, at the place of the iteration.

    None if it does anything else with that tensor.
    """
    block = loop.regions[0].blocks[0]
    uses = list(block.arguments[number + 1].uses)
    if len(uses) != 1 or uses[0].owner.operation.name != "tensor.insert" or uses[0].operand_number != 1:
        return None
    write = uses[0].owner.operation
    ends = [use.operand_number for use in write.results[0].uses if use.owner.operation == _last(block)]
    is_own = write.block == block and list(write.operands)[2:] == [block.arguments[0]]
    return write.operands[0] if is_own and ends == [number] and _count(write.results[0]) == 1 else None


def _last(block: ir.Block) -> ir.Operation:
    return list(block.operations)[-1].operation


def _count(value: ir.Value) -> int:
    return sum(1 for _ in value.uses)


def _share_a_tensor(first: ir.Operation, second: ir.Operation) -> bool:
    return any(is_tensor(v.type) and v in captured_by(second) for v in captured_by(first))


def _fuse(first: ir.Operation, second: ir.Operation, between: _Between) -> None:
    """Puts a loop that does both in front of the second one, and its results in the place of theirs."""
    going = between.sums
    gone = {k for k, reads in between.filled.items() if len(reads) == _count(first.results[k])}
    kept = [k for k in range(len(first.results)) if k not in gone]
    own = [k for k in range(len(second.results)) if k not in going]
    starts = [*(first.operands[k + 3] for k in kept), *(second.operands[k + 3] for k in own)]
    with second.location, ir.InsertionPoint(second):
        loop = for_loop(list(first.operands)[:3], starts, first)
    block = loop.regions[0].blocks[0]
    with second.location, ir.InsertionPoint(block):
        number, *carried = block.arguments
        ours = dict(zip(kept, carried)) | {k: first.operands[k + 3] for k in gone}
        ends = copy_block(first.regions[0].blocks[0], [number, *(ours[k] for k in range(len(ours)))])
        rest = dict(zip(own, carried[len(kept) :], strict=True))
        given = [ends[going[k]] if k in going else rest[k] for k in range(len(second.results))]
        last = copy_block(second.regions[0].blocks[0], [number, *given])
        for slot, place in going.items():
            ends[place] = last[slot]
        build.emit("scf.yield", [], [*(ends[k] for k in kept), *(last[k] for k in own)])
    for place in between.filled:
        element = ends[place].owner.operation.operands[0]  # what is written there
        for read in [op for op in walk(loop) if op.name == "tensor.extract" and op.operands[0] == first.results[place]]:
            read.results[0].replace_all_uses_with(element)
            read.erase()
    results = dict(zip(kept, loop.results))
    for slot, result in enumerate(second.results):
        new = results[going[slot]] if slot in going else loop.results[len(kept) + own.index(slot)]
        result.replace_all_uses_with(new)
    for place in kept:
        if place not in going.values():
            first.results[place].replace_all_uses_with(results[place])
