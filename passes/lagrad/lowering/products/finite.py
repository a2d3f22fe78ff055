"""Whether numbers in memory are finite, asked at run time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ... import build
from ...forms.nests import choice, nest
from ...mlir import arith, ir, memref
from ..facts.loops_around import before_loops


def all_finite(values: list[ir.Value]) -> ir.Value:
    """Whether all elements of buffers, and scalars, are neither infinite nor NaN: zero times each is zero, then."""
    ordered = None
    for value in values:
        is_buffer = isinstance(value.type, ir.MemRefType)
        kind = ir.MemRefType(value.type).element_type if is_buffer else value.type
        zero = build.constant(kind, 0.0)
        total = _zeros(value, zero, zero) if is_buffer else arith.mulf(value, zero)
        is_zero = arith.cmpf(arith.CmpFPredicate.OEQ, total, zero)
        ordered = is_zero if ordered is None else arith.andi(ordered, is_zero)
    return ordered


def finite_tensor(value: ir.Value) -> ir.Value:
    """The same of all elements of a tensor."""
    rank, kind = len(build.shape_of(value.type)), build.element(value.type)
    maps = [ir.AffineMap.get_identity(rank), ir.AffineMap.get(rank, 0, [])]
    start = build.zeros(build.tensor_type([], kind), [])
    zero = build.constant(kind, 0.0)

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        return [arith.addf(arguments[1], arith.mulf(arguments[0], zero))]

    (total,) = build.generic([value], [start], maps, ["reduction"] * rank, body)
    return arith.cmpf(arith.CmpFPredicate.OEQ, build.extract(total, []), zero)


def and_finite(condition: ir.Value, op: ir.Operation, factors: Iterable[ir.Value]) -> ir.Value:
    """`condition`, and zero times each of some tensors is zero: asked here if the condition is true, or, of what stays
    the same in loops around an operation, before these."""
    for factor in dict.fromkeys(factors):
        if (place := before_loops(op, [factor])) == op:
            condition = both(condition, lambda: finite_tensor(factor))
        else:
            with ir.InsertionPoint(place):
                is_finite = finite_tensor(factor)
            condition = arith.andi(condition, is_finite)
    return condition


def both(first: ir.Value, second: Callable[[], ir.Value]) -> ir.Value:
    """`first and second()`, which is computed only if the first is true."""
    return choice(first, [first.type], lambda: [second()], lambda: [build.constant(first.type, 0)])[0]


def _zeros(buffer: ir.Value, start: ir.Value, zero: ir.Value) -> ir.Value:
    """`start` plus zero times each element."""
    any_order = ir.Attribute.parse("#arith.fastmath<reassoc,contract>")  # what is infinite or NaN shows in any

    def add(at: list[ir.Value], total: list[ir.Value]) -> list[ir.Value]:
        product = arith.mulf(memref.load(buffer, at), zero, fastmath=any_order)
        return [arith.addf(total[0], product, fastmath=any_order)]

    return nest([build.size_of(buffer, k) for k in range(ir.MemRefType(buffer.type).rank)], add, [start])[0]
