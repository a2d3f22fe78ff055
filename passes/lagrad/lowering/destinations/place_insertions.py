"""`lagrad-place-insertions`: what is stored is stored as soon as it is there, and destroys nothing that is read."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import accesses, inside, late_accesses
from ..walk import walk
from .postponed import postpone

_TRAPPING = ("div", "rem")


@dataclass(frozen=True)
class PlaceInsertions(Pass):
    """Move each `tensor.insert` and `tensor.insert_slice` to the first place at which nothing reads what it overwrites.

    ```mlir
    %new = linalg.generic ... ins(%state) outs(%empty)
    %tape' = tensor.insert_slice %state into %tape[%i, 0] [1, 4] [1, 1]
    ```
    Once the state is on the tape, its successor can be computed in its place, so the insertion goes first.
    One that overwrites what is still read moves behind the readers, where nothing waits for its result. The positions
    and sizes that insertions take, and other integers, are computed as early as can be, too.
    """

    name = "lagrad-place-insertions"
    aim = "in-place"

    def run(self, op: ir.Operation, report) -> None:
        for index in [child for child in walk(op) if _is_index(child)]:
            _raise(index)
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


def _is_index(op: ir.Operation) -> bool:
    """Computes integers from integers, or a size from a tensor, and cannot fail."""
    if op.name == "tensor.dim":
        return True
    if not op.name.startswith("arith.") or not all(_is_integer(v) for v in (*op.operands, *op.results)):
        return False
    return not any(word in op.name for word in _TRAPPING) or (build.constant_of(op.operands[1]) or 0) > 0


def _is_integer(value: ir.Value) -> bool:
    return isinstance(value.type, (ir.IndexType, ir.IntegerType))


def _raise(op: ir.Operation) -> None:
    """Moves an operation to right behind what makes its operands."""
    made = [v.owner.operation for v in op.operands if not isinstance(v.owner, ir.Block)]
    here = [other for other in made if other.block == op.block]
    if not here:
        if (first := op.block.operations[0].operation) != op:
            op.move_before(first)
        return
    latest = here[0]
    for other in here[1:]:
        latest = other if latest.is_before_in_block(other) else latest
    op.move_after(latest)
