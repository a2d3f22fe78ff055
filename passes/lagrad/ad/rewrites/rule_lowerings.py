"""Operations of rules said with what they are made of, for code."""

from __future__ import annotations

from ...analysis.walk import by_name, walk
from ...errors import Failure, error, note
from ...mlir import ir
from ...rules import LOWERINGS, is_foreign
from ...rules.implicit import ROOT
from .rule_forms import elementwise, is_elementwise, replace, replace_all


def lower_rules(module: ir.Operation) -> None:
    """Replaces operations of rules until there are none. Failure for those that have no lowering, or none that ends."""
    if not any(name in LOWERINGS or is_foreign(name) for name in by_name(module)):
        return
    replace_all(module, lambda op: op.name in LOWERINGS or is_elementwise(op), _lower)
    if roots := [op for op in walk(module) if op.name == ROOT]:
        told = f"'{ROOT}' takes the Jacobian of its region: run lagrad-differentiate first"
        raise Failure(*(error(op.location, told) for op in roots))
    left = [op for op in walk(module) if is_foreign(op.name) and not op.name.startswith("lagrad.")]
    if left:
        advice = note(None, "register one with lowering (docs/rules.md), or run a pass of yours that lowers it before")
        raise Failure(*(error(op.location, f"no lowering for '{op.name}'", advice) for op in left))


def _lower(op: ir.Operation) -> bool:
    """Whether an operation could be replaced; an elementwise one on tensors is by one on scalars."""
    return replace(op, elementwise if is_elementwise(op) else LOWERINGS[op.name])
