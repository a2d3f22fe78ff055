"""Indices as sums of others, and what follows about them from the loops that they count."""

from __future__ import annotations

from .. import build
from ..mlir import ir

Form = dict[ir.Value | None, int]  # value -> factor; None: the constant
_DEPTH = 12  # of a proof: a chain of loops and maxima is not longer in practice


def form_of(number: ir.Value | int) -> Form:
    """An index as a sum of values that are no sums."""
    if isinstance(number, int):
        return {None: number}
    if isinstance(constant := build.constant_of(number), int):
        return {None: constant}
    if not isinstance(number.owner, ir.Block):
        op = number.owner.operation
        match op.name:
            case "arith.addi":
                return plus(form_of(op.operands[0]), form_of(op.operands[1]))
            case "arith.subi":
                return plus(form_of(op.operands[0]), form_of(op.operands[1]), -1)
    return {number: 1, None: 0}


def plus(one: Form, other: Form, factor: int = 1) -> Form:
    total = dict(one)
    for value, count in other.items():
        total[value] = total.get(value, 0) + factor * count
    return {value: count for value, count in total.items() if value is None or count}


def is_nonnegative(form: Form, depth: int = _DEPTH) -> bool:
    """Whether a sum of indices is zero or more for certain."""
    values = [value for value in form if value is not None]
    if not values:
        return form.get(None, 0) >= 0
    if depth == 0:
        return False
    for value in values:
        factor = form[value]
        for bound in _bounds(value, below=factor > 0):
            if is_nonnegative(
                plus({v: n for v, n in form.items() if v is None or v != value}, bound, factor), depth - 1
            ):
                return True
    return False


def _bounds(value: ir.Value, below: bool) -> list[Form]:
    """Sums that a value is never less than, or never more than."""
    if isinstance(value.owner, ir.Block):
        loop = value.owner.owner.operation
        if loop.name == "scf.for" and ir.BlockArgument(value).arg_number == 0:
            step = build.constant_of(loop.operands[2])
            if isinstance(step, int) and step > 0:
                return [form_of(loop.operands[0])] if below else [plus(form_of(loop.operands[1]), {None: -1})]
        return []
    op = value.owner.operation
    if op.name == ("arith.maxsi" if below else "arith.minsi"):
        return [form_of(v) for v in op.operands]
    if op.name == "tensor.dim" and below:
        return [{None: 0}]
    return []
