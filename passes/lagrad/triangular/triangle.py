"""Triangular tensors: what an encoding of a tensor type promises of the last two dimensions.

    tensor<4x4xf64, "ltri">     element (i, j) is zero where i < j
    tensor<4x4xf64, "utri">     element (i, j) is zero where i > j

A leading `s` makes it strict: zero on the diagonal too. A `p` before the `l` or `u` says that only what may be
nonzero is stored: `"pltri"`, `"spltri"`. Packed storage goes column by column.

An encoding is a promise about the value of a tensor, and nothing else: a program means the same without
it. So `tensor.cast` to a type without it changes nothing, and `project` is what makes a tensor keep it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .. import build
from ..mlir import ir

_SPELLING = re.compile(r"(s?)(p?)([lu])tri")


@dataclass(frozen=True)
class Triangle:
    """Which elements of a square matrix may be nonzero, and whether only they are stored."""

    lower: bool
    strict: bool
    packed: bool

    @property
    def gap(self) -> int:
        """How far the nonzero elements stay away from the diagonal."""
        return int(self.strict)

    def __str__(self) -> str:
        return "s" * self.strict + "p" * self.packed + ("l" if self.lower else "u") + "tri"

    def holds(self, row: int, column: int) -> bool:
        """Whether an element may be nonzero."""
        return (row - column if self.lower else column - row) >= self.gap

    def emit_holds(self, row: ir.Value, column: ir.Value) -> ir.Value:
        """The same of indices of the program, as an i1."""
        small, large = (column, row) if self.lower else (row, column)
        return build.compare_integers("slt" if self.strict else "sle", small, large)


def spelled(text: str) -> Triangle | None:
    """The triangle of an encoding, None for another text."""
    found = _SPELLING.fullmatch(text)
    return Triangle(found[3] == "l", bool(found[1]), bool(found[2])) if found else None


def triangle_of(type: ir.Type) -> Triangle | None:
    """The triangle that a type promises, None if it promises none."""
    if not isinstance(type, ir.RankedTensorType) or type.encoding is None:
        return None
    return spelled(type.encoding.value) if isinstance(type.encoding, ir.StringAttr) else None


def is_packed(type: ir.Type) -> bool:
    """Whether only what may be nonzero is stored of a tensor."""
    triangle = triangle_of(type)
    return triangle is not None and triangle.packed


def dense(type: ir.Type) -> ir.Type:
    """The type without its triangle."""
    return build.tensor_type(build.shape_of(type), build.element(type)) if triangle_of(type) else type


def encoded(type: ir.Type, triangle: Triangle | None) -> ir.Type:
    """The type with another triangle, or none."""
    encoding = None if triangle is None else ir.StringAttr.get(str(triangle))
    return build.tensor_type(build.shape_of(type), build.element(type), encoding)


def widen(value: ir.Value) -> ir.Value:
    """A tensor as one of the type without its triangle."""
    type = dense(value.type)
    return value if type == value.type else build.emit1("tensor.cast", type, value)


def project(value: ir.Value, type: ir.Type, sizes: Sequence[ir.Value | int]) -> ir.Value:
    """What a triangle keeps of a tensor: its elements there, and zeros elsewhere.

    `type` is that of the result, `sizes` has one entry a dimension. A linear map, which is its own transpose.
    """
    triangle, rank = triangle_of(type), len(build.shape_of(type))
    identity = ir.AffineMap.get_identity(rank)

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        row, column = (loop_index(d) for d in (rank - 2, rank - 1))
        return [kept(triangle, arguments[0], row, column)]

    into = build.empty(type, sizes)
    return build.generic([widen(value)], [into], [identity, identity], ["parallel"] * rank, body)[0]


def project_slice(value: ir.Value, whole: ir.Type, offsets: Sequence, sizes: Sequence, steps: Sequence) -> ir.Value:
    """What a triangle keeps of a tensor that is a slice of one of type `whole`, which may have fewer dimensions."""
    triangle, rank = triangle_of(whole), len(build.shape_of(value.type))
    dimensions = _kept_dimensions(build.shape_of(value.type), sizes)

    def position(d: int) -> ir.Value:
        offset = _as_index(offsets[d])
        if dimensions[d] is None:
            return offset
        moved = build.emit1("arith.muli", offset.type, loop_index(dimensions[d]), _as_index(steps[d]))
        return build.emit1("arith.addi", offset.type, offset, moved)

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        return [kept(triangle, arguments[0], position(len(sizes) - 2), position(len(sizes) - 1))]

    identity = ir.AffineMap.get_identity(rank)
    into = build.empty(value.type, build.sizes_of(value))
    return build.generic([value], [into], [identity, identity], ["parallel"] * rank, body)[0]


def _kept_dimensions(shape: Sequence[int], sizes: Sequence[ir.Value | int]) -> list[int | None]:
    """For each dimension of a slice the one of its result; None where a dimension of size one is left out."""
    left_out, kept_dimensions = len(sizes) - len(shape), []
    for size in sizes:
        drops = left_out > 0 and isinstance(size, int) and size == 1 and _fits_without(shape, sizes, kept_dimensions)
        left_out -= drops
        kept_dimensions.append(None if drops else sum(d is not None for d in kept_dimensions))
    return kept_dimensions


def _fits_without(shape: Sequence[int], sizes: Sequence, before: list) -> bool:
    """Whether the sizes after the next one can be the rest of the shape."""
    taken = sum(d is not None for d in before)
    rest, wanted = list(sizes[len(before) + 1 :]), list(shape[taken:])
    ones = len(rest) - len(wanted)
    for size in rest:
        number = size if isinstance(size, int) else build.DYNAMIC
        if wanted and wanted[0] == number:
            wanted.pop(0)
        elif number == 1 and ones > 0:
            ones -= 1
        else:
            return False
    return not wanted


def _as_index(number: ir.Value | int) -> ir.Value:
    return build.index(number) if isinstance(number, int) else number


def kept(triangle: Triangle, scalar: ir.Value, row: ir.Value, column: ir.Value) -> ir.Value:
    """The scalar where the triangle has element (row, column), zero elsewhere."""
    zero = build.constant(scalar.type, 0.0)
    return build.emit1("arith.select", scalar.type, triangle.emit_holds(row, column), scalar, zero)


def loop_index(dimension: int) -> ir.Value:
    """`linalg.index`: where the body of a `linalg.generic` is."""
    return build.emit1(
        "linalg.index", build.index_type(), dim=ir.IntegerAttr.get(ir.IntegerType.get_signless(64), dimension)
    )
