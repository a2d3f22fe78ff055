"""`lagrad-write-slices`: what becomes a part of a tensor is computed there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ..facts.in_place import is_slice_of, late_accesses, overwrites, overwritten_operand
from ..walk import walk
from .copies import place_of
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
    after everything that reads the row; where that cannot be, it writes where it did. The elements of a
    `tensor.from_elements` are put into the slice one by one. What is made from anything else than the slice is left to
    `lagrad-place-results`.
    """

    name = "lagrad-write-slices"
    aim = "in-place"
    creates = ("tensor", "arith")

    def run(self, op: ir.Operation, report) -> None:
        for insert in [child for child in walk(op) if child.name == "tensor.insert_slice"]:
            if (made := build.defining_op(insert.operands[0], "tensor.from_elements")) is not None:
                _put_elements(insert, made)
            else:
                _update_where_it_is(insert)


def _put_elements(insert: ir.Operation, made: ir.Operation) -> None:
    type = made.results[0].type
    with insert.location, ir.InsertionPoint(insert):
        part = place_of(insert, insert.operands[1], type)
        places = product(*(list(map(build.index, range(size))) for size in type.shape))
        for place, element in zip(places, made.operands):
            part = build.insert(element, part, place)
    insert.operands[0] = part


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


def _update_where_it_is(insert: ir.Operation) -> None:
    """Lets what makes a part from the part that it replaces do so in place, once all have read that, if it can."""
    if (start := _start(insert.operands[0])) is None or late_accesses(insert, 1):
        return  # or the insertion will work on a copy
    generic, number = start
    maps, ins = linalg_form.maps(generic), linalg_form.inputs(generic)
    for operand, map in zip(list(generic.operands)[:ins], maps):
        if map == maps[ins + number] and operand.type == insert.operands[0].type and _is_slice_at(operand, insert):
            before, generic.operands[ins + number] = generic.operands[ins + number], operand
            if postpone(generic, ins + number):
                return
            generic.operands[ins + number] = before


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
