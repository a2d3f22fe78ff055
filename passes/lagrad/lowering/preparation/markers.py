"""What only differentiation reads of a program: marks, and requests."""

from __future__ import annotations

from ...ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ...analysis.call_graph import recursive
from ...dialect import GRAD, SEGMENT, STOP_GRADIENT, TANGENT, WHOLE
from ...errors import Failure, error
from ...mlir import ir
from ..interface.c_types import ENTRIES
from ..walk import callee, enclosing_function, walk

REQUESTS = ("pullback", "gradient", "pushforward", "jacobian", "hessian", "hvp")
_FILL = "run lagrad-differentiate first"
_ADVICE = dict.fromkeys((GRAD, TANGENT), _FILL)


def erase_markers(op: ir.Operation) -> None:
    """Drops what only differentiation reads; Failure for derivatives that are wanted and that nobody filled in."""
    entries, inside = _entries(op), list(walk(op))
    called = {callee(child) for child in inside} - {None}
    errors = []
    whole = []
    for child in inside:
        attributes = child.attributes
        for attribute in (PULLBACK, PUSHFORWARD):  # else what they name would be kept
            if attribute in attributes:
                del attributes[attribute]
        if WHOLE in attributes:
            whole.append(child)
        if child.name == STOP_GRADIENT:
            child.results[0].replace_all_uses_with(child.operands[0])
            child.erase()
        elif SEGMENT in attributes and "no_inline" in attributes:
            del attributes["no_inline"]  # it had to stay one function for its derivative only
        elif child.name in _ADVICE:
            errors.append(error(child.location, f"'{child.name}' cannot be lowered; {_ADVICE[child.name]}"))
        elif child.name == "func.func" and (kind := request_kind(child)):
            symbol = ir.StringAttr(child.attributes["sym_name"]).value
            if entries is not None and symbol not in entries | called:
                child.erase()
                continue
            errors.append(
                error(
                    child.location,
                    f"the {kind} @{symbol} has no body yet; run lagrad-differentiate (or lagrad-default) "
                    "before lowering",
                )
            )
    if errors:
        raise Failure(*errors)
    for child in [child for child in whole if _calls_itself(op, enclosing_function(child))]:
        child.results[0].replace_all_uses_with(child.operands[0])  # one-shot bufferization would copy it for each call
        child.erase()


def _calls_itself(module: ir.Operation, function: ir.Operation) -> bool:
    """Whether a private function that stays one calls itself."""
    if not {"no_inline", "sym_visibility"} <= set(function.attributes):
        return False
    name = ir.StringAttr(function.attributes["sym_name"]).value
    return name in recursive(module, name)


def _entries(module: ir.Operation) -> set[str] | None:
    """The functions that are wanted; None for all public ones."""
    if ENTRIES not in module.attributes:
        return None
    return {ir.FlatSymbolRefAttr(entry).value for entry in module.attributes[ENTRIES]}


def request_kind(function: ir.Operation) -> str | None:
    """What a function without a body asks for ("gradient", ...); None if it is no request."""
    for kind in REQUESTS:
        if f"lagrad.{kind}" in function.attributes:
            return kind
    return None
