"""`scf.if` as a term: a branch of scalar arithmetic on both sides is Phi of them."""

from __future__ import annotations

from ..analysis.program import walk
from ..build import constant_of
from ..mlir import ir
from .terms import has_term


def is_choice(op: ir.Operation) -> bool:
    """Whether an operation is an `scf.if` of one float, whose branches have terms only.

    Both may then be computed: nothing in them has an effect.
    """
    if op.name != "scf.if" or len(op.results) != 1 or not isinstance(op.results[0].type, (ir.F64Type, ir.F32Type)):
        return False
    return all(has_term(child) or child.name in ("arith.constant", "scf.yield") for child in walk(op))


def yielded(op: ir.Operation) -> list[ir.Value]:
    """What the branches of a choice yield."""
    return [list(region.blocks[0].operations)[-1].operation.operands[0] for region in op.regions]


def captured(op: ir.Operation) -> list[ir.Value]:
    """The values that the branches of a choice read from outside, literals left out; none for other operations."""
    return [value for value in _from_outside(op) if constant_of(value) is None]


def literals(op: ir.Operation) -> list[ir.Value]:
    """The literals that an operation reads, its branches included, that stand outside it."""
    return [value for value in dict.fromkeys([*op.operands, *_from_outside(op)]) if constant_of(value) is not None]


def _from_outside(op: ir.Operation) -> list[ir.Value]:
    inside = {result for child in walk(op) for result in child.results}
    read = dict.fromkeys(value for child in walk(op) for value in child.operands)
    return [value for value in read if value not in inside]
