"""Quotients by a number become products with its reciprocal, where nobody sees that the last digit may differ.

Those by what has a reciprocal for any arguments are marked only: LLVM makes products of those that share a divisor,
and `lagrad-order-sums` of those whose divisor is known long before the dividend.
"""

from __future__ import annotations

from math import isfinite

from ..analysis.dependence import dependents
from ..analysis.program import Program, walk
from ..build import constant, constant_of, emit1, replace_op
from ..mlir import ir
from .ranges import range_of

_FLAG = "#arith.fastmath<arcp>"  # says so of an operation, and of its copies in segments
_EQUALITIES = {1, 6, 8, 13}  # of `arith.cmpf`: oeq, one, ueq, une
# These tell a whole number from one that is next to it. Of a call nothing is known.
_TELL = {
    *(f"math.{name}" for name in "floor ceil round roundeven trunc".split()),
    *("arith.fptosi", "arith.fptoui", "arith.remf", "arith.bitcast", "func.call"),
}


def mark(function: ir.Operation, active: set[ir.Value]) -> None:
    """Marks the quotients in a function that may be products, of those that are differentiated."""
    quotients = [op for op in walk(function) if _has_reciprocal(op) and op.results[0] in active]
    if not quotients:
        return
    program = Program(function)
    telling = [op for op in walk(function) if _tells(op)]
    for op in quotients:
        seen = dependents(program, op.results) if telling else set()
        if not any(value in seen for other in telling for value in other.operands):
            op.attributes["fastmath"] = ir.Attribute.parse(_FLAG, op.context)


def multiply(module: ir.Operation) -> None:
    """Makes products of what is marked."""
    for op in list(walk(module)):
        if _is_by_number(op) and str(op.attributes["fastmath"]) == _FLAG:
            x, divisor = op.operands
            with op.location, ir.InsertionPoint(op):
                reciprocal = constant(x.type, 1 / constant_of(divisor))
                replace_op(op, emit1("arith.mulf", x.type, x, reciprocal))


def _is_by_number(op: ir.Operation) -> bool:
    """Whether an operation divides a scalar by a number that has a reciprocal which is no zero and no infinity."""
    if op.name != "arith.divf" or str(op.results[0].type) not in ("f64", "f32"):
        return False
    number = constant_of(op.operands[1])
    least, most = {"f64": (1e-300, 1e300), "f32": (1e-37, 1e37)}[str(op.results[0].type)]
    return number is not None and isfinite(number) and least < abs(number) < most


def _has_reciprocal(op: ir.Operation) -> bool:
    """Whether the reciprocal of a divisor is known to be no zero and no infinity."""
    if op.name != "arith.divf" or _is_by_number(op):
        return op.name == "arith.divf"
    least, most = range_of(op.operands[1])  # in f32 LLVM would estimate reciprocals
    return str(op.results[0].type) == "f64" and (1e-300 < least and most < 1e300 or -1e300 < least and most < -1e-300)


def _tells(op: ir.Operation) -> bool:
    if op.name == "arith.cmpf":
        return ir.IntegerAttr(op.attributes["predicate"]).value in _EQUALITIES
    return op.name in _TELL
