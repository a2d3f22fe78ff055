"""Where packed storage has what: one column after the other, each with its stored rows.

Of a triangle of order d, with the diagonal (gap 0) or without it (gap 1):

    length          d (d + 1) / 2 - gap d
    lower           column c begins at c (d - gap) - c (c - 1) / 2 with row c + gap
    upper           column c begins at c (c + 1) / 2 - gap c with row 0
"""

from __future__ import annotations

import math

import numpy as np

from .. import build
from ..mlir import ir
from .triangle import Triangle

Number = ir.Value | int


def length(triangle: Triangle, order: Number) -> Number:
    """How many elements are stored."""
    if isinstance(order, int):
        return order * (order + 1) // 2 - triangle.gap * order
    return _subtract(_half(_multiply(order, _add(order, 1))), _multiply(order, triangle.gap))


def place(triangle: Triangle, order: Number, row: Number, column: Number) -> Number:
    """The position of an element that is stored."""
    if triangle.lower:
        begin = _subtract(
            _multiply(column, _subtract(order, triangle.gap)), _half(_multiply(column, _subtract(column, 1)))
        )
        return _add(begin, _subtract(_subtract(row, column), triangle.gap))
    begin = _subtract(_half(_multiply(column, _add(column, 1))), _multiply(column, triangle.gap))
    return _add(begin, row)


def order_of_length(triangle: Triangle, stored: Number) -> Number:
    """The order of the triangle that has so many elements; of a strict one without any: 1."""
    sign = 1 if triangle.strict else -1
    if isinstance(stored, int):
        return (math.isqrt(8 * stored + 1) + sign) // 2
    f64, i64 = ir.F64Type.get(), ir.IntegerType.get_signless(64)
    wide = build.emit1("arith.index_cast", i64, _add(_multiply(stored, 8), 1))
    root = build.emit1("math.sqrt", f64, build.emit1("arith.sitofp", f64, wide))  # exact: the square of an odd number
    whole = build.emit1("arith.index_cast", build.index_type(), build.emit1("arith.fptosi", i64, root))
    return _half(_add(whole, sign))


def packed_type(type: ir.Type, triangle: Triangle) -> ir.Type:
    """The type of what is stored of a packed tensor."""
    *leading, _, order = build.shape_of(type)
    last = build.DYNAMIC if order == build.DYNAMIC else length(triangle, order)
    return build.tensor_type([*leading, last], build.element(type))


def pack_array(triangle: Triangle, full: np.ndarray) -> np.ndarray:
    """What is stored of an array, whose last two dimensions are the matrix."""
    return full[..., *_places(triangle, full.shape[-1])]


def unpack_array(triangle: Triangle, stored: np.ndarray) -> np.ndarray:
    """The array with zeros where nothing is stored."""
    order = order_of_length(triangle, stored.shape[-1])
    full = np.zeros((*stored.shape[:-1], order, order), stored.dtype)
    full[..., *_places(triangle, order)] = stored
    return full


def _places(triangle: Triangle, order: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows and the columns of what is stored, in its order."""
    columns, rows = np.triu_indices(order, triangle.gap) if triangle.lower else np.tril_indices(order, -triangle.gap)
    return rows, columns


def _add(x: Number, y: Number) -> Number:
    return _combine("arith.addi", x, y, x + y if isinstance(x, int) and isinstance(y, int) else None, 0)


def _subtract(x: Number, y: Number) -> Number:
    return _combine("arith.subi", x, y, x - y if isinstance(x, int) and isinstance(y, int) else None, 0)


def _multiply(x: Number, y: Number) -> Number:
    if isinstance(y, int) and y == 0:
        return 0
    return _combine("arith.muli", x, y, x * y if isinstance(x, int) and isinstance(y, int) else None, 1)


def _combine(name: str, x: Number, y: Number, known: int | None, neutral: int) -> Number:
    """An integer operation on numbers that are known or not; `neutral` on the right changes nothing."""
    if known is not None:
        return known
    if isinstance(y, int) and y == neutral:
        return x
    return build.emit1(name, build.index_type(), value(x), value(y))


def _half(x: Number) -> Number:
    return x // 2 if isinstance(x, int) else build.emit1("arith.divui", build.index_type(), x, build.index(2))


def value(number: Number) -> ir.Value:
    return build.index(number) if isinstance(number, int) else number
