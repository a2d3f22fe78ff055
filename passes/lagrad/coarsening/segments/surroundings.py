"""Where a segment stands, which says what its derivative shares with its value, and what runs in lanes.

In a loop whose iterations read nothing that others carry, the lowering runs several at once, and the adjoint computes
again what it reads. Where they do, the loop runs first, and its adjoint may read what was recorded. Outside of loops
the value and its derivative stand in one block, and share what they have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from ...analysis.dependence import closure
from ...mlir import ir
from .cones import Segment

_LOOPS = ("scf.for", "scf.while")


class Surroundings(Enum):
    """The kinds of places."""

    ONCE = "in no loop"
    LANES = "in a loop that runs in lanes"
    TURNS = "in a loop whose iterations run one after another"


def surroundings(segment: Segment) -> Surroundings:
    """Where a segment stands: what counts is the innermost loop around it."""
    loop = next((op for op in _around(segment.ops[-1]) if op.name in _LOOPS), None)
    if loop is None:
        return Surroundings.ONCE
    blocks = [block for region in loop.regions for block in region.blocks]
    carried = [value for block in blocks for value in list(block.arguments)[1 if loop.name == "scf.for" else 0 :]]
    reached = closure(carried, lambda value: _onward(value, loop))
    return Surroundings.LANES if reached.isdisjoint(segment.inputs) else Surroundings.TURNS


def _around(op: ir.Operation) -> Iterator[ir.Operation]:
    while op.name != "func.func":
        op = op.parent.operation
        yield op


def _onward(value: ir.Value, loop: ir.Operation) -> Iterator[ir.Value]:
    """What may depend directly on a value in a loop: all that its readers give, and what these stand in."""
    for use in value.uses:
        op = use.owner.operation
        while op != loop:
            yield from op.results
            op = op.parent.operation
