"""Tensor types without their encodings, such as `"ltri"`: dense storage needs no promise about the elements."""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.walk import types_of, values_of, walk
from ..mlir import ir


def are_dense(types: Iterable[ir.Type]) -> bool:
    """Whether no type has an encoding."""
    return not any(map(_plain, types))


def drop_encodings(op: ir.Operation) -> None:
    """Drops the encodings of all tensor types inside an operation: upstream's lowering mixes types with and without."""
    ops = list(walk(op))
    if are_dense(types_of(ops)):
        return
    for child in ops:
        for value in values_of(child):
            if (plain := _plain(value.type)) is not None:
                if child.name == "arith.constant":
                    _drop_from_constant(child, plain)
                value.set_type(plain)
        if child.name == "func.func":
            t = ir.TypeAttr(child.attributes["function_type"]).value
            sides = [[_plain(x) or x for x in side] for side in (t.inputs, t.results)]
            child.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*sides))


def _plain(t: ir.Type) -> ir.Type | None:
    """The type without its encoding, None if it has none."""
    if not isinstance(t, ir.RankedTensorType) or t.encoding is None:
        return None
    return ir.RankedTensorType.get(list(t.shape), t.element_type)


def _drop_from_constant(op: ir.Operation, plain: ir.Type) -> None:
    elements, colon, _ = str(op.attributes["value"]).rpartition(" : ")  # dense<...> : tensor<2xf64, "ltri">
    op.attributes["value"] = ir.Attribute.parse(elements + colon + str(plain))
