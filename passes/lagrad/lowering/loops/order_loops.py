"""`lagrad-order-loops`: structured operations walk their arrays along memory."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis import linalg_form
from ...mlir import ir
from ...passes import Pass
from ..facts.sum_of_products import keeps_order
from ..walk import walk

# What an access costs in the innermost loop: none where the loop does not move it, one where it moves to the
# next element, many where it jumps. The numbers only rank loops.
_NEXT, _JUMP = 1, 100


@dataclass(frozen=True)
class OrderLoops(Pass):
    """Let the innermost loop of each `linalg.generic` be the one that jumps least; the others keep their order.

    The adjoint of a product sums over what the primal ran through, so the order it inherits would walk
    down columns. `C[i, k] += A[k, j] * B[i, j]` runs in the order i, k, j, along the rows of A and B.

    Reductions over one dimension stay in their order; sums, products and extrema over several may be reordered, as
    `reassoc` allows. Other reductions over several, such as `out * out + x` or the place of a maximum, keep it, and so
    does what is marked `lagrad.exact`.
    """

    name = "lagrad-order-loops"
    creates = ("linalg",)

    def run(self, op, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            _reorder(generic)


def _reorder(generic) -> None:
    maps = linalg_form.maps(generic)
    if maps[0].n_dims > 1 and can_reorder(generic):
        inner = min(range(maps[0].n_dims), key=lambda d: (_cost(maps, d), -d))
        order = [*(d for d in range(maps[0].n_dims) if d != inner), inner]
        if keeps_reductions(generic, order):
            reorder(generic, order)


def can_reorder(generic: ir.Operation) -> bool:
    """Whether an operation says by its maps alone which dimension is which."""
    body = generic.regions[0].blocks[0]
    names_dimensions = any(op.operation.name == "linalg.index" for op in body.operations)  # by their numbers
    return not names_dimensions and all(m.is_projected_permutation for m in linalg_form.maps(generic))


# Operations of which a reduction may take its elements in any order.
_UNORDERED = {
    *("arith.addf", "arith.mulf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"),
    *("arith.addi", "arith.muli", "arith.andi", "arith.ori", "arith.xori"),
    *("arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui", "complex.add", "complex.mul"),
}
_DIFFERENCES = {"arith.subf": "arith.addf", "arith.subi": "arith.addi", "complex.sub": "complex.add"}


def keeps_reductions(generic: ir.Operation, order: list[int]) -> bool:
    """Whether no result depends on the change to that order, but for the rounding of its sums and products."""
    outputs = len(list(generic.regions[0].blocks[0].operations)[-1].operands)
    for number, map in enumerate(linalg_form.maps(generic)[-outputs:]):
        reduced = [d for d in order if d not in dims_of(map)]
        if reduced != sorted(reduced) and (keeps_order(generic) or not _takes_any_order(generic, number - outputs)):
            return False
    return True


def _takes_any_order(generic: ir.Operation, number: int) -> bool:
    """Whether the body combines output `number`, counted from the last, with values that do not depend on it, by one
    operation that is associative and commutative."""
    body = generic.regions[0].blocks[0]
    value, kinds = body.arguments[number], set()
    while True:
        if len(uses := list(value.uses)) != 1:
            return False
        user = uses[0].owner
        if user == list(body.operations)[-1]:
            return uses[0].operand_number == number + len(user.operands) and len(kinds) == 1
        if user.name in _DIFFERENCES and uses[0].operand_number == 0:
            kinds.add(_DIFFERENCES[user.name])
        elif user.name in _UNORDERED:
            kinds.add(user.name)
        else:
            return False
        value = user.results[0]


def reorder(generic: ir.Operation, order: list[int]) -> None:
    """Renumbers the dimensions of an operation: `order` has them from the outermost to the innermost."""
    count = len(order)
    if order == list(range(count)):
        return
    place = [ir.AffineDimExpr.get(order.index(d)) for d in range(count)]
    iterators = list(ir.ArrayAttr(generic.attributes["iterator_types"]))
    generic.attributes["indexing_maps"] = ir.ArrayAttr.get(
        [
            ir.AffineMapAttr.get(ir.AffineMap.get(count, 0, [place[d] for d in dims_of(m)]))
            for m in linalg_form.maps(generic)
        ]
    )
    generic.attributes["iterator_types"] = ir.ArrayAttr.get([iterators[d] for d in order])


def _cost(maps, dim: int) -> int:
    """How far the arrays are moved, all together, by one step in a dimension."""
    used = [dims_of(m) for m in maps]
    return sum((_NEXT if dims[-1] == dim else _JUMP) for dims in used if dim in dims)


def dims_of(affine_map: ir.AffineMap) -> list[int]:
    """The dimensions that the results of a projected permutation are."""
    return [ir.AffineDimExpr(result).position for result in affine_map.results]
