"""`lagrad-order-loops`: structured operations walk their arrays along memory."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis import linalg_form
from ..mlir import ir
from ..passes import Pass
from .walk import walk

# What an access costs in the innermost loop: none where the loop does not move it, one where it moves to the
# next element, many where it jumps. The numbers only rank loops.
_NEXT, _JUMP = 1, 100


@dataclass(frozen=True)
class OrderLoops(Pass):
    """Order the dimensions of each `linalg.generic` so that the innermost loop jumps least.

    The adjoint of a product sums over what the primal ran through, so the order it inherits would walk
    down columns. `C[i, k] += A[k, j] * B[i, j]` runs in the order i, k, j, along the rows of A and B.

    Sums over one dimension stay in their order; sums over several may be reordered, as `reassoc` allows.
    """

    name = "lagrad-order-loops"
    creates = ("linalg",)

    def run(self, op, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            _reorder(generic)


def _reorder(generic) -> None:
    maps = linalg_form.maps(generic)
    if can_reorder(generic):
        reorder(generic, sorted(range(maps[0].n_dims), key=lambda d: (-_cost(maps, d), d)))


def can_reorder(generic: ir.Operation) -> bool:
    """Whether an operation says by its maps alone which dimension is which."""
    body = generic.regions[0].blocks[0]
    names_dimensions = any(op.operation.name == "linalg.index" for op in body.operations)  # by their numbers
    return not names_dimensions and all(m.is_projected_permutation for m in linalg_form.maps(generic))


def reorder(generic: ir.Operation, order: list[int]) -> None:
    """Renumbers the dimensions of an operation: `order` has them from the outermost to the innermost."""
    count = len(order)
    if order == list(range(count)):
        return
    place = [ir.AffineDimExpr.get(order.index(d)) for d in range(count)]
    iterators = list(ir.ArrayAttr(generic.attributes["iterator_types"]))
    generic.attributes["indexing_maps"] = ir.ArrayAttr.get(
        [ir.AffineMapAttr.get(ir.AffineMap.get(count, 0, [place[d] for d in dims_of(m)])) for m in linalg_form.maps(generic)]
    )
    generic.attributes["iterator_types"] = ir.ArrayAttr.get([iterators[d] for d in order])


def _cost(maps, dim: int) -> int:
    """How far the arrays are moved, all together, by one step in a dimension."""
    used = [dims_of(m) for m in maps]
    return sum((_NEXT if dims[-1] == dim else _JUMP) for dims in used if dim in dims)


def dims_of(affine_map: ir.AffineMap) -> list[int]:
    """The dimensions that the results of a projected permutation are."""
    return [ir.AffineDimExpr(result).position for result in affine_map.results]
