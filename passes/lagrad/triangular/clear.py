"""A projection onto a triangle that clears the other half of a tensor nobody else reads: it needs no second tensor."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from ..triangle import is_packed, loop_index
from .nest import Nest
from .sink import is_projection
from .support import Atom


def can_clear(op: ir.Operation) -> bool:
    """Whether an operation projects a tensor that the program has made, and that is not needed after it."""
    if not is_projection(op) or is_packed(op.results[0].type):
        return False
    value = op.operands[0]
    return not isinstance(value.owner, ir.Block) and len(list(value.uses)) == 1


def cleared(projection: ir.Operation, kept: Atom) -> ir.Value:
    """Loops that write zeros over what the projection does not keep."""
    value, type = projection.operands[0], projection.results[0].type
    gone, rank = Atom(kept.small, kept.large, 1 - kept.gap), len(build.shape_of(type))

    def body(arguments: list[ir.Value]) -> list[ir.Value]:
        is_gone = build.compare_integers("sge" if kept.gap else "sgt", loop_index(gone.large), loop_index(gone.small))
        return [build.emit1("arith.select", arguments[0].type, is_gone, build.constant(arguments[0].type, 0.0), arguments[0])]

    whole = build.generic([], [value], [ir.AffineMap.get_identity(rank)], ["parallel"] * rank, body)[0].owner.operation
    (rest,) = Nest(whole, [gone]).emit()
    whole.erase()
    return build.emit1("tensor.cast", type, rest)
