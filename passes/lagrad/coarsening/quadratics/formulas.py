"""What the body of a `linalg.generic` computes, as a formula of elements, and that by one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ... import build
from ...mlir import ir

# ("value", v); ("copy", operation, formulas of its operands ...); ("arith.addf", formula, formula) and the like.
Formula = tuple
ONE: Formula = ("one",)


class Linear(NamedTuple):
    """`slope * x + offset`; None is zero."""

    slope: Formula | None
    offset: Formula | None


def linear(formula: Formula, x: ir.Value) -> Linear | None:
    """A formula by one of its values; None where it is not linear in it."""
    kind, *parts = formula
    if formula == ("value", x):
        return Linear(ONE, None)
    if x not in values_of(formula):
        return Linear(None, formula)
    if kind != "copy":
        return None
    op, *inputs = parts
    of = [linear(part, x) for part in inputs]
    return None if None in of else _combined(op.name, of)


def _combined(name: str, parts: list[Linear]) -> Linear | None:
    if name == "arith.negf":
        return Linear(*(part and ("arith.negf", part) for part in parts[0]))
    if name in ("arith.addf", "arith.subf"):
        return Linear(*(_sum(name, left, right) for left, right in zip(*parts)))
    if name == "arith.mulf":
        factor, other = sorted(parts, key=lambda part: part.slope is None)
        if other.slope is None and other.offset is not None:
            return Linear(*(part and product(part, other.offset) for part in factor))
    return None


def _sum(name: str, left: Formula | None, right: Formula | None) -> Formula | None:
    if right is None:
        return left
    if left is None:
        return right if name == "arith.addf" else ("arith.negf", right)
    return name, left, right


def product(left: Formula, right: Formula) -> Formula:
    return right if left == ONE else left if right == ONE else ("arith.mulf", left, right)


def factors(formula: Formula) -> tuple[list[Formula], bool]:
    """What a formula is the product of, and whether it is minus that; what stands twice in a square stays whole."""
    kind, *parts = formula
    if kind != "copy" or parts[0].name not in ("arith.mulf", "arith.negf"):
        return [formula], False
    op, *inputs = parts
    if inputs[0] == inputs[-1] and len(inputs) == 2:
        return inputs, False
    found = [factors(part) for part in inputs]
    negative = (op.name == "arith.negf") != (sum(minus for _, minus in found) % 2 == 1)
    return [factor for own, _ in found for factor in own], negative


def values_of(formula: Formula | None) -> Iterator[ir.Value]:
    """The values that a formula is of."""
    kind, *parts = formula or ONE
    if kind == "value":
        yield parts[0]
    for part in parts:
        if isinstance(part, tuple):
            yield from values_of(part)


def emit(formula: Formula, known: Mapping[ir.Value, ir.Value], of: ir.Type) -> ir.Value:
    """Emits a formula, which has a float type; elements of operands are known by the arguments that they stand for."""
    kind, *parts = formula
    if kind == "one":
        return build.constant(of, 1.0)
    if kind == "value":
        return known.get(parts[0], parts[0])
    if kind == "copy":
        op, *inputs = parts
        return build.like(op, [emit(part, known, of) for part in inputs], [r.type for r in op.results]).results[0]
    return build.emit1(kind, of, *(emit(part, known, of) for part in parts))
