"""`lagrad-drop-unit-indices`: what is read at index 0 of a dimension of size 1 is read without that dimension."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class DropUnitIndices(Pass):
    """Give a `linalg.generic` that reads a tensor at the constant 0 of a dimension of size 1 a view without it.

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0)>, ...]} ins(%x : tensor<8x1xf64>) ...
    ```
    becomes
    ```mlir
    %row = tensor.extract_slice %x[0, 0] [8, 1] [1, 1] : tensor<8x1xf64> to tensor<8xf64>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, ...]} ins(%row : tensor<8xf64>) ...
    ```
    Front ends keep a dimension of size 1 where they sum over it and broadcast after that, as in normalisations. The
    passes that follow know operations all of whose indices are dimensions. Only what is read changes, not the results;
    so upstream's `linalg-fold-unit-extent-dims` is no substitute, which makes wrong programs of some results on
    diagonals.
    """

    name = "lagrad-drop-unit-indices"
    aim = "blas"
    creates = ("linalg", "tensor")

    def run(self, op: ir.Operation, report: Report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic" and child.results]:
            maps = [attribute.value for attribute in generic.attributes["indexing_maps"]]
            inputs = generic.attributes["operandSegmentSizes"][0]
            dropped = [_unit_places(generic.operands[n].type, maps[n]) for n in range(inputs)]
            if not any(dropped):
                continue
            with generic.location, ir.InsertionPoint(generic):
                for n, places in enumerate(dropped):
                    if places:
                        generic.operands[n] = _without(generic.operands[n], places)
                        kept = [e for place, e in enumerate(maps[n].results) if place not in places]
                        maps[n] = ir.AffineMap.get(maps[n].n_dims, maps[n].n_symbols, kept)
                generic.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])


def _unit_places(type: ir.Type, map: ir.AffineMap) -> set[int]:
    """The dimensions of size 1 of a tensor that are read at a constant, which can be no other than 0."""
    if not build.is_tensor(type) or build.encoding_of(type) is not None:
        return set()
    sizes = build.shape_of(type)
    return {n for n, e in enumerate(map.results) if sizes[n] == 1 and isinstance(e, ir.AffineConstantExpr)}


def _without(tensor: ir.Value, places: set[int]) -> ir.Value:
    """A view of a tensor without some dimensions of size 1."""
    sizes = build.sizes_of(tensor)
    kept = [n for place, n in enumerate(build.shape_of(tensor.type)) if place not in places]
    result = build.tensor_type(kept, build.element(tensor.type))
    return build.extract_slice(tensor, result, [0] * len(sizes), sizes, [1] * len(sizes))
