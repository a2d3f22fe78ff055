"""`lagrad-hoist-stack-buffers`: memory on the stack is taken once a call."""

from __future__ import annotations

from dataclasses import dataclass

from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class HoistStackBuffers(Pass):
    """Move every `memref.alloca` of static size to the beginning of its function.

    The stack grows with each `alloca` that runs until the function returns: one in a loop of a million
    trips overflows it. A buffer that does not outlive a trip can be the same in all of them.
    """

    name = "lagrad-hoist-stack-buffers"
    anchor = "func.func"

    def run(self, op, report) -> None:
        if not op.regions[0].blocks:
            return
        entry = op.regions[0].blocks[0]
        first = entry.operations[0].operation
        for child in [child for child in walk(op) if child.name == "memref.alloca"]:
            if child.block != entry and not child.operands:
                child.move_before(first)
