"""`lagrad-order-loops`: structured operations walk their arrays along memory."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...analysis import linalg_form
from ...build import DYNAMIC
from ...mlir import ir
from ...passes import Pass
from ..facts.memory import are_apart
from ..facts.sum_of_products import keeps_order, static_sizes
from ..facts.views import inputs
from ..walk import last, walk

# What an access costs in the innermost loop: none where the loop does not move it, one where it moves to the
# next element, many where it jumps. The numbers only rank loops.
_NEXT, _JUMP = 1, 100


@dataclass(frozen=True)
class OrderLoops(Pass):
    """Let the innermost loop of each `linalg.generic` be the one that jumps least; the others keep their order.

    The adjoint of a product sums over what the primal ran through, so the order it inherits would walk
    down columns. `C[i, k] += A[k, j] * B[i, j]` runs in the order i, k, j, along the rows of A and B. Where windows
    are moved, as in `C[i + k] += A[i] * B[k]`, the longer one of two that jump equally little is the innermost.

    Reductions over one dimension stay in their order; sums, products and extrema over several may be reordered, as
    `reassoc` allows. Other reductions over several, such as `out * out + x` or the place of a maximum, keep it, and so
    does what is marked `lagrad.exact`.
    """

    name = "lagrad-order-loops"
    aim = "reassociation"
    creates = ("linalg",)

    def run(self, op, report) -> None:
        for generic in [child for child in walk(op) if child.name == "linalg.generic"]:
            _reorder(generic)


def _reorder(generic) -> None:
    maps = linalg_form.maps(generic)
    moves = [[_factors(result) for result in map.results] for map in maps]
    if maps[0].n_dims < 2 or _names_dimensions(generic) or any(None in each for each in moves):
        return
    sizes = [math.inf if n == DYNAMIC else n for n in static_sizes(generic)]
    has_windows = any(len(factors) > 1 for each in moves for factors in each)
    if has_windows and not _writes_elsewhere(generic):
        return
    inner = min(range(len(sizes)), key=lambda d: (_cost(moves, d), -sizes[d] if has_windows else 0, -d))
    order = [*(d for d in range(len(sizes)) if d != inner), inner]
    if keeps_reductions(generic, order):
        reorder(generic, order)


def _writes_elsewhere(generic: ir.Operation) -> bool:
    """Whether nothing that an operation on memory reads is what it writes: windows would see what is there already."""
    of_memory = [value for value in generic.operands if isinstance(value.type, ir.MemRefType)]
    read, written = of_memory[: len(of_memory) - 1], of_memory[-1:]
    return inputs(generic) == len(generic.operands) - 1 and all(are_apart(r, w) for r in read for w in written)


def can_reorder(generic: ir.Operation) -> bool:
    """Whether an operation says by its maps alone, each one index a dimension, which dimension is which."""
    return not _names_dimensions(generic) and all(m.is_projected_permutation for m in linalg_form.maps(generic))


def _names_dimensions(generic: ir.Operation) -> bool:
    """Whether the body speaks of dimensions by their numbers."""
    return any(op.operation.name == "linalg.index" for op in generic.regions[0].blocks[0].operations)


# Operations of which a reduction may take its elements in any order.
_UNORDERED = {
    *("arith.addf", "arith.mulf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"),
    *("arith.addi", "arith.muli", "arith.andi", "arith.ori", "arith.xori"),
    *("arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui", "complex.add", "complex.mul"),
}
_DIFFERENCES = {"arith.subf": "arith.addf", "arith.subi": "arith.addi", "complex.sub": "complex.add"}


def keeps_reductions(generic: ir.Operation, order: list[int]) -> bool:
    """Whether no result depends on the change to that order, but for the rounding of its sums and products."""
    outputs = len(last(generic.regions[0].blocks[0]).operands)
    for number, map in enumerate(linalg_form.maps(generic)[-outputs:]):
        kept = dims_of(map) if map.is_projected_permutation else ()  # elsewhere windows meet
        reduced = [d for d in order if d not in kept]
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
        user = uses[0].owner.operation
        if user == last(body):
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
    places = ir.AffineMap.get(count, 0, [ir.AffineDimExpr.get(order.index(d)) for d in range(count)])
    iterators = list(ir.ArrayAttr(generic.attributes["iterator_types"]))
    generic.attributes["indexing_maps"] = ir.ArrayAttr.get(
        [
            ir.AffineMapAttr.get(ir.AffineMap.get(count, 0, [result.compose(places) for result in m.results]))
            for m in linalg_form.maps(generic)
        ]
    )
    generic.attributes["iterator_types"] = ir.ArrayAttr.get([iterators[d] for d in order])


def _cost(moves: list[list[dict[int, int]]], dim: int) -> int:
    """How far the arrays are moved, all together, by one step in a dimension."""
    moved = [[factors.get(dim, 0) for factors in each] for each in moves]
    return sum(_NEXT if not any(each[:-1]) and each[-1] == 1 else _JUMP for each in moved if any(each))


def _factors(index: ir.AffineExpr) -> dict[int, int] | None:
    """The dimensions that an index is a sum of, and how often; None if it is no such sum."""
    if isinstance(index, ir.AffineDimExpr):
        return {index.position: 1}
    if isinstance(index, ir.AffineConstantExpr):
        return {}
    if not isinstance(index, (ir.AffineAddExpr, ir.AffineMulExpr)):
        return None
    one, other = _factors(index.lhs), _factors(index.rhs)
    if one is None or other is None:
        return None
    if isinstance(index, ir.AffineAddExpr):
        return {d: one.get(d, 0) + other.get(d, 0) for d in {**one, **other}}
    is_constant = isinstance(index.rhs, ir.AffineConstantExpr)
    return {d: factor * index.rhs.value for d, factor in one.items()} if is_constant else None


def dims_of(affine_map: ir.AffineMap) -> list[int]:
    """The dimensions that the results of a projected permutation are."""
    return [ir.AffineDimExpr(result).position for result in affine_map.results]
