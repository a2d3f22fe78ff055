"""Tensors between operations, stored so that indices which a contraction runs over together are neighbours.

    c[m, n] += x[m, k, e] * w[e, k, n]

is one product of matrices where x is stored as x[m, e, k]: then (e, k) is one index of both. As it stands it is a
product for each e, of rows that are apart in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ... import build
from ...analysis import linalg_form
from ...mlir import ir
from ..facts.sum_of_products import all_places

Places = tuple[int, ...]


def join_indices(generic: ir.Operation) -> None:
    """Gives what a contraction reads and makes another order of indices, if only operations of linalg use it.

    In none of them is a tensor laid out against another operand that it was laid out with before.
    """
    if not _is_contraction(generic):
        return
    for number, value in enumerate([*list(generic.operands)[:2], generic.results[0]]):
        order = _joined(all_places(generic), number)
        uses = None if order is None else _uses(value)
        if uses is not None and all(_suits(places, at, order) for places, at in uses):
            _store(value, order)


def _is_contraction(generic: ir.Operation) -> bool:
    """Whether it sums over something, and computes one tensor from two."""
    if len(generic.results) != 1 or len(generic.operands) != 3 or None in all_places(generic):
        return False
    return "reduction" in linalg_form.iterators(generic)


def _uses(value: ir.Value) -> list[tuple[list[Places], int]] | None:
    """The operations that make and read a tensor: the dimensions of their operands, and which one it is.

    None where it has to be stored as it is.
    """
    if isinstance(value.owner, ir.Block) or len(build.shape_of(value.type)) < 3:
        return None
    maker = value.owner.operation
    if maker.name != "linalg.generic" or build.DYNAMIC in build.shape_of(value.type):
        return None
    number = linalg_form.inputs(maker) + ir.OpResult(value).result_number
    if build.encoding_of(value.type) is not None or not _is_new(maker.operands[number]):
        return None
    found = [(maker, number), *((use.owner.operation, use.operand_number) for use in value.uses)]
    for user, at in found[1:]:
        if user.name != "linalg.generic" or not user.results or at >= linalg_form.inputs(user):
            return None
    uses = [(all_places(user), at) for user, at in found]
    return None if any(None in places for places, _ in uses) else uses


def _is_new(init: ir.Value) -> bool:
    """Whether a result begins as nothing, or as one number everywhere."""
    if (maker := build.defining_op(init)) is None:
        return False
    return maker.name == "tensor.empty" or _is_fill(maker) and _is_new(maker.operands[0])


def _is_fill(maker: ir.Operation) -> bool:
    if maker.name != "linalg.generic" or len(maker.operands) != 1:
        return False
    body = maker.regions[0].blocks[0]
    return len(body.operations) == 1 and body.operations[0].operands[0] != body.arguments[0]


def _joined(places: list[Places], number: int) -> list[int] | None:
    """The order of the indices of operand `number` in which more of them are one; None if there is none.

    It is a list of places: which index of now comes first, and so on.
    """
    own = list(places[number])
    for p, q in (pair for n, other in enumerate(places) if n != number for pair in pairwise(other)):
        if p in own and q in own and (p, q) not in pairwise(own) and _are_one(p, q, places, number):
            own.remove(q)
            own.insert(own.index(p) + 1, q)
    return [places[number].index(d) for d in own] if tuple(own) != places[number] else None


def _are_one(p: int, q: int, places: list[Places], number: int) -> bool:
    """Whether two dimensions can be one for all operands but `number`: neighbours in each that has one of them."""
    others = [other for n, other in enumerate(places) if n != number]
    return all((p, q) in pairwise(other) for other in others if p in other or q in other)


def _suits(places: list[Places], number: int, order: Sequence[int]) -> bool:
    """Whether an operation may have operand `number` in another order: it is with all that it was with before."""
    now, then = places[number], tuple(places[number][k] for k in order)
    others = [other for n, other in enumerate(places) if n != number]
    if any(_agree(now, other) and not _agree(then, other) for other in others):
        return False
    return set(_ones(then, places, number)) >= set(_ones(now, places, number))


def _agree(one: Places, other: Places) -> bool:
    """Whether the dimensions that both have come in the same order."""
    return [d for d in one if d in other] == [d for d in other if d in one]


def _ones(own: Places, places: list[Places], number: int) -> Iterator[tuple[int, int]]:
    """The neighbours in operand `number` that can be one dimension."""
    for p, q in pairwise(own):
        if any(p in other for n, other in enumerate(places) if n != number) and _are_one(p, q, places, number):
            yield p, q


def _store(value: ir.Value, order: Sequence[int]) -> None:
    maker = value.owner.operation
    number = linalg_form.inputs(maker) + ir.OpResult(value).result_number
    with maker.location, ir.InsertionPoint(maker):
        maker.operands[number] = _turned(maker.operands[number], order)
    value.set_type(maker.operands[number].type)
    _turn_map(maker, number, order)
    for use in value.uses:
        _turn_map(use.owner.operation, use.operand_number, order)


def _turned(init: ir.Value, order: Sequence[int]) -> ir.Value:
    """Nothing, or one number everywhere, as a tensor whose indices are in another order."""
    shape = build.shape_of(init.type)
    type = build.tensor_type([shape[k] for k in order], build.element(init.type))
    maker = init.owner.operation
    if maker.name == "tensor.empty":
        return build.empty(type, build.shape_of(type))
    inner = _turned(maker.operands[0], order)
    new = maker.clone().operation
    new.operands[0] = inner
    new.results[0].set_type(type)
    _turn_map(new, 0, order)
    return new.results[0]


def _turn_map(generic: ir.Operation, number: int, order: Sequence[int]) -> None:
    maps = linalg_form.maps(generic)
    results = list(maps[number].results)
    maps[number] = ir.AffineMap.get(maps[number].n_dims, 0, [results[k] for k in order])
    generic.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])
