"""`lagrad-hoist-buffers`: memory that every iteration of a loop needs is taken once, in front of it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ..allocation.buffer_bytes import can_hold, fixed_bytes
from ..allocation.sharing import share
from ..allocation.stack import keep_small
from ..facts.in_place import is_known_before
from ..facts.in_use import AT_ONCE, LOOPS, leaves
from ..walk import walk
from .bounded_buffers import hoist_bounded, join
from .branch_results import take_before

# Bytes of fixed size that each lane or thread of a loop may take for itself: iterations that are independent remain so.
_OF_LANES = 1 << 15


@dataclass(frozen=True)
class HoistBuffers(Pass):
    """Take buffers in front of loops, after those of an iteration that may share memory have become one.

    One loop at a time, from the innermost on: buffers of an iteration whose sizes are known in front of the loop move
    there, and so share memory with what another loop has needed. Upstream's `buffer-loop-hoisting` moves buffers of all
    loops at once before the outermost one, within which they then seem to be in use all the time. What is small and of
    a fixed size is left to it, so that `lagrad-vectorize-map` can give each lane its own.

    Where sizes change from iteration to iteration but have a bound,
    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %buffer = memref.alloc(%i) : memref<?xf64>
    ```
    becomes
    ```mlir
    %room = memref.alloc(%n - 1) : memref<?xf64>
    scf.for %i = %c0 to %n step %c1 {
      %buffer = memref.reinterpret_cast %room to offset: [0], sizes: [%i], strides: [1]
    ```
    Buffers of one loop that no iteration needs at the same time have one room, as large as the largest of them. A
    buffer that the next iteration gets stays.

    What both sides of a branch take and give, of one size, is taken once before the branch.

    What is small, of a fixed size, and not passed on is on the stack, from the beginning of the function on. An
    `memref.alloca` of fixed size moves there too.
    """

    name = "lagrad-hoist-buffers"
    aim = "hoisting"
    anchor = "func.func"
    creates = ("memref", "arith")

    share: bool = option(True, "Whether buffers of one loop may share memory.")

    def run(self, op: ir.Operation, report: Report) -> None:
        if not op.regions[0].blocks:
            return
        take_before(op)
        first = op.regions[0].blocks[0].operations[0].operation
        found = [(child.name, child) for child in walk(op)]
        for alloca in [child for name, child in found if name == "memref.alloca" and not child.operands]:
            if alloca.block != first.block:
                alloca.move_before(first)
        allocs = [child for name, child in found if name == "memref.alloc"]
        if not allocs:
            return
        homes = {alloc.block for alloc in allocs}
        for around in reversed([child for name, child in found if name in LOOPS or name == "scf.if"]):
            blocks = [block for region in around.regions for block in region.blocks]
            if not homes.isdisjoint(blocks) and (loop := _loop_of(around)) is not None:
                self._leave(around, blocks, loop, report)
                homes.add(around.block)
        rooms = [hoist_bounded(alloc) for alloc in keep_small(op, _allocs(op))]
        if self.share:
            join([room for room in rooms if room is not None], report)

    def _leave(self, op: ir.Operation, blocks: list[ir.Block], loop: ir.Operation, report: Report) -> None:
        """Takes the buffers of a loop, or of a branch in one, in front of it."""
        for block in blocks if self.share else ():
            share(block, report, {})
        taken = [[a for view in block.operations if _may_leave(a := view.operation, op, loop)] for block in blocks]
        for alloc in itertools.chain(*taken):
            alloc.move_before(op)


def _allocs(op: ir.Operation) -> list[ir.Operation]:
    return [child for child in walk(op) if child.name == "memref.alloc"]


def _loop_of(op: ir.Operation) -> ir.Operation | None:
    """The innermost loop that an operation is, or is in."""
    while op.name not in LOOPS:
        if op.name in AT_ONCE or (op := op.parent.operation).name == "func.func":
            return None
    return op


def _may_leave(alloc: ir.Operation, op: ir.Operation, loop: ir.Operation) -> bool:
    """Is it a buffer of a size that is known before `op`, and is it not passed on to the loop's next iteration?"""
    if alloc.name != "memref.alloc" or not can_hold(alloc):
        return False
    bytes = fixed_bytes(alloc.results[0].type)
    if bytes is not None and bytes <= _OF_LANES:
        return False  # two loops that share it would no longer be independent
    return all(is_known_before(op, size) for size in alloc.operands) and not leaves(alloc.results[0], loop)
