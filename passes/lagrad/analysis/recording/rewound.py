"""Loops marked `lagrad.snapshots`: nothing is recorded; what an iteration begins with is computed again from the start.

What the adjoint of such a loop reads are the values that the loop starts from, and whatever its body captures. From
these `ad/reverse/rewinding.py` computes the state before each iteration again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...dialect import SNAPSHOTS
from ...errors import Failure, error, note
from ...mlir import ir
from .cut import unrepeatable_part
from .slices import BlockSlice, Key, LoopSlice, Slicer


@dataclass
class Rewound:
    """What a loop computes again of its own state, and what the adjoint of an iteration does with that."""

    advance: LoopSlice  # the carried values that are computed again, and what computes them
    again: BlockSlice  # what the adjoint of an iteration computes from them

    @property
    def outer(self) -> list[Key]:
        """What must exist before."""
        return [*self.advance.outer, *self.again.outer]


def is_rewound(loop: ir.Operation) -> bool:
    return SNAPSHOTS in loop.attributes


def is_counted(loop: ir.Operation) -> bool:
    """Whether another loop counts the iterations."""
    bound = loop.operands[1].owner
    return not isinstance(bound, ir.Block) and bound.operation.name == "scf.while"


def counts_for(loop: ir.Operation) -> bool:
    """Whether an `scf.while` counts the iterations of another loop."""
    users = [use.owner for result in loop.results for use in result.uses]
    return any(user.name == "scf.for" and list(user.operands)[1].owner == loop for user in users)


def rewound(slicer: Slicer, loop: ir.Operation, needs: Iterable[Key]) -> Rewound:
    """How the adjoint of a marked loop gets `needs`, keys of its body. Failure where it cannot, and why."""
    again = slicer.block(slicer.program.body(loop), needs)
    carried = (ir.BlockArgument(a).arg_number - 1 for a in again.arguments)
    advance = slicer.loop(loop, [loop.results[k] for k in carried if k >= 0])
    for op, keys in (*again.ops, *advance.body.ops):
        if (found := unrepeatable_part(slicer, op, keys)) is not None:
            raise Failure(
                error(
                    found.location,
                    "this has an effect and cannot run again, "
                    f"but the adjoint of a loop marked '{SNAPSHOTS}' reads what it computes",
                    note(loop.location, f"of this loop; without '{SNAPSHOTS}' all of it is recorded"),
                )
            )
    arguments = list(slicer.program.body(loop).arguments)[1:]
    for k in advance.slots:
        if slicer.changing_sizes(loop, arguments[k]):
            raise Failure(
                error(
                    loop.location,
                    "cannot keep snapshots of a loop whose state changes its shape: "
                    f"carried value {k}, {arguments[k].type}",
                    note(loop.location, f"carry a tensor of the largest shape instead, or leave out '{SNAPSHOTS}'"),
                )
            )
    return Rewound(advance, again)
