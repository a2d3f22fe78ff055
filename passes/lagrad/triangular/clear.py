"""A projection onto a triangle that clears the other half of a tensor nobody else reads: it needs no second tensor."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from . import triangle
from .nest import Nest
from .sink import is_projection
from .support import Atom


def can_clear(op: ir.Operation) -> bool:
    """Whether an operation projects a tensor that the program has made, and that is not needed after it."""
    if not is_projection(op) or triangle.is_packed(op.results[0].type):
        return False
    value = op.operands[0]
    return not isinstance(value.owner, ir.Block) and len(list(value.uses)) == 1


def cleared(projection: ir.Operation, kept: Atom) -> ir.Value:
    """Loops that write zeros over what the projection does not keep."""
    value, type = projection.operands[0], projection.results[0].type
    gone, rank = Atom(kept.small, kept.large, 1 - kept.gap), len(build.shape_of(type))

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        return [
            triangle.kept(
                triangle.triangle_of(type), arguments[0], *(triangle.loop_index(d) for d in (rank - 2, rank - 1))
            )
        ]

    whole = build.generic([], [value], [ir.AffineMap.get_identity(rank)], ["parallel"] * rank, body)[0].owner.operation
    (rest,) = Nest(whole, [gone]).emit()
    whole.erase()
    return build.emit1("tensor.cast", type, rest)
