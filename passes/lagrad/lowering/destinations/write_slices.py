"""`lagrad-write-slices`: what becomes a part of a tensor is computed there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import (
    accesses,
    is_fill,
    is_known_before,
    is_over,
    is_slice_of,
    last,
    late_accesses,
    only_reads,
    overwrites,
    overwritten_operand,
)
from ..walk import walk
from .copies import copy, place_of
from .postponed import postpone


@dataclass(frozen=True)
class WriteSlices(Pass):
    """Let elementwise work write into the slice that its result is put into.

    ```mlir
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1]
    %new = linalg.generic ... ins(%row, ...) outs(%empty)
    %b = tensor.insert_slice %new into %a[%i, 0] [1, 4] [1, 1]
    ```
    `outs(%empty)` becomes `outs(%row)`: element by element that is safe, and it needs no buffer. The work is done
    after everything that reads the row, where that can be. Where no slice of the tensor is read,
    ```mlir
    %new = linalg.generic ... outs(%old)
    %zeros = linalg.fill ...
    %a = tensor.insert_slice %new into %zeros[4] [2] [1]
    ```
    becomes
    ```mlir
    %zeros = linalg.fill ...
    %part = tensor.extract_slice %zeros[4] [2] [1]
    %new = linalg.generic ... outs(%part)
    %a = tensor.insert_slice %new into %zeros[4] [2] [1]
    ```
    if nothing else uses `%new` or `%zeros`: to work in the place of an input would not be worth a copy from there. So
    it is with a slice of another tensor, if that is there before the work, nobody else works in its place, and all have
    read it. In a loop, a tensor from before it is copied first: the next iteration is to find it as it was. The
    elements of a `tensor.from_elements` are put into the slice one by one.
    """

    name = "lagrad-write-slices"
    creates = ("tensor", "arith")

    def run(self, op: ir.Operation, report) -> None:
        for insert in [child for child in walk(op) if child.name == "tensor.insert_slice"]:
            if _is_updated_where_it_is(insert):
                continue
            part = insert.operands[0]
            if (work := _work(insert)) is not None and (_has_copy(insert, work[0]) or _is_ready(insert, work[0])):
                _write_into(insert, *work)
            elif build.defining_op(part, "tensor.from_elements") is not None:
                _put_elements(insert, part.owner.operation)


# -- a part that is made from the one that it replaces -------------------------------


def _start(value: ir.Value) -> tuple[ir.Operation, int] | None:
    """The elementwise operation, and its result, that begins to make a tensor which others go on with in place."""
    while not isinstance(value.owner, ir.Block) and value.owner.operation.name.startswith("linalg."):
        op, number = value.owner.operation, ir.OpResult(value).result_number
        if overwrites(op, number):
            return op, number
        into = linalg_form.inputs(op) + number
        if late_accesses(op, into):
            return None
        value = op.operands[into]
    return None


def _is_updated_where_it_is(insert: ir.Operation) -> bool:
    """Lets what makes a part from the part that it replaces do so in place, once all have read that, if it can."""
    if (start := _start(insert.operands[0])) is None or late_accesses(insert, 1):
        return False  # or the insertion will work on a copy
    generic, number = start
    maps, ins = linalg_form.maps(generic), linalg_form.inputs(generic)
    for operand, map in zip(list(generic.operands)[:ins], maps):
        if map == maps[ins + number] and operand.type == insert.operands[0].type and _is_slice_at(operand, insert):
            before, generic.operands[ins + number] = generic.operands[ins + number], operand
            if postpone(generic, ins + number):
                return True
            generic.operands[ins + number] = before
    return False


def _is_slice_at(value: ir.Value, insert: ir.Operation) -> bool:
    """Is `value` what `insert` overwrites, perhaps updated on the way?"""
    while not isinstance(value.owner, ir.Block) and value.owner.operation.name != "tensor.extract_slice":
        op = value.owner.operation
        into = overwritten_operand(op, ir.OpResult(value).result_number)
        if into is None or op.regions and not op.name.startswith("linalg."):
            return False
        value = op.operands[into]
    if isinstance(value.owner, ir.Block):
        return False
    return is_slice_of(value.owner.operation, insert)


# -- a part of a tensor that nobody reads -----------------------------------------------


def _work(insert: ir.Operation) -> tuple[ir.Operation, int] | None:
    """The elementwise operation, and its result, that makes the slice, if that is all it makes it for."""
    part = insert.operands[0]
    if isinstance(part.owner, ir.Block) or len(list(part.uses)) != 1:
        return None
    op, number = part.owner.operation, ir.OpResult(part).result_number
    return (op, number) if op.block == insert.block and op.name == "linalg.generic" and overwrites(op, number) else None


def _is_ready(insert: ir.Operation, op: ir.Operation) -> bool:
    """Can an operation write to the place of an insertion, once what makes the place has moved to before it?"""
    if not all(is_known_before(op, v) for v in list(insert.operands)[2:]):
        return False
    into = insert.operands[1]
    if not isinstance(into.owner, ir.Block) and is_fill(into.owner.operation) and len(list(into.uses)) == 1:
        fresh = into.owner.operation
        return fresh.block == op.block and (fresh.is_before_in_block(op) or _move_before(op, fresh))
    if not is_known_before(op, into) or _is_given(into):
        return False
    return all(is_over(user, op) and only_reads(user, n) for user, n in accesses(into) if user != insert)


def _has_copy(insert: ir.Operation, op: ir.Operation) -> bool:
    """Makes a copy before an operation, for its result to be put into, where iterations find the tensor as it was."""
    into = insert.operands[1]
    if not _is_from_before_a_loop(into, insert) or not all(is_known_before(op, v) for v in list(insert.operands)[1:]):
        return False
    with insert.location, ir.InsertionPoint(op):
        insert.operands[1] = copy(into, build.empty(into.type, build.sizes_of(into)))
    return True


def _is_from_before_a_loop(value: ir.Value, user: ir.Operation) -> bool:
    made_in = build.parent_block(value)
    block, found = user.block, False
    while block != made_in:
        found = found or block.owner.operation.name in ("scf.for", "scf.while")
        block = block.owner.operation.block
    return found and (build.defining_op(value, "tensor.empty") is None)


def _is_given(value: ir.Value) -> bool:
    """Is it a tensor that must stay as it is?"""
    if isinstance(value.owner, ir.Block):
        return value.owner.owner.operation.name == "func.func"
    return value.owner.operation.name == "arith.constant"


def _write_into(insert: ir.Operation, op: ir.Operation, number: int) -> None:
    into = linalg_form.inputs(op) + number
    with insert.location, ir.InsertionPoint(op):
        op.operands[into] = place_of(insert, insert.operands[1], insert.operands[0].type)


def _put_elements(insert: ir.Operation, made: ir.Operation) -> None:
    type = made.results[0].type
    with insert.location, ir.InsertionPoint(insert):
        part = place_of(insert, insert.operands[1], type)
        places = product(*(list(map(build.index, range(size))) for size in type.shape))
        for place, element in zip(places, made.operands):
            part = build.insert(element, part, place)
    insert.operands[0] = part


def _move_before(op: ir.Operation, fresh: ir.Operation) -> bool:
    """Move a fill, and the `tensor.empty` that it fills, to before an operation, where that can be."""
    into = fresh.operands[len(fresh.operands) - 1]
    if build.defining_op(into, "tensor.empty") is None or len(list(into.uses)) != 1:
        return False
    empty = into.owner.operation
    number = [] if fresh.name == "linalg.fill" else last(fresh.regions[0].blocks[0]).operands
    needed = [*empty.operands, *list(fresh.operands)[:-1], *number]
    if empty.block != fresh.block or not all(is_known_before(op, v) for v in needed):
        return False
    empty.move_before(op)
    fresh.move_before(op)
    return True
