"""Where scalars are zero: the algebra of the body of a `linalg.generic`, and of loops over elements.

A zero is a strong one: 0 * x is 0 whatever x is, and so is 0 / x.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from .. import build
from ..analysis import linalg_form
from ..mlir import ir

# f(0) = 0
_KEEP_ZERO = {
    "arith.negf", "arith.extf", "arith.truncf",
    "math.absf", "math.sqrt", "math.cbrt", "math.sin", "math.tan", "math.asin", "math.atan", "math.sinh", "math.tanh",
    "math.asinh", "math.atanh", "math.erf", "math.expm1", "math.log1p", "math.floor", "math.ceil", "math.trunc",
    "math.round", "math.roundeven",
}  # fmt: skip
_LINEAR = {"arith.negf", "arith.extf", "arith.truncf"}
_SUMS = {"arith.addf": 1, "arith.subf": -1}  # name -> sign of the second operand
_BETWEEN = {"arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"}

ELEMENTWISE = _KEEP_ZERO | set(_SUMS) | _BETWEEN | {"arith.mulf", "arith.divf", "arith.select", "math.fma"}


class Summand(NamedTuple):
    """One of the scalars that are added up, with its sign."""

    value: ir.Value
    sign: int


def is_zero_op(op: ir.Operation, is_zero: Callable[[ir.Value], bool]) -> bool:
    """Whether an elementwise operation gives zero, where those of its operands that `is_zero` knows are zero."""
    name, operands = op.name, list(op.operands)
    if name == "arith.constant":
        return build.is_real(op.results[0].type) and build.constant_of(op.results[0]) == 0
    if name in _KEEP_ZERO:
        return is_zero(operands[0])
    if name == "arith.mulf":
        return is_zero(operands[0]) or is_zero(operands[1])
    if name == "arith.divf":
        return is_zero(operands[0])
    if name in _SUMS or name in _BETWEEN:
        return is_zero(operands[0]) and is_zero(operands[1])
    if name == "arith.select":
        return is_zero(operands[1]) and is_zero(operands[2])
    if name == "math.fma":
        return (is_zero(operands[0]) or is_zero(operands[1])) and is_zero(operands[2])
    return False


def is_zero(value: ir.Value, zeros: Collection[ir.Value]) -> bool:
    """Whether a scalar of a body is zero where the given arguments are."""
    if value in zeros:
        return True
    return not isinstance(value.owner, ir.Block) and is_zero_op(value.owner.operation, lambda v: is_zero(v, zeros))


def reads(value: ir.Value, arguments: Collection[ir.Value]) -> bool:
    """Whether a scalar is computed from one of these arguments of its body."""
    if value in arguments:
        return True
    if isinstance(value.owner, ir.Block):
        return False
    return any(reads(v, arguments) for v in value.owner.operation.operands)


def is_linear(value: ir.Value, arguments: Collection[ir.Value]) -> bool:
    """Whether a scalar is a linear function of these arguments together, other values given."""
    if value in arguments:
        return True
    if is_zero(value, ()):
        return True
    if isinstance(value.owner, ir.Block):
        return False
    op = value.owner.operation
    operands = list(op.operands)
    name = op.name
    if name in _SUMS:
        return all(is_linear(v, arguments) for v in operands)
    if name == "arith.mulf":
        x, y = operands
        return any(is_linear(a, arguments) and not reads(b, arguments) for a, b in ((x, y), (y, x)))
    if name == "arith.divf":
        return is_linear(operands[0], arguments) and not reads(operands[1], arguments)
    if name == "arith.select":
        condition, x, y = operands
        return not reads(condition, arguments) and is_linear(x, arguments) and is_linear(y, arguments)
    return name in _LINEAR and is_linear(operands[0], arguments)


def summands(op: ir.Operation, number: int) -> tuple[bool, list[Summand]] | None:
    """What result `number` of a generic is made of: whether it is added to what the result had, and the terms.

    None for a reduction that is no sum, and for one that reads what it overwrites.
    """
    ins, body = linalg_form.inputs(op), op.regions[0].blocks[0]
    out = body.arguments[ins + number]
    value = list(body.operations)[-1].operands[number]
    if any(True for _ in out.uses):
        if not linalg_form.accumulates(op, number):
            return None
        return True, [s for s in _split(value, 1) if s.value != out]
    return (False, _split(value, 1)) if linalg_form.is_full(maps_of(op)[ins + number]) else None


def maps_of(op: ir.Operation) -> list[ir.AffineMap]:
    """The indexing maps of a structured operation, generic or named."""
    if op.name == "linalg.generic":
        return linalg_form.maps(op)
    from ..mlir import linalg

    return [attribute.value for attribute in linalg.get_indexing_maps(op)]


def _split(value: ir.Value, sign: int) -> list[Summand]:
    if not isinstance(value.owner, ir.Block) and value.owner.operation.name in _SUMS:
        op = value.owner.operation
        left, right = op.operands
        return _split(left, sign) + _split(right, sign * _SUMS[op.name])
    return [Summand(value, sign)]
