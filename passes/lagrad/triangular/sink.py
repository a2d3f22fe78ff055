"""A projection onto a triangle moves into the operation that makes what it projects.

`project` of a sum over a `linalg.generic` is that operation with a mask on what it adds: then nobody
computes what is thrown away. The adjoint of whatever reads a triangular tensor has this form.
"""

from __future__ import annotations

from .. import build
from ..analysis import linalg_form
from ..analysis.program import walk
from ..mlir import ir
from .support import Atom, Body, atom_at, compared, implies, places
from .triangle import Triangle, kept, loop_index, project, triangle_of


def sink_projections(op: ir.Operation) -> None:
    """Moves every projection in `op` as far up as it goes."""
    waiting = [child for child in walk(op) if is_projection(child)]
    while waiting:
        projection = waiting.pop()
        if (made := _sink(projection)) is not None:
            waiting += made


def is_projection(op: ir.Operation) -> bool:
    """Whether a generic does what `triangle.project` does, and gives a type that says so."""
    if op.name != "linalg.generic" or len(op.operands) != 2 or len(op.results) != 1:
        return False
    triangle, rank = triangle_of(op.results[0].type), len(build.shape_of(op.results[0].type))
    if (
        triangle is None
        or linalg_form.maps(op) != [ir.AffineMap.get_identity(rank)] * 2
        or list(op.regions[0].blocks[0].arguments[1].uses)
    ):
        return False
    body = op.regions[0].blocks[0]
    value = list(body.operations)[-1].operands[0]
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "arith.select":
        return False
    _, yes, no = value.owner.operation.operands
    wanted = _exactly(triangle, rank)
    return yes == body.arguments[0] and build.constant_of(no) == 0 and _condition(value.owner.operation, wanted)


def _exactly(triangle: Triangle, rank: int) -> Atom:
    return atom_at(triangle, ir.AffineMap.get_identity(rank))


def _condition(select: ir.Operation, wanted: Atom) -> bool:
    """Whether a select takes its first value where an atom holds, and nowhere else."""
    owner = select.operands[0].owner
    return (
        not isinstance(owner, ir.Block)
        and owner.operation.name == "arith.cmpi"
        and list(compared(owner.operation)) == [wanted]
    )


def _sink(projection: ir.Operation) -> list[ir.Operation] | None:
    """Replaces one projection if what it projects can do without; the new ones that this takes."""
    value, result = projection.operands[0], projection.results[0]
    if (kept_already := _source(value, result.type)) is not None:
        _replace(projection, kept_already)
        return []
    if isinstance(value.owner, ir.Block):
        return None
    maker = value.owner.operation
    if maker.name == "linalg.fill" and build.constant_of(maker.operands[0]) == 0:
        with projection.location, ir.InsertionPoint(projection):
            _replace(projection, build.zeros(result.type, build.sizes_of(projection.operands[1])))
        return []
    if maker.name == "linalg.generic" and len(list(value.uses)) == 1:
        return _into_generic(projection, maker, list(maker.results).index(value))
    return None


def _source(value: ir.Value, type: ir.Type) -> ir.Value | None:
    """The tensor of this type that a value is a cast of."""
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "tensor.cast":
        return None
    source = value.owner.operation.operands[0]
    return source if source.type == type else None


def _into_generic(projection: ir.Operation, maker: ir.Operation, number: int) -> list[ir.Operation] | None:
    type = projection.results[0].type
    triangle, ins = triangle_of(type), linalg_form.inputs(maker)
    found = places(maker, number)
    atom = atom_at(triangle, linalg_form.maps(maker)[ins + number])
    if found is None or atom is None or triangle_of(maker.results[number].type):
        return None
    body, init = maker.regions[0].blocks[0], maker.operands[ins + number]
    support, overwritten = Body(maker), not list(body.arguments[ins + number].uses)
    for user, place in found:
        if not implies(support.of(user.operands[place]), atom):
            _mask(user, place, triangle, atom)
    made = []
    with maker.location, ir.InsertionPoint(maker):
        sizes = build.sizes_of(init)
        if overwritten:
            start = build.empty(type, sizes)
        else:
            start = project(init, type, sizes)
            made = [start.owner.operation]
    maker.operands[ins + number] = start
    maker.results[number].set_type(type)
    _replace(projection, maker.results[number])
    return made


def _mask(user: ir.Operation, place: int, triangle: Triangle, atom: Atom) -> None:
    """Lets a scalar of a body count in the triangle only."""
    row, column = (atom.large, atom.small) if triangle.lower else (atom.small, atom.large)
    with user.location, ir.InsertionPoint(user):
        user.operands[place] = kept(triangle, user.operands[place], loop_index(row), loop_index(column))


def _replace(op: ir.Operation, value: ir.Value) -> None:
    op.results[0].replace_all_uses_with(value)
    op.erase()
