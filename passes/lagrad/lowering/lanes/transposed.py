"""Vectors of lanes as vectors of neighbours, and back: a small matrix is transposed in registers.

    a0 a1 a2 a3         a0 b0 c0 d0
    b0 b1 b2 b3   <->   a1 b1 c1 d1     lane n of a, b, c, d; in memory they are one after the other
    c0 c1 c2 c3         a2 b2 c2 d2
    d0 d1 d2 d3         a3 b3 c3 d3

Blocks of one, two, four ... that lie across the diagonal change places: processors have instructions for these. A
vector that has several lanes then, one after the other, is written by parts: x86 does that without the one unit of it
that moves elements between places.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...build import intrinsic
from ...mlir import ir
from .runs import picked


def by_lane(rows: Sequence[ir.Value]) -> list[ir.Value]:
    """For each lane, what it has in the rows; there are as many rows as lanes, or a half, a fourth ... as many."""
    swapped, count, width = _swap_blocks(rows), len(rows), _size(rows[0])
    if count == width:
        return swapped
    swapped = [_kept(vector) for vector in swapped]
    return [
        picked(swapped[n % count], swapped[n % count], range(n - n % count, n - n % count + count))
        for n in range(width)
    ]


def by_row(lanes: Sequence[ir.Value]) -> list[ir.Value]:
    """The rows, given what each lane has in them."""
    count = _size(lanes[0])
    return _swap_blocks([_joined(lanes[n::count]) for n in range(count)])


def _swap_blocks(rows: Sequence[ir.Value]) -> list[ir.Value]:
    rows, size, width = list(rows), 1, _size(rows[0])
    while size < len(rows):
        for n in range(len(rows)):
            if n & size == 0:
                x, y = rows[n], rows[n + size]
                rows[n] = picked(x, y, [width + k - size if k & size else k for k in range(width)])
                rows[n + size] = picked(x, y, [width + k if k & size else k + size for k in range(width)])
        size *= 2
    return rows


def _kept(vector: ir.Value) -> ir.Value:
    """A vector that LLVM does not look into: it would make each part of it from what it was made from, at the cost of
    twice the instructions."""
    type = ir.VectorType(vector.type)
    if str(type.element_type) not in ("f32", "f64"):
        return vector
    return intrinsic(f"llvm.arithmetic.fence.v{_size(vector)}{type.element_type}", [type], vector)[0]


def _joined(parts: Sequence[ir.Value]) -> ir.Value:
    """Vectors, one behind the other."""
    while len(parts) > 1:
        parts = [picked(x, y, range(2 * _size(x))) for x, y in zip(parts[::2], parts[1::2])]
    return parts[0]


def _size(vector: ir.Value) -> int:
    return ir.VectorType(vector.type).shape[0]
