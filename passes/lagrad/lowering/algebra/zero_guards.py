"""Guards of quotients 0/0 that take one choice, where the sign of a zero does not count."""

from __future__ import annotations

from ...build import constant_of
from ...mlir import ir
from ..arithmetic.set_fastmath import flags_of

_EQUAL, _ORDERED = 1, 7  # predicates of arith.cmpf
_THROUGH = {"arith.mulf", "arith.divf", "arith.negf"}  # of a zero in the first operand: zero or NaN
_DEEP = 8  # operations between a cotangent and its quotient


def choice_of_guard(op: ir.Operation) -> ir.Value | None:
    """What may stand for `op`, a guard `q == q ? q : (u == 0 ? 0 : q)`, but for the sign of a zero: its second choice.

    The rules of derivatives write it so that a cotangent `u` which is zero stays zero where it meets an infinite
    factor. Of `u == 0 ? 0 : q` a number `q` is another one if it is there where `u` is zero. So None, unless `q` is `u`
    times or over something, and may be rounded in another way: it has fast-math flags.
    """
    if op.name != "arith.select":
        return None
    number, q, other = op.operands
    if _compared(number, _EQUAL, _ORDERED) != (q, q) or _made_by(other) != "arith.select":
        return None
    is_zero, zero, same = other.owner.operation.operands
    u, nothing = _compared(is_zero, _EQUAL) or (None, None)
    if same != q or u is None or not (_is_zero(zero) and _is_zero(nothing)):
        return None
    return other if _vanishes_with(q, u) else None


def _made_by(value: ir.Value) -> str:
    return "" if isinstance(value.owner, ir.Block) else value.owner.operation.name


def _compared(value: ir.Value, *predicates: int) -> tuple[ir.Value, ir.Value] | None:
    """The two that a comparison of floats is of, if it is one by such a predicate."""
    if _made_by(value) != "arith.cmpf":
        return None
    op = value.owner.operation
    return tuple(op.operands) if ir.IntegerAttr(op.attributes["predicate"]).value in predicates else None


def _is_zero(value: ir.Value) -> bool:
    return constant_of(value) == 0.0


def _vanishes_with(q: ir.Value, u: ir.Value) -> bool:
    """Is `q` a product or a quotient that is zero, or no number, wherever `u` is zero?"""
    if "contract" not in (flags_of(q.owner.operation) if _made_by(q) in _THROUGH else ()):
        return False
    reached = [q]
    for _ in range(_DEEP):
        if u in reached:
            return True
        makers = [v.owner.operation for v in reached if _made_by(v) in _THROUGH]
        reached = [v for op in makers for v in list(op.operands)[: 2 if op.name == "arith.mulf" else 1]]
    return False
