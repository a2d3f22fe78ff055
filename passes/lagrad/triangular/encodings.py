"""Tensor types without their encodings, such as `"ltri"`: dense storage needs no promise about the elements."""

from __future__ import annotations

from ..analysis.program import walk
from ..mlir import ir


def drop_encodings(op: ir.Operation) -> None:
    """Drops the encodings of all tensor types inside an operation: upstream's lowering mixes types with and without."""
    for child in list(walk(op)):
        for value in values_of(child):
            if (plain := _plain(value.type)) is not None:
                if child.name == "arith.constant":
                    _drop_from_constant(child, plain)
                value.set_type(plain)
        if child.name == "func.func":
            t = ir.TypeAttr(child.attributes["function_type"]).value
            sides = [[_plain(x) or x for x in side] for side in (t.inputs, t.results)]
            child.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*sides))


def values_of(op: ir.Operation):
    """The values that an operation defines: its results, and the arguments of its blocks."""
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
