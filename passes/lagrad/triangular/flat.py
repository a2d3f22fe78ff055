"""Operations for which a packed tensor is a vector: what they do does not depend on where an element stands."""

from __future__ import annotations

import re

from .. import build
from ..analysis import linalg_form
from ..mlir import ir
from ..triangle import triangle_of
from .support import Atom, of_operand


def is_flat(op: ir.Operation, atoms: list[Atom]) -> bool:
    """Whether a generic whose support the atoms are runs over the stored elements of packed tensors of one kind,
    in order; if so, it reads them as they are."""
    operands = [_packed(v) for v in op.operands]
    if len(atoms) != 1 or (found := _dimensions(op, operands)) is None or {*found} != {*atoms[0][:2]}:
        return False
    for number in range(linalg_form.inputs(op)):
        op.operands[number] = operands[number]
    return True


def flat_dimensions(op: ir.Operation) -> tuple[int, int] | None:
    """Row and column of the packed tensors that a generic runs over as if they were vectors; None if it does not."""
    return _dimensions(op, list(op.operands))


def _dimensions(op: ir.Operation, operands: list[ir.Value]) -> tuple[int, int] | None:
    triangles, places = set(), set()
    maps = linalg_form.maps(op)
    for value, map in zip(operands, maps):
        triangle = triangle_of(value.type)
        if triangle is not None and triangle.packed:
            triangles.add(triangle)
            places.add(tuple(map.results)[-2:])
    if len(triangles) != 1 or len(places) != 1:
        return None
    (last,) = places
    if not all(isinstance(e, ir.AffineDimExpr) for e in last):
        return None
    row, column = (ir.AffineDimExpr(e).position for e in last)
    if any(_reads_position(child.operation, (row, column)) for child in op.regions[0].blocks[0].operations):
        return None
    for value, map in zip(operands, maps):
        triangle = triangle_of(value.type)
        rest = list(map.results)[:-2] if triangle is not None and triangle.packed else list(map.results)
        if any(mentions(e, d) for e in rest for d in (row, column)):
            return None
    return row, column


def mentions(expression: ir.AffineExpr, dimension: int) -> bool:
    """Whether an index occurs in an expression."""
    return f"d{dimension}" in re.findall(r"d\d+", str(expression))


def _reads_position(op: ir.Operation, dimensions: tuple[int, int]) -> bool:
    return op.name == "linalg.index" and op.attributes["dim"].value in dimensions


def _packed(value: ir.Value) -> ir.Value:
    """The packed tensor that a value is a cast of, or the value."""
    triangle = of_operand(value) if build.is_tensor(value.type) else None
    if triangle is not None and triangle.packed:
        while triangle_of(value.type) is None:
            value = value.owner.operation.operands[0]
    return value
