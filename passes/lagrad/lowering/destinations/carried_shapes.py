"""Carried tensors that every iteration reshapes back at its end: the loop carries them in the shape before that."""

from __future__ import annotations

from ... import build
from ...mlir import ir
from ..facts.in_place import last
from .carried import carry

_RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")


def carry_shape(loop: ir.Operation, number: int) -> bool:
    """Moves what reshapes a carried tensor in an iteration to behind the loop, if there is such an operation."""
    body = loop.regions[0].blocks[0]
    value = last(body).operands[number]
    reshape = build.defining_op(value)
    if reshape is None or reshape.name not in _RESHAPES or reshape.block != body:
        return False
    inside, outside, groups = reshape.operands[0].type, value.type, reshape.attributes["reassociation"]
    few, many = sorted((inside, outside), key=lambda type: len(build.shape_of(type)))
    if not _are_sizes_known(few, many, groups):
        return False
    with loop.location, ir.InsertionPoint(loop):
        start = _reshaped(loop.operands[3 + number], inside, groups)
    carry(loop, number, start, reshape.operands[0], lambda carried: _reshaped(carried, outside, groups))
    return True


def _groups(groups: ir.ArrayAttr) -> list[list[int]]:
    return [[ir.IntegerAttr(d).value for d in group] for group in groups]


def _are_sizes_known(few: ir.Type, many: ir.Type, groups: ir.ArrayAttr) -> bool:
    """Are the sizes of the tensor of more dimensions static, or those of the other one?"""
    shape = build.shape_of(many)
    for size, group in zip(build.shape_of(few), _groups(groups)):
        sizes = sorted(shape[d] for d in group)
        if build.DYNAMIC in (size, *sizes) and sizes != sorted([size] + [1] * (len(group) - 1)):
            return False
    return True


def _reshaped(value: ir.Value, type: ir.Type, groups: ir.ArrayAttr) -> ir.Value:
    if len(build.shape_of(type)) < len(build.shape_of(value.type)):
        return build.emit1("tensor.collapse_shape", type, value, reassociation=groups)
    shape, home = build.shape_of(type), {d: n for n, group in enumerate(_groups(groups)) for d in group}
    open_ones = [build.index(home[d]) for d, n in enumerate(shape) if n == build.DYNAMIC]
    sizes = [build.emit1("tensor.dim", build.index_type(), value, number) for number in open_ones]
    static = ir.DenseI64ArrayAttr.get(shape)
    return build.emit1("tensor.expand_shape", type, value, *sizes, reassociation=groups, static_output_shape=static)
