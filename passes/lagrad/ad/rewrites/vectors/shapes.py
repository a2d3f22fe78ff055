"""Vectors of another shape: broadcasts, casts and transposes, said with tensors."""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....mlir import ir
from .transfers import arranged


def shape_of(value: ir.Value) -> list[int]:
    return build.shape_of(value.type)


def broadcast(op: ir.Operation) -> list[ir.Value]:
    """A scalar in every element; a vector along new dimensions in front, and along those of size one."""
    (source,), type = op.operands, op.results[0].type
    if not build.is_tensor(source.type):
        return [build.emit1("tensor.splat", type, source)]
    shape, own = build.shape_of(type), shape_of(source)
    front = len(shape) - len(own)
    here = [front + d for d, n in enumerate(own) if n != 1 or shape[front + d] == 1]
    kept = reshaped(source, [shape[d] for d in here])
    return [arranged(kept, here, shape)]


def reshaped(source: ir.Value, shape: Sequence[int]) -> ir.Value:
    """The elements of a static tensor in the same order, in another shape."""
    kind, own = build.element(source.type), shape_of(source)
    if own == list(shape):
        return source
    if len(own) > 1:
        source = _collapse(source, []) if not shape else _collapse(source, [list(range(len(own)))])
    elif len(own) == 1 and not shape:
        return _collapse(source, [])
    if len(shape) == len(shape_of(source)):
        return source
    groups = [list(range(len(shape)))] if shape_of(source) else []
    return build.emit1(
        "tensor.expand_shape",
        build.tensor_type(shape, kind),
        source,
        reassociation=_reassociation(groups),
        static_output_shape=ir.DenseI64ArrayAttr.get(list(shape)),
    )


def _collapse(source: ir.Value, groups: list[list[int]]) -> ir.Value:
    count = 1
    for n in shape_of(source):
        count *= n
    type = build.tensor_type([count] * len(groups), build.element(source.type))
    return build.emit1("tensor.collapse_shape", type, source, reassociation=_reassociation(groups))


def _reassociation(groups: list[list[int]]) -> ir.Attribute:
    wide = ir.IntegerType.get_signless(64)
    return ir.ArrayAttr.get([ir.ArrayAttr.get([ir.IntegerAttr.get(wide, d) for d in group]) for group in groups])


def shape_cast(op: ir.Operation) -> list[ir.Value]:
    return [reshaped(op.operands[0], shape_of(op.results[0]))]


def transpose(op: ir.Operation) -> list[ir.Value]:
    (source,), order = op.operands, list(op.attributes["permutation"])
    return [arranged(source, [order.index(d) for d in range(len(order))], shape_of(op.results[0]))]
