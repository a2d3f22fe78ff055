"""`lagrad-update-slices`: a slice that is computed from itself is updated where it is."""

from __future__ import annotations

from dataclasses import dataclass

from ..mlir import ir
from ..passes import Pass
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
    `outs(%empty)` becomes `outs(%row)`: element by element that is safe, and it needs no buffer.
    """

    name = "lagrad-update-slices"

    def run(self, op, report) -> None:
        for insert in [child for child in walk(op) if child.name == "tensor.insert_slice"]:
            source = insert.operands[0]
            if isinstance(source.owner, ir.Block):
                continue
            generic = source.owner.operation
            if not _is_elementwise_into_nothing(generic):
                continue
            maps = list(generic.attributes["indexing_maps"])
            for operand, affine_map in zip(list(generic.operands)[:-1], maps):
                if affine_map == maps[-1] and operand.type == source.type and _is_slice_at(operand, insert):
                    generic.operands[len(generic.operands) - 1] = operand
                    break


def _is_elementwise_into_nothing(op: ir.Operation) -> bool:
    """One result, all dimensions parallel, and a destination without contents."""
    if op.name != "linalg.generic" or len(op.results) != 1:
        return False
    if any("parallel" not in str(kind) for kind in op.attributes["iterator_types"]):
        return False
    destination = op.operands[len(op.operands) - 1]
    return not isinstance(destination.owner, ir.Block) and destination.owner.operation.name == "tensor.empty"


def _is_slice_at(value: ir.Value, insert: ir.Operation) -> bool:
    """Is `value` what `insert` overwrites?"""
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "tensor.extract_slice":
        return False
    extract = value.owner.operation
    return (
        list(extract.operands) == list(insert.operands)[1:]
        and all(extract.attributes[name] == insert.attributes[name] for name in _PLACE)
    )
