"""A `linalg.generic` as a nest of loops over its iteration space, one element at a time.

For what has no adjoint in closed form: reductions by anything but a sum, bodies that gather
from an active tensor. The nest is differentiated as any other program.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...build import is_tensor
from ...mlir import ir
from ..scope import Scope, copy_in
from .control_forms import nest


def to_loops(op: ir.Operation) -> list[ir.Value]:
    """Builds the nest at the insertion point; the values of the results."""
    return loops_over(op, linalg_form.maps(op), linalg_form.inputs(op))


def loops_over(op: ir.Operation, maps: list[ir.AffineMap], ins: int) -> list[ir.Value]:
    """The same for an operation whose maps and number of inputs are these. Buffers, of which there are no results, are
    stored to.
    """
    upper = [build.index(n) if isinstance(n, int) else n for n in extents(op, maps)]
    zero, one = [build.index(0)] * len(upper), [build.index(1)] * len(upper)
    carried = list(op.operands)[ins:] if op.results else []
    return nest(zero, upper, one, carried, lambda at, carried: _point(op, maps, ins, at, carried))


def extents(op: ir.Operation, maps: list[ir.AffineMap]) -> list[ir.Value | int]:
    """The size of each dimension of the iteration space."""
    found: dict[int, ir.Value | int] = {}
    for value, map in zip(op.operands, maps):
        for axis, e in enumerate(map.results):
            if isinstance(e, ir.AffineDimExpr) and e.position not in found:
                size = ir.ShapedType(value.type).shape[axis]
                found[e.position] = (
                    build.emit1(
                        "tensor.dim" if is_tensor(value.type) else "memref.dim",
                        build.index_type(),
                        value,
                        build.index(axis),
                    )
                    if size == build.DYNAMIC
                    else size
                )
    return [found[d] for d in range(len(found))]


def _point(
    op: ir.Operation, maps: list[ir.AffineMap], ins: int, at: list[ir.Value], carried: list[ir.Value]
) -> list[ir.Value]:
    """The body at one point of the iteration space; what is carried on."""
    body = op.regions[0].blocks[0]
    places = [[index_of(e, at) for e in map.results] for map in maps]
    sources = [*list(op.operands)[:ins], *(carried or list(op.operands)[ins:])]
    scope = Scope().bind(body.arguments, [_element(value, place) for value, place in zip(sources, places)])
    operations = [view.operation for view in body.operations]
    for child in operations:
        if child.name == "linalg.index":
            scope[child.results[0]] = at[child.attributes["dim"].value]
    yielded = copy_in(scope, body, {child for child in operations if child.name != "linalg.index"})
    if carried:
        return [build.insert(v, out, place) for v, out, place in zip(yielded, carried, places[ins:])]
    for value, buffer, place in zip(yielded, sources[ins:], places[ins:]):
        build.emit("memref.store", [], [value, buffer, *place])
    return []


def _element(source: ir.Value, place: list[ir.Value]) -> ir.Value:
    """What is at a place of a tensor or buffer; a scalar is there everywhere."""
    if is_tensor(source.type):
        return build.extract(source, place)
    if isinstance(source.type, ir.MemRefType):
        return build.emit1("memref.load", source.type.element_type, source, *place)
    return source


def index_of(expression: ir.AffineExpr, at: list[ir.Value]) -> ir.Value:
    """An affine expression of the dimensions, as arithmetic on indices."""
    if isinstance(expression, ir.AffineDimExpr):
        return at[expression.position]
    if isinstance(expression, ir.AffineConstantExpr):
        return build.index(expression.value)
    names = {
        ir.AffineAddExpr: "arith.addi",
        ir.AffineMulExpr: "arith.muli",
        ir.AffineModExpr: "arith.remui",
        ir.AffineFloorDivExpr: "arith.divui",
        ir.AffineCeilDivExpr: "arith.ceildivui",
    }
    left, right = index_of(expression.lhs, at), index_of(expression.rhs, at)
    return build.emit1(names[type(expression)], build.index_type(), left, right)
