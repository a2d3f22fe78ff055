"""Sums and products of sizes and indices, each a number or a value of type index; numbers are folded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from .... import build
from ....mlir import ir

Index = int | ir.Value


def value(index: Index) -> ir.Value:
    return build.index(index) if isinstance(index, int) else index


def add(a: Index, b: Index) -> Index:
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if isinstance(a, int) and a == 0:
        return b
    if isinstance(b, int) and b == 0:
        return a
    return build.emit1("arith.addi", build.index_type(), value(a), value(b))


def multiply(a: Index, b: Index) -> Index:
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if isinstance(a, int) and a == 1:
        return b
    if isinstance(b, int) and b == 1:
        return a
    return build.emit1("arith.muli", build.index_type(), value(a), value(b))


def quotient_and_rest(a: Index, b: Index) -> tuple[Index, Index]:
    """Of numbers that are not negative."""
    if isinstance(a, int) and isinstance(b, int) and b:
        return divmod(a, b)
    if isinstance(b, int) and b == 1:
        return a, 0
    a, b = value(a), value(b)
    return build.emit1("arith.divui", build.index_type(), a, b), build.emit1("arith.remui", build.index_type(), a, b)


def product(sizes: Sequence[Index]) -> Index:
    return reduce(multiply, sizes, 1)


def linear(indices: Sequence[Index], sizes: Sequence[Index]) -> Index:
    """The number of an element in row-major order."""
    number: Index = 0
    for index, size in zip(indices, sizes, strict=True):
        number = add(multiply(number, size), index)
    return number


def delinear(number: Index, sizes: Sequence[Index]) -> list[Index]:
    """The indices of an element by its number in row-major order; the first one has no bound."""
    indices: list[Index] = []
    for size in reversed(sizes[1:]):
        number, rest = quotient_and_rest(number, size)
        indices.insert(0, rest)
    return [number, *indices] if sizes else []
