"""Slices of packed tensors: one piece of what is stored, or element by element.

Steps as those of `packed_elements`.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import build
from ..build import DYNAMIC
from ..dialect import WHOLE
from ..mlir import ir
from . import storage
from .linear import form_of, is_nonnegative, plus
from .nest import loop
from .orders import Orders
from .packed_elements import is_stored, read, replace, write
from .storage import Number
from .triangle import Triangle, is_packed, triangle_of


def extract_slice(op: ir.Operation, orders: Orders) -> Callable[[], None]:
    source, result = op.operands[0], op.results[0]
    if not is_packed(source.type):
        return lambda: None
    triangle, order, own = triangle_of(source.type), orders.of(source), triangle_of(result.type)
    if (at := _contiguous(orders, op, 1, source, result.type)) is not None:

        def as_slice() -> None:
            part = build.extract_slice(op.operands[0], op.results[0].type, *_place(build.slice_parts(op, 1), at))
            if WHOLE in op.attributes:
                part.owner.attributes[WHOLE] = ir.UnitAttr.get()
            replace(op, part)

        return as_slice
    kept = _kept(build.shape_of(result.type), build.slice_parts(op, 1)[1])

    def by_element() -> None:
        parts, type = build.slice_parts(op, 1), op.results[0].type
        sizes = [parts[1][d] for d in kept]
        stored = sizes if own is None or not own.packed else [*sizes[:-2], storage.length(own, sizes[-1])]

        def body(at: list[ir.Value], carried: ir.Value) -> ir.Value:
            scalar = read(triangle, op.operands[0], order, _moved(parts, kept, at), False)
            if own is not None and own.packed:
                return write(own, scalar, carried, sizes[-1], at, False)
            return build.insert(scalar, carried, at)

        replace(op, _over(sizes, build.zeros(type, stored), body))

    return by_element


def insert_slice(op: ir.Operation, orders: Orders) -> Callable[[], None]:
    source, into = list(op.operands)[:2]
    triangle, order, own = triangle_of(into.type), orders.of(into), triangle_of(source.type)
    if (at := _contiguous(orders, op, 2, into, source.type)) is not None:

        def as_slice() -> None:
            replace(op, build.insert_slice(*list(op.operands)[:2], *_place(build.slice_parts(op, 2), at)))

        return as_slice
    kept = _kept(build.shape_of(source.type), build.slice_parts(op, 2)[1])

    def by_element() -> None:
        parts = build.slice_parts(op, 2)
        source, into = list(op.operands)[:2]
        sizes = [parts[1][d] for d in kept]

        def body(at: list[ir.Value], carried: ir.Value) -> ir.Value:
            if own is not None and own.packed:
                scalar = read(own, source, sizes[-1], at, False)
            else:
                scalar = build.extract(source, at)
            return write(triangle, scalar, carried, order, _moved(parts, kept, at), False)

        replace(op, _over(sizes, into, body))

    return by_element


def _contiguous(
    orders: Orders, op: ir.Operation, first: int, whole: ir.Value, part: ir.Type
) -> tuple[Number, Number] | None:
    """Where what is stored of a slice begins, and how much it is (DYNAMIC: as many as there are rows); None if it is
    not stored in one piece."""
    triangle, order = triangle_of(whole.type), orders.of(whole)
    offsets, sizes, _ = parts = build.slice_parts(op, first)
    if WHOLE in op.attributes:
        return 0, orders.length_for(whole, sizes[-1])
    if triangle_of(part) == triangle and _is_whole_matrix(orders, whole, parts):
        return 0, storage.length(triangle, order)
    if not is_packed(part) and _is_column(triangle, parts) and _drops_column(part, sizes):
        return storage.place(triangle, order, offsets[-2], offsets[-1]), DYNAMIC
    return None


def _is_whole_matrix(orders: Orders, tensor: ir.Value, parts: list[list[Number]]) -> bool:
    """Whether a slice takes the whole matrices of a tensor."""
    offsets, sizes, steps = (part[-2:] for part in parts)
    is_plain = all(build.same_size(n, 0) for n in offsets) and all(build.same_size(n, 1) for n in steps)
    return is_plain and all(orders.is_order(n, tensor) for n in sizes)


def _place(parts: list[list[Number]], stored: tuple[Number, Number]) -> tuple[list[Number], list[Number], list[Number]]:
    """Offsets, sizes and steps in packed storage, from those in the matrices."""
    offsets, sizes, steps = parts
    begin, size = stored
    rows = sizes[-2] if isinstance(size, int) and size == DYNAMIC else size
    return [*offsets[:-2], begin], [*sizes[:-2], rows], [*steps[:-2], 1]


def _is_column(triangle: Triangle, parts: list[list[Number]]) -> bool:
    """Whether a slice is a part of one column that is stored."""
    (row, column), (rows, columns), steps = (part[-2:] for part in parts)
    if not build.same_size(columns, 1) or not all(build.same_size(n, 1) for n in steps):
        return False
    if triangle.lower:
        return is_stored(triangle, row, column)
    if isinstance(rows, int) and rows == 0:
        return True
    last = plus(plus(form_of(row), form_of(_without_zero(rows))), {None: -1})
    return is_nonnegative(plus(plus(form_of(column), last, -1), {None: -triangle.gap}))


def _without_zero(size: Number) -> Number:
    """The x of max(x, 0): where it is zero, nothing is stored."""
    if (
        not isinstance(size, int)
        and not isinstance(size.owner, ir.Block)
        and size.owner.operation.name == "arith.maxsi"
    ):
        one, other = size.owner.operation.operands
        if build.constant_of(other) == 0:
            return one
    return size


def _drops_column(type: ir.Type, sizes: list[Number]) -> bool:
    """Whether the type of a slice leaves the dimension of its one column out, and keeps the rows."""
    kept = _kept(build.shape_of(type), sizes)
    return len(sizes) - 1 not in kept and len(sizes) - 2 in kept or len(kept) == 0 and build.same_size(sizes[-2], 1)


def _kept(shape: list[int], sizes: list[Number]) -> list[int]:
    """The dimensions of a slice that its type has; of ones that could be left out, the last."""
    left_out, kept = len(sizes) - len(shape), []
    for d in reversed(range(len(sizes))):
        wanted = shape[d - left_out] if d - left_out >= 0 else None
        own = sizes[d] if isinstance(sizes[d], int) else DYNAMIC
        if left_out and own == 1 and (wanted != 1 or d == len(sizes) - 1):
            left_out -= 1
        else:
            kept.insert(0, d)
    return kept


def _moved(parts: list[list[Number]], kept: list[int], at: list[ir.Value]) -> list[ir.Value]:
    """Where an element of a slice is in the whole."""
    offsets, _, steps = parts
    place = []
    for d, (offset, step) in enumerate(zip(offsets, steps)):
        moved = at[kept.index(d)] if d in kept else None
        if moved is None:
            place.append(storage.value(offset))
            continue
        if not build.same_size(step, 1):
            moved = build.emit1("arith.muli", moved.type, moved, storage.value(step))
        place.append(build.emit1("arith.addi", moved.type, storage.value(offset), moved))
    return place


def _over(sizes: list[Number], into: ir.Value, body: Callable, at: tuple = ()) -> ir.Value:
    """Loops over all elements of some sizes, which carry a tensor."""
    if len(at) == len(sizes):
        return body(list(at), into)
    upper = storage.value(sizes[len(at)])
    return loop(build.index(0), upper, [into], lambda i, carried: [_over(sizes, carried[0], body, (*at, i))])[0]
