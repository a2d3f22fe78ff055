"""Operations for which a packed tensor is a vector: what they do does not depend on where an element stands."""

from __future__ import annotations

import re

from .. import build
from ..analysis import linalg_form
from ..mlir import ir
from .support import Atom, of_operand
from .triangle import triangle_of


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


def flatten(op: ir.Operation, column: int) -> None:
    """Lets one dimension run over what is stored in the place of two."""
    left = [d for d in range(linalg_form.maps(op)[0].n_dims) if d != column]
    new = {d: ir.AffineDimExpr.get(n) for n, d in enumerate(left)}
    zero = ir.AffineConstantExpr.get(0)
    old_from_new = ir.AffineMap.get(len(left), 0, [new.get(d, zero) for d in range(len(left) + 1)])
    maps = []
    for map in linalg_form.maps(op):
        kept = [
            e for e in map.results if not (isinstance(e, ir.AffineDimExpr) and ir.AffineDimExpr(e).position == column)
        ]
        maps.append(ir.AffineMap.get(len(left), 0, [e.compose(old_from_new) for e in kept]))
    op.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])
    kinds = list(op.attributes["iterator_types"])
    op.attributes["iterator_types"] = ir.ArrayAttr.get([kinds[d] for d in left])
    for view in op.regions[0].blocks[0].operations:
        child = view.operation
        if child.name == "linalg.index" and (d := child.attributes["dim"].value) > column:
            child.attributes["dim"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), d - 1)
