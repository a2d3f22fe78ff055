"""Calls of functions that bring their own derivative.

    func.func private @g(f64) -> f64 attributes {lagrad.custom_pullback = @g_pullback}

They are not inlined. The adjoint of a call is a call of the named function, with the type of
a pullback with respect to every float argument: arguments and cotangents in, gradients out.
`lagrad.custom_pushforward` is the same for forward mode: arguments, each float followed by its
tangent, in, tangents of the float results out. `lagrad.transposes` makes one of the other.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import build
from ...analysis.call_graph import functions, signature
from ...analysis.split import Brought, Split
from ...build import has_derivative
from ...dialect import SECOND_PULLBACK
from ...errors import Failure, error, note
from ...mlir import ir
from ..reverse.sweep import Sweep, adjoint_of
from ..strong_gradients import strong_gradient
from . import split_calls

PULLBACK, PUSHFORWARD = "lagrad.custom_pullback", "lagrad.custom_pushforward"


def custom_pullbacks(module: ir.Operation) -> dict[str, str]:
    """Function -> its own pullback; Failure where one is missing or has the wrong type."""

    def type(inputs: list[ir.Type], results: list[ir.Type]):
        return [*inputs, *filter(has_derivative, results)], [*filter(has_derivative, inputs)]

    return _custom(module, PULLBACK, type)


def known_pullbacks(module: ir.Operation) -> dict[str, str]:
    """The same, and the pullbacks that the compiler has made for pullbacks (`transforms/second_pullbacks.py`)."""
    table = functions(module)
    made = {
        name: function.attributes[SECOND_PULLBACK].value
        for name, function in table.items()
        if SECOND_PULLBACK in function.attributes
    }
    return {**made, **custom_pullbacks(module)}


def custom_pushforwards(module: ir.Operation) -> dict[str, str]:
    """Function -> its own pushforward; Failure as above."""

    def type(inputs: list[ir.Type], results: list[ir.Type]):
        takes = [t for own in inputs for t in ([own, own] if has_derivative(own) else [own])]
        return takes, [*filter(has_derivative, results)]

    return _custom(module, PUSHFORWARD, type)


def _custom(module: ir.Operation, attribute: str, type: Callable) -> dict[str, str]:
    kind, table = attribute.removeprefix("lagrad.custom_"), functions(module)
    found, errors = {}, []
    for name, function in table.items():
        if attribute not in function.attributes:
            continue
        reference = function.attributes[attribute]
        if not isinstance(reference, ir.FlatSymbolRefAttr) or reference.value not in table:
            errors.append(
                error(function.location, f"'{attribute}' of @{name} names no function of this module: {reference}")
            )
            continue
        takes, gives = type(*signature(function))
        own = table[reference.value]
        if signature(own) != (takes, gives):
            errors.append(
                error(
                    own.location,
                    f"@{reference.value} does not have the type of the {kind} of @{name}: "
                    f"expected {ir.FunctionType.get(takes, gives)}, found {ir.FunctionType.get(*signature(own))}",
                    note(function.location, f"@{name} names it as its '{attribute}'"),
                )
            )
        found[name] = reference.value
    if errors:
        raise Failure(*errors)
    return found


@adjoint_of("func.call")
def call_adjoint(op: ir.Operation, sweep: Sweep) -> None:
    """Calls the callee's own pullback and adds what it gives."""
    own: Split | Brought = sweep.program.derivatives[op.attributes["callee"].value]
    if isinstance(own, Split):
        split_calls.adjoint(op, own, sweep)
        return
    operands = list(op.operands)
    cotangents = [
        sweep.zeros(result) if (ct := sweep.take(result)) is None else ct
        for result in op.results
        if has_derivative(result.type)
    ]
    differentiated = [v for v in operands if has_derivative(v.type)]
    gradients = build.emit(
        "func.call",
        [v.type for v in differentiated],
        [*(sweep.value(v) for v in operands), *cotangents],
        callee=ir.FlatSymbolRefAttr.get(own.pullback),
    )
    doubted = any(sweep.plan.activity.is_strong(r) for r in op.results if has_derivative(r.type))
    for value, gradient in zip(differentiated, gradients):
        if sweep.is_active(value):
            sweep.add(value, strong_gradient(cotangents, gradient, sweep.sizes(value)) if doubted else gradient)
