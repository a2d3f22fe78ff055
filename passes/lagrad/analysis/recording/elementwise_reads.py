"""What the adjoint of an elementwise operation reads: operands, the result, or functions that the program has."""

from __future__ import annotations

from ...mlir import ir
from ...rules import Partials
from ..activity import Activity

NARROW = 32  # floats with fewer bits are differentiated in f32, and so are their results


def partial_reads(rule: Partials, op: ir.Operation, activity: Activity, is_later: bool = True) -> list[ir.Value]:
    """The primal values that the active adjoints of an elementwise op read, where all of its block has run.

    The tangents of an op, which is not `is_later`, read what has run before it.
    """
    operands = dict(zip(rule.operands, op.operands))
    keys: dict[ir.Value, None] = {}
    for name in rule.adjoints:
        if activity.is_active(operands[name]):
            for read in rule.reads(name):
                if read in rule.functions:
                    found = function_at_hand(rule, read, op) if is_later else None
                    of = [operands[n] for n in rule.functions[read][1]]
                    keys.update(dict.fromkeys(of if found is None else [found]))
                elif read != "out":
                    keys[operands[read]] = None
                elif is_narrow(op):
                    keys.update(dict.fromkeys(op.operands))
                else:
                    keys[op.results[0]] = None
    return list(keys)


def function_at_hand(rule: Partials, name: str, op: ir.Operation) -> ir.Value | None:
    """The value of a function that the rule of an op reads, if the block of the op has it: the cosine of a sine."""
    function, names = rule.functions[name]
    operands = [op.operands[rule.operands.index(n)] for n in names]
    if is_narrow(op):
        return None
    users = [use.owner.operation for use in operands[0].uses]
    twins = [user for user in users if user.name == function and user.block == op.block]
    return next((twin.results[0] for twin in twins if list(twin.operands) == operands), None)


def is_narrow(op: ir.Operation) -> bool:
    type = op.results[0].type
    return isinstance(type, ir.FloatType) and type.width < NARROW
