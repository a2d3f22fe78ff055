"""What the shares of an elementwise rule read, in the derivative: the same for adjoints and for tangents."""

from __future__ import annotations

from math import isfinite

from ... import build
from ...analysis.activity import Activity
from ...analysis.recording.elementwise_reads import function_at_hand, is_narrow, partial_reads
from ...mlir import ir
from ...rules import Partials
from ...scalars import Scalar, call
from ..scope import Scope


def primal_scalars(
    rule: Partials, op: ir.Operation, activity: Activity, scope: Scope, is_later: bool = True
) -> dict[str, Scalar]:
    """By the rule's names for them, the primal values that the shares of the active operands read, which may be
    `is_later` than all of the op's block."""
    operands = dict(zip(rule.operands, op.operands))
    read = {v: scope[v] for v in partial_reads(rule, op, activity, is_later)}
    values = {name: widened(read[v], op, activity.is_constant(v)) for name, v in operands.items() if v in read}
    if op.results[0] in read:
        values["out"] = widened(read[op.results[0]], op)
    elif is_narrow(op) and len(values) == len(operands):
        # The narrow result has lost digits that the derivative needs.
        again = build.emit1(op.name, ir.F32Type.get(), *(values[name].value for name in rule.operands))
        values["out"] = Scalar(again)
    for name, (function, of) in rule.functions.items():
        found = function_at_hand(rule, name, op) if is_later else None
        if found is not None and found in read:
            values[name] = Scalar(read[found])
        elif all(n in values for n in of):
            values[name] = call(function, *(values[n] for n in of))
    return values


def widened(value: ir.Value, op: ir.Operation, constant: bool = False) -> Scalar:
    """A value as the derivative of an operation reads it: that of a narrow float is computed in f32."""
    if is_narrow(op) and isinstance(value.type, ir.FloatType):
        value = build.resize(value, ir.F32Type.get())
    return Scalar(value, constant)


def has_finite_partials(op: ir.Operation) -> bool:
    """Whether the program promises that an operation takes and gives no NaN and no infinity."""
    flags = str(op.attributes["fastmath"]) if "fastmath" in op.attributes else ""
    return "fast>" in flags or "nnan" in flags and "ninf" in flags


def is_number(value: ir.Value) -> bool:
    """Whether a value is a number of the program that makes no infinity of a zero, be it a factor or a divisor."""
    number = build.constant_of(value)
    return number is not None and isfinite(number) and number != 0
