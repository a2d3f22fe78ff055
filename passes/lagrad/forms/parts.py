"""A part of a tensor or of a buffer, without the dimensions that it has one index of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod

from .. import build
from ..build import DYNAMIC
from ..mlir import ir

Number = ir.Value | int


def part_of(
    value: ir.Value, offsets: Sequence[Number], sizes: Sequence[Number], dropped: Collection[int] = ()
) -> ir.Value:
    """The slice that begins at `offsets`, with steps of one, without the dimensions `dropped`, whose sizes are one.

    A tensor that has no contents yet is made smaller, since nothing is to be read of it.
    """
    kept = [n for axis, n in enumerate(sizes) if axis not in dropped]
    shape = [n if isinstance(n, int) else DYNAMIC for n in kept]
    ones = [1] * len(sizes)
    if not build.is_tensor(value.type):
        type = _buffer_type(ir.MemRefType(value.type), shape, offsets, dropped)
        return build.subview(value, type, offsets, sizes, ones)
    type = build.tensor_type(shape, build.element(value.type))
    if not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.empty":
        return build.empty(type, kept)
    return build.extract_slice(value, type, offsets, sizes, ones)


def _buffer_type(
    type: ir.MemRefType, shape: list[int], offsets: Sequence[Number], dropped: Collection[int]
) -> ir.MemRefType:
    """The type that upstream infers for such a slice."""
    strides, begin = type.get_strides_and_offset()
    for first, stride in zip(offsets, strides):
        if not isinstance(first, int) or DYNAMIC in (begin, stride) and first:
            begin = DYNAMIC
        elif first:
            begin += first * stride
    own = [stride for axis, stride in enumerate(strides) if axis not in dropped]
    if shape == [1]:  # upstream takes the first dimension of size one for the one that stays
        own = strides[:1]
    return ir.MemRefType.get(shape, type.element_type, ir.StridedLayoutAttr.get(begin, own), type.memory_space)


def merged(buffer: ir.Value, first: int) -> ir.Value:
    """A view of a buffer in which the dimensions from `first` on, which lie one after the other in memory, are one."""
    type = ir.MemRefType(buffer.type)
    count = DYNAMIC if DYNAMIC in type.shape[first:] else prod(type.shape[first:])
    layout = None
    if type.layout != ir.AffineMapAttr.get(ir.AffineMap.get_identity(type.rank)):
        strides, offset = type.get_strides_and_offset()
        layout = ir.StridedLayoutAttr.get(offset, [*strides[:first], 1])
    made = ir.MemRefType.get([*type.shape[:first], count], type.element_type, layout, type.memory_space)
    groups, number = [*([k] for k in range(first)), range(first, type.rank)], ir.IntegerType.get_signless(64)
    numbers = [ir.ArrayAttr.get([ir.IntegerAttr.get(number, k) for k in group]) for group in groups]
    return build.emit1("memref.collapse_shape", made, buffer, reassociation=ir.ArrayAttr.get(numbers))
