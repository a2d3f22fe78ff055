"""`lagrad-unswitch-loops`: where a loop reads is decided before it, not in each iteration."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import emit, parent_block, replace_op
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk

_MOST = 100  # operations of a loop that there may be two of


@dataclass(frozen=True)
class UnswitchLoops(Pass):
    """Make two of an innermost loop that selects indices by a condition that is the same in all iterations.

    ```
    for c: z[c] = y[renamed ? numbers[at[c]] : at[c]]
    ```
    reads `numbers` in each iteration, and waits for it, even where it is not asked. With

    ```
    if renamed: for c: z[c] = y[numbers[at[c]]]
    else:       for c: z[c] = y[at[c]]
    ```
    what is not asked is not read. Choices of other numbers stay: a vector of these costs less than a second loop.

    Runs with `inspect=true`, after `lagrad-skip-columns`: the Jacobian of ADBench's Hand takes 1.01 to 1.5 times as
    long without it, and nothing else that was measured does.
    """

    name = "lagrad-unswitch-loops"
    aim = "hoisting"
    creates = ("scf",)

    def run(self, op: ir.Operation, report: Report) -> None:
        left = [child for child in walk(op) if child.name == "scf.for"]
        while left:
            loop = left.pop()
            steps = [view.operation for view in loop.regions[0].blocks[0].operations]
            if len(steps) > _MOST or any(len(step.regions) for step in steps):
                continue
            if (
                condition := next((v for step in steps if (v := _condition(step, loop)) is not None), None)
            ) is not None:
                report.remark(loop.location, "where this loop reads is decided before it: it is two loops")
                left += _split(loop, condition)


def _condition(step: ir.Operation, loop: ir.Operation) -> ir.Value | None:
    """What an index is selected by, if no iteration changes it."""
    if step.name != "arith.select" or not isinstance(step.results[0].type, ir.IndexType):
        return None
    value = step.operands[0]
    home = parent_block(value)
    return None if home == loop.regions[0].blocks[0] else value


def _split(loop: ir.Operation, condition: ir.Value) -> list[ir.Operation]:
    """The two loops that are there now."""
    with loop.location, ir.InsertionPoint(loop):
        choice = ir.Operation.create("scf.if", results=[r.type for r in loop.results], operands=[condition], regions=2)
    loops = []
    for holds, region in zip((True, False), choice.regions):
        block = region.blocks.append()
        with loop.location, ir.InsertionPoint(block):
            copy = loop.clone().operation
            emit("scf.yield", [], list(copy.results))
        for step in [child for child in walk(copy) if child.name == "arith.select" and child.operands[0] == condition]:
            replace_op(step, step.operands[1 if holds else 2])
        loops.append(copy)
    replace_op(loop, *choice.results)
    return loops
