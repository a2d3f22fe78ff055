"""Sums of products: which dimensions of a `linalg.generic` on memory play which part.

    C[batch, m, n] += number * A[batch, m, k] * B[batch, k, n]

with each group of dimensions possibly empty, in any order, and with either sign.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...mlir import ir
from ..facts.sum_of_products import all_places, sums


@dataclass(frozen=True)
class Contraction:
    """Dimensions of the iteration space by where they occur: in all three, in A and C, in B and C, in A and B."""

    batch: tuple[int, ...]
    m: tuple[int, ...]
    n: tuple[int, ...]
    k: tuple[int, ...]
    operands: tuple[ir.Value, ir.Value, ir.Value]  # A, B and C
    places: tuple[tuple[int, ...], ...]  # for each of them, the dimension that each index is
    numbers: tuple[ir.Value, ...]  # scalars, or memory of one element
    negative: bool  # C -= A * B
    guard: int | None  # 0 or 1: where A, or B, is zero, so is the product, whatever the other is


def contraction(op: ir.Operation) -> Contraction | None:
    """The contraction that an operation on memory is; None if it is none."""
    if op.name != "linalg.generic" or len(op.results):
        return None
    terms = sums(op)
    if terms is None or [len(own) for own in terms] != [1]:
        return None
    (term,) = terms[0]
    places_of_all = all_places(op)
    last = len(op.operands) - 1
    if any(f.is_computed for f in term.factors) or not term.is_contraction(
        set(places_of_all[last]), op.attributes["indexing_maps"][0].value.n_dims
    ):
        return None
    numbers = [_operand(op, value) for value in term.numbers]
    if any(number is None for number in numbers):
        return None
    which = [ir.BlockArgument(f.values[0]).arg_number for f in term.factors] + [last]
    places = tuple(places_of_all[number] for number in which)
    a, b, c = map(set, places)
    parts = (a & b & c, (a & c) - b, (b & c) - a, (a & b) - c)
    operands = tuple(op.operands[number] for number in which)
    guard = None if term.guard is None else [f.values for f in term.factors].index([term.guard])
    return Contraction(*(tuple(sorted(part)) for part in parts), operands, places, tuple(numbers), term.negative, guard)


def _operand(op: ir.Operation, number: ir.Value) -> ir.Value | None:
    """Where a number of the body comes from; None if it is computed there."""
    body = op.regions[0].blocks[0]
    if isinstance(number.owner, ir.Block):
        return op.operands[ir.BlockArgument(number).arg_number] if number.owner == body else number
    return None if number.owner.operation.block == body else number
