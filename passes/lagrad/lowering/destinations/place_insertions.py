"""`lagrad-place-insertions`: what is stored is stored as soon as it is there, and destroys nothing that is read."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import accesses, inside, late_accesses
from ..walk import walk
from .early_indices import raise_indices
from .postponed import postpone


@dataclass(frozen=True)
class PlaceInsertions(Pass):
    """Move each `tensor.insert` and `tensor.insert_slice` to the first place at which nothing reads what it overwrites.

    ```mlir
    %new = linalg.generic ... ins(%state) outs(%empty)
    %tape' = tensor.insert_slice %state into %tape[%i, 0] [1, 4] [1, 1]
    ```
    Once the state is on the tape, its successor can be computed in its place, so the insertion goes first.
    One that overwrites what is still read moves behind the readers, where nothing waits for its result. The positions
    and sizes that insertions take come as early as can be, too (`lowering/destinations/early_indices.py`).
    """

    name = "lagrad-place-insertions"
    creates = ("arith",)

    def run(self, op: ir.Operation, report) -> None:
        raise_indices(op)
        for insert in [c for c in walk(op) if c.name in ("tensor.insert", "tensor.insert_slice")]:
            _hoist(insert)
            _read_first(insert)
            postpone(insert, 1)


def _hoist(insert: ir.Operation) -> None:
    """Moves an insertion to behind the last operation that must come before it."""
    block = insert.block
    others = [value.owner.operation for value in insert.operands if not isinstance(value.owner, ir.Block)]
    others += [use.owner.operation for use in insert.operands[1].uses]
    others += [user for user, _ in accesses(insert.operands[1])]
    after = None
    for op in others:
        op = inside(op, block)
        if op is not None and op.is_before_in_block(insert) and (after is None or after.is_before_in_block(op)):
            after = op
    if after is None:
        insert.move_before(block.operations[0].operation)
    else:
        insert.move_after(after)


def _read_first(insert: ir.Operation) -> None:
    """Moves elements that are read of what an insertion overwrites to before it."""
    for user, _ in late_accesses(insert, 1):
        if user.name == "tensor.extract" and user.block == insert.block:
            owners = [v.owner.operation for v in user.operands if not isinstance(v.owner, ir.Block)]
            if all(op.block != insert.block or op.is_before_in_block(insert) for op in owners):
                user.move_before(insert)
