"""Affine expressions on numbers and on arrays of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..mlir import ir

_BINARY = {
    ir.AffineAddExpr: lambda x, y: x + y,
    ir.AffineMulExpr: lambda x, y: x * y,
    ir.AffineModExpr: lambda x, y: x % y,
    ir.AffineFloorDivExpr: lambda x, y: x // y,
    ir.AffineCeilDivExpr: lambda x, y: -(-x // y),
}


def affine(expression: ir.AffineExpr, dimensions: int) -> Callable[[Sequence], int | np.ndarray]:
    """An affine expression as a function of the values of its dimensions, and its symbols after them."""
    if isinstance(expression, ir.AffineConstantExpr):
        number = expression.value
        return lambda values: number
    if isinstance(expression, ir.AffineDimExpr):
        position = expression.position
        return lambda values: values[position]
    if isinstance(expression, ir.AffineSymbolExpr):
        after = dimensions + expression.position
        return lambda values: values[after]
    operation = next(f for kind, f in _BINARY.items() if isinstance(expression, kind))
    binary = ir.AffineBinaryExpr(expression)
    x, y = affine(binary.lhs, dimensions), affine(binary.rhs, dimensions)
    return lambda values: operation(x(values), y(values))
