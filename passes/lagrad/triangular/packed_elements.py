"""Elements of packed tensors: where they are stored, and what is read and written where nothing is.

`extract` and `insert` give a step for each operation, to be taken once the types have changed. What a step reads of
its operation, it reads when it runs: others have replaced operands by then.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import build
from ..mlir import ir
from . import storage
from .linear import form_of, is_nonnegative, plus
from .orders import Orders
from .storage import Number
from .triangle import Triangle, triangle_of


def extract(op: ir.Operation, orders: Orders) -> Callable[[], None]:
    source, *at = op.operands
    triangle, order = triangle_of(source.type), orders.of(source)
    is_inside = is_stored(triangle, at[-2], at[-1])
    return lambda: replace(op, read(triangle, op.operands[0], order, list(op.operands)[1:], is_inside))


def insert(op: ir.Operation, orders: Orders) -> Callable[[], None]:
    _, into, *at = op.operands
    triangle, order = triangle_of(into.type), orders.of(into)
    is_inside = is_stored(triangle, at[-2], at[-1])

    def step() -> None:
        scalar, into, *at = op.operands
        replace(op, write(triangle, scalar, into, order, at, is_inside))

    return step


def is_stored(triangle: Triangle, row: Number, column: Number) -> bool:
    """Whether an element is stored for certain."""
    large, small = (row, column) if triangle.lower else (column, row)
    return is_nonnegative(plus(plus(form_of(large), form_of(small), -1), {None: -triangle.gap}))


def read(triangle: Triangle, source: ir.Value, order: Number, at: list[ir.Value], is_inside: bool) -> ir.Value:
    """One element of what is stored, zero for one that is not."""

    def stored() -> ir.Value:
        return build.extract(source, [*at[:-2], storage.value(storage.place(triangle, order, *at[-2:]))])

    if is_inside:
        return stored()
    element = build.element(source.type)
    return _choose(triangle.emit_holds(*at[-2:]), element, stored, lambda: build.constant(element, 0.0))


def write(
    triangle: Triangle, scalar: ir.Value, into: ir.Value, order: Number, at: list[ir.Value], is_inside: bool
) -> ir.Value:
    """Stores one element; one that is not stored must be zero."""

    def stored() -> ir.Value:
        return build.insert(scalar, into, [*at[:-2], storage.value(storage.place(triangle, order, *at[-2:]))])

    def dropped() -> ir.Value:
        if build.constant_of(scalar) != 0:
            _assert_zero(scalar, triangle)
        return into

    return stored() if is_inside else _choose(triangle.emit_holds(*at[-2:]), into.type, stored, dropped)


def _assert_zero(scalar: ir.Value, triangle: Triangle) -> None:
    zero = build.constant(scalar.type, 0.0)
    if build.is_complex(scalar.type):
        is_zero = build.emit1("complex.eq", ir.IntegerType.get_signless(1), scalar, zero)
    else:
        code = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 1)  # oeq
        is_zero = build.emit1("arith.cmpf", ir.IntegerType.get_signless(1), scalar, zero, predicate=code)
    build.emit(
        "cf.assert",
        [],
        [is_zero],
        msg=ir.StringAttr.get(f"an element outside the triangle of a {triangle} tensor is not zero"),
    )


def _choose(condition: ir.Value, type: ir.Type, yes: Callable[[], ir.Value], no: Callable[[], ir.Value]) -> ir.Value:
    op = ir.Operation.create("scf.if", results=[type], operands=[condition], regions=2)
    for region, make in zip(op.regions, (yes, no)):
        with ir.InsertionPoint(region.blocks.append()):
            build.emit("scf.yield", [], [make()])
    return op.results[0]


def replace(op: ir.Operation, value: ir.Value) -> None:
    op.results[0].replace_all_uses_with(value)
    op.erase()
