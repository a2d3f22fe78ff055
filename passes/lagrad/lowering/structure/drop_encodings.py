"""`lagrad-drop-encodings`: tensors in memory are dense."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Failure, error
from ...mlir import ir
from ...passes import Pass
from ...triangular.triangle import is_packed
from ..walk import walk


@dataclass(frozen=True)
class DropEncodings(Pass):
    """Drop the encodings of tensor types, such as `"ltri"`.

    An encoding promises something about the elements that are stored; passes that make use of it run
    before. Dense storage needs no promise, and upstream's lowering mixes types with and without one.
    Packed tensors are not dense: `lagrad-pack-triangular` must have run.
    """

    name = "lagrad-drop-encodings"

    def run(self, op, report) -> None:
        if packed := [child for child in walk(op) if any(is_packed(v.type) for v in _values_of(child))]:
            raise Failure(*(error(child.location, "a packed tensor is stored as a vector; run lagrad-pack-triangular before") for child in packed))
        for child in list(walk(op)):
            for value in _values_of(child):
                if (plain := _plain(value.type)) is not None:
                    if child.name == "arith.constant":
                        _drop_from_constant(child, plain)
                    value.set_type(plain)
            if child.name == "func.func":
                t = ir.TypeAttr(child.attributes["function_type"]).value
                sides = [[_plain(x) or x for x in side] for side in (t.inputs, t.results)]
                child.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*sides))


def _values_of(op: ir.Operation):
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.arguments


def _plain(t: ir.Type) -> ir.Type | None:
    """The type without its encoding, None if it has none."""
    if not isinstance(t, ir.RankedTensorType) or t.encoding is None:
        return None
    return ir.RankedTensorType.get(list(t.shape), t.element_type)


def _drop_from_constant(op: ir.Operation, plain: ir.Type) -> None:
    elements, colon, _ = str(op.attributes["value"]).rpartition(" : ")  # dense<...> : tensor<2xf64, "ltri">
    op.attributes["value"] = ir.Attribute.parse(elements + colon + str(plain))
