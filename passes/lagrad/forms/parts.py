"""A part of a tensor or of a buffer, without the dimensions that it has one index of."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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
