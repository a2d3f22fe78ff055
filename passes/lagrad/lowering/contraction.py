"""Sums of products: which dimensions of a `linalg.generic` play which part.

    C[batch, m, n] += A[batch, m, k] * B[batch, k, n]

with each group of dimensions possibly empty, in any order, and with either sign.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis import linalg_form
from ..mlir import ir


@dataclass(frozen=True)
class Contraction:
    """Dimensions of the iteration space by where they occur: in all three, in A and C, in B and C, in A and B."""

    batch: tuple[int, ...]
    m: tuple[int, ...]
    n: tuple[int, ...]
    k: tuple[int, ...]
    places: tuple[tuple[int, ...], ...]  # for A, B and C, the dimension that each index is
    negative: bool  # C -= A * B


def contraction(op: ir.Operation) -> Contraction | None:
    """The contraction that an operation on memory is; None if it is none."""
    if op.name != "linalg.generic" or len(op.results) or len(op.operands) != 3:
        return None
    places = [_places(map) for map in linalg_form.maps(op)]
    if None in places:
        return None
    negative = _sign(op.regions[0].blocks[0])
    if negative is None:
        return None
    a, b, c = map(set, places)
    if (a | b | c) != (a & b) | (a & c) | (b & c):
        return None  # a dimension of one operand alone: a plain sum, or a broadcast
    parts = (a & b & c, (a & c) - b, (b & c) - a, (a & b) - c)
    return Contraction(*(tuple(sorted(part)) for part in parts), tuple(places), negative)


def _places(map: ir.AffineMap) -> tuple[int, ...] | None:
    dimensions = tuple(r.position if isinstance(r, ir.AffineDimExpr) else -1 for r in map.results)
    return dimensions if -1 not in dimensions and len(set(dimensions)) == len(dimensions) else None


def _sign(body: ir.Block) -> bool | None:
    """Whether a body subtracts the product of its inputs from its output, or adds it; None if neither."""
    operations = [view.operation for view in body.operations]
    if [op.name for op in operations[:1]] != ["arith.mulf"] or len(operations) != 3:
        return None
    left, right, out = body.arguments
    product, total, last = operations
    if {product.operands[0], product.operands[1]} != {left, right} or last.operands[0] != total.results[0]:
        return None
    terms = list(total.operands)
    if total.name == "arith.addf" and terms in ([out, product.results[0]], [product.results[0], out]):
        return False
    return True if total.name == "arith.subf" and terms == [out, product.results[0]] else None
