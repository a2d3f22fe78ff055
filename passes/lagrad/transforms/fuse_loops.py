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

    A loop moves down to the next one. So nothing between the two may use its results, and the second loop may not,
    except for sums that go on. Loops with a tape, with snapshots, or with effects stay.
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


# The sums that a second loop goes on with: numbers in the first loop, by those in the second one.
Going = dict[int, int]


def _pair(block: ir.Block) -> tuple[ir.Operation, ir.Operation, Going] | None:
    """Two loops of a block that can be one."""
    order = {view.operation: place for place, view in enumerate(block.operations)}
    loops = [op for op in order if op.name == "scf.for" and _may_move(op)]
    for place, second in enumerate(loops):
        for first in reversed(loops[:place]):
            if list(first.operands)[:3] == list(second.operands)[:3] and is_unsigned(first) == is_unsigned(second):
                going = _going(first, second, order)
                if going is not None and (going or _share_a_tensor(first, second)):
                    return first, second, going
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


def _going(first: ir.Operation, second: ir.Operation, order: dict[ir.Operation, int]) -> Going | None:
    """The sums that the second loop goes on with; None where it depends on the first one otherwise."""
    on: Going = {}
    for number, result in enumerate(first.results):
        uses = list(result.uses)
        for use in uses:
            user = use.owner.operation
            while user not in order:
                user = user.parent.operation
            if order[user] > order[second]:
                continue
            slot = use.operand_number - 3
            if use.owner.operation != second or slot < 0 or len(uses) > 1:
                return None
            if not (is_only_added_to(first, number) and is_only_added_to(second, slot)):
                return None
            on[slot] = number
    return on


def _share_a_tensor(first: ir.Operation, second: ir.Operation) -> bool:
    return any(is_tensor(v.type) and v in captured_by(second) for v in captured_by(first))


def _fuse(first: ir.Operation, second: ir.Operation, going: Going) -> None:
    """Puts a loop that does both in front of the second one, and its results in the place of theirs."""
    count = len(first.results)
    own = [k for k in range(len(second.results)) if k not in going]
    starts = [*list(first.operands)[3:], *(second.operands[k + 3] for k in own)]
    with second.location, ir.InsertionPoint(second):
        loop = for_loop(list(first.operands)[:3], starts, first)
    block = loop.regions[0].blocks[0]
    with second.location, ir.InsertionPoint(block):
        number, *carried = block.arguments
        ends = copy_block(first.regions[0].blocks[0], [number, *carried[:count]])
        rest = dict(zip(own, carried[count:], strict=True))
        given = [ends[going[k]] if k in going else rest[k] for k in range(len(second.results))]
        last = copy_block(second.regions[0].blocks[0], [number, *given])
        for slot, place in going.items():
            ends[place] = last[slot]
        build.emit("scf.yield", [], [*ends, *(last[k] for k in own)])
    results = list(loop.results)
    for slot, result in enumerate(second.results):
        place = going[slot] if slot in going else count + own.index(slot)
        result.replace_all_uses_with(results[place])
    for place, result in enumerate(first.results):
        if place not in going.values():
            result.replace_all_uses_with(results[place])
