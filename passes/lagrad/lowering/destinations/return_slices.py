"""`lagrad-return-slices`: a slice that was worked on goes back to its place before zeros go there."""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import accesses, inside, is_fill, is_slice_of, overwritten_operand
from ..walk import walk


@dataclass(frozen=True)
class ReturnSlices(Pass):
    """Put a slice that is worked on back into its tensor before its place is filled.

    ```mlir
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1]
    %new = tensor.insert %v into %row[%j]
    %b = tensor.insert_slice %zeros into %a[%i, 0] [1, 4] [1, 1]
    ... reads %new ...
    ```
    becomes
    ```mlir
    ... reads %new ...
    %back = tensor.insert_slice %new into %a[%i, 0] [1, 4] [1, 1]
    %b = tensor.insert_slice %zeros into %back[%i, 0] [1, 4] [1, 1]
    ```
    so that the row is worked on where it is, and not on a copy. The adjoint of what overwrites a row is of this kind.
    Nothing else may use `%a`, and nothing before the last of the readers `%b`.
    """

    name = "lagrad-return-slices"

    def run(self, op, report) -> None:
        for insert in [child for child in walk(op) if child.name == "tensor.insert_slice"]:
            if (work := _work(insert)) is not None:
                _put_back(insert, *work)


def _work(insert: ir.Operation) -> tuple[ir.Value, ir.Operation] | None:
    """What becomes of the slice that an insertion overwrites, and the last operation that comes before the insertion or uses
    the slice; None if it is only read, or if the two cannot change places."""
    source = insert.operands[0]
    if isinstance(source.owner, ir.Block) or not (is_fill(source.owner.operation) or source.owner.operation.name == "arith.constant"):
        return None
    users = [use.owner.operation for use in insert.operands[1].uses]
    slices = [user for user in users if user.name == "tensor.extract_slice"]
    others = [user for user in users if user not in slices and user.name != "tensor.dim"]
    if others != [insert] or len(slices) != 1 or slices[0].block != insert.block:
        return None
    if not is_slice_of(slices[0], insert) or slices[0].results[0].type != insert.operands[0].type:
        return None
    last, slice, value = slices[0], slices[0].results[0], slices[0].results[0]
    while True:
        uses = [(inside(user, insert.block), user, number) for user, number in accesses(value)]
        if any(here is None or user == insert for here, user, _ in uses):
            return None
        for here, _, _ in uses:
            last = here if last.is_before_in_block(here) else last
        changed = [result for here, user, n in uses if here == user for result in _in_place_of(user, n) if result.type == slice.type]
        if len(changed) != 1:
            break
        value = changed[0]
    if value == slice:
        return None
    if last.is_before_in_block(insert):
        return value, insert
    followers = [inside(use.owner.operation, insert.block) for use in insert.results[0].uses]
    return (value, last) if all(here is not None and last.is_before_in_block(here) for here in followers) else None


def _in_place_of(op: ir.Operation, number: int) -> list[ir.Value]:
    """The results that an operation makes in the place of its operand `number`."""
    return [result for k, result in enumerate(op.results) if overwritten_operand(op, k) == number]


def _put_back(insert: ir.Operation, value: ir.Value, last: ir.Operation) -> None:
    operands = list(insert.operands)
    with insert.location, ir.InsertionPoint(insert) if last == insert else ir.InsertionPoint.after(last):
        back = ir.Operation.create(
            "tensor.insert_slice",
            results=[operands[1].type],
            operands=[value, *operands[1:]],
            attributes={name: insert.attributes[name] for name in insert.attributes},
        )
    insert.operands[1] = back.results[0]
    insert.move_after(back)
