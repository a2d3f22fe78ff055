"""`lagrad-update-slices`: a slice that is computed from itself is updated where it is."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis import linalg_form
from ..mlir import ir
from ..passes import Pass
from .in_place import overwrites, postpone
from .walk import walk

_PLACE = ("static_offsets", "static_sizes", "static_strides")


@dataclass(frozen=True)
class UpdateSlices(Pass):
    """Let elementwise work on a slice write into the slice, if that is where the result goes.

    ```mlir
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1]
    %new = linalg.generic ... ins(%row, ...) outs(%empty)
    %b = tensor.insert_slice %new into %a[%i, 0] [1, 4] [1, 1]
    ```
    `outs(%empty)` becomes `outs(%row)`: element by element that is safe, and it needs no buffer. The work
    is done after everything that reads the row, where that can be.
    """

    name = "lagrad-update-slices"

    def run(self, op, report) -> None:
        for insert in [child for child in walk(op) if child.name == "tensor.insert_slice"]:
            source = insert.operands[0]
            if isinstance(source.owner, ir.Block):
                continue
            generic, number = source.owner.operation, ir.OpResult(source).result_number
            if generic.name != "linalg.generic" or not overwrites(generic, number):
                continue
            maps, ins = linalg_form.maps(generic), linalg_form.inputs(generic)
            for operand, map in zip(list(generic.operands)[:ins], maps):
                if map == maps[ins + number] and operand.type == source.type and _is_slice_at(operand, insert):
                    before, generic.operands[ins + number] = generic.operands[ins + number], operand
                    if postpone(generic, ins + number):
                        break
                    generic.operands[ins + number] = before


def _is_slice_at(value: ir.Value, insert: ir.Operation) -> bool:
    """Is `value` what `insert` overwrites?"""
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "tensor.extract_slice":
        return False
    extract = value.owner.operation
    return (
        list(extract.operands) == list(insert.operands)[1:]
        and all(extract.attributes[name] == insert.attributes[name] for name in _PLACE)
    )
