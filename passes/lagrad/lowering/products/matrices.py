"""Buffers as matrices: neighbouring dimensions of a contraction become one where memory allows it.

A group of dimensions that a library knows as one (the rows of a product, say) may be several
of a program, in the shape of a batch of images. Where each operand stores them one after the other, one
stride steps through all of them.
"""

from __future__ import annotations

from math import prod

from ... import build
from ...mlir import arith, ir, llvm, memref

Axis = tuple[int, ...]  # dimensions that one stride steps through, the outer ones first
UNKNOWN = ir.ShapedType.get_dynamic_stride_or_offset()


def axes(group: tuple[int, ...], types: list[ir.MemRefType], places: tuple[tuple[int, ...], ...]) -> list[Axis]:
    """The fewest axes of a group of dimensions that occur in the same operands."""
    having = [(type, own) for type, own in zip(types, places) if group and group[0] in own]
    if not having:
        return []
    found: list[Axis] = []
    for d in (d for d in having[0][1] if d in group):
        if found and all(follows(type, own, found[-1][-1], d) for type, own in having):
            found[-1] += (d,)
        else:
            found.append((d,))
    return found


def follows(type: ir.MemRefType, places: tuple[int, ...], outer: int, inner: int) -> bool:
    """Whether a step of the outer dimension is as long as all of the inner one."""
    position = places.index(outer)
    if position + 1 == len(places) or places[position + 1] != inner:
        return False
    if type.layout == ir.AffineMapAttr.get(ir.AffineMap.get_identity(type.rank)):
        return True
    strides = static_strides(type)
    size = type.shape[position + 1]
    if None in (strides[position], strides[position + 1]) or size == build.DYNAMIC:
        return False
    return strides[position] == strides[position + 1] * size


def static_strides(type: ir.MemRefType) -> list[int | None]:
    strides, _ = type.get_strides_and_offset()
    return [None if stride == UNKNOWN else stride for stride in strides]


def size_of(dim: int, types: list[ir.MemRefType], places: tuple[tuple[int, ...], ...]) -> int | None:
    """How far a dimension goes, if the type of an operand says it."""
    sizes = {type.shape[own.index(dim)] for type, own in zip(types, places) if dim in own} - {build.DYNAMIC}
    return min(sizes, default=None)


class Matrix:
    """An operand of a contraction: its address, and a stride and an extent for each axis."""

    def __init__(self, value: ir.Value, places: tuple[int, ...], own: list[Axis]):
        self.value, self.places, self.axes = value, places, own
        self.type = ir.MemRefType(value.type)
        self.element = self.type.element_type
        self.fixed = dict(zip(own, self._of_last(static_strides(self.type))))
        static = [None if n == build.DYNAMIC else n for n in self.type.shape]
        self.known = {a: _product([static[places.index(d)] for d in a]) for a in own}

    def _of_last(self, by_position: list) -> list:
        return [by_position[self.places.index(axis[-1])] for axis in self.axes]

    def read(self) -> None:
        """Emits what reads its address, strides and sizes."""
        rank = len(self.places)
        _, offset, *rest = memref.extract_strided_metadata(self.value)
        self.strides = dict(zip(self.axes, self._of_last(rest[rank:])))
        self.extents = {}
        for axis in self.axes:
            first, *others = (rest[self.places.index(d)] for d in axis)
            for other in others:
                first = arith.muli(first, other)
            self.extents[axis] = first
        self.bytes = build.bytes_of(self.element)
        start = memref.extract_aligned_pointer_as_index(self.value)
        self.start = arith.addi(start, arith.muli(offset, build.index(self.bytes)))

    def address(self, at: dict[Axis, ir.Value]) -> ir.Value:
        """The address of the first element for some indices."""
        place = self.start
        for axis, index in at.items():
            if axis in self.strides:
                step = arith.muli(self.strides[axis], build.index(self.bytes))
                place = arith.addi(place, arith.muli(index, step))
        word = arith.index_cast(ir.IntegerType.get_signless(64), place)
        return llvm.inttoptr(ir.Type.parse("!llvm.ptr"), word)


def _product(sizes: list[int | None]) -> int | None:
    return None if None in sizes else prod(sizes)
