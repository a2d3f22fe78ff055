"""Calls of functions that bring their own derivative.

    func.func private @g(f64) -> f64 attributes {lagrad.custom_pullback = @g_pullback}

They are not inlined. The adjoint of a call is a call of the named function, with the type of
a pullback with respect to every float argument: arguments and cotangents in, gradients out.
"""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import functions, signature
from ..build import has_derivative
from ..errors import Failure, error, note
from ..mlir import ir
from .sweep import Sweep

PULLBACK = "lagrad.custom_pullback"


def custom_pullbacks(module: ir.Operation) -> dict[str, str]:
    """Function -> its own pullback; Failure where one is missing or has the wrong type."""
    table = functions(module)
    found, errors = {}, []
    for name, function in table.items():
        if PULLBACK not in function.attributes:
            continue
        reference = function.attributes[PULLBACK]
        if not isinstance(reference, ir.FlatSymbolRefAttr) or reference.value not in table:
            errors.append(
                error(function.location, f"'{PULLBACK}' of @{name} names no function of this module: {reference}")
            )
            continue
        inputs, results = signature(function)
        takes = [*inputs, *(t for t in results if has_derivative(t))]
        gives = [t for t in inputs if has_derivative(t)]
        own = table[reference.value]
        if signature(own) != (takes, gives):
            errors.append(
                error(
                    own.location,
                    f"@{reference.value} does not have the type of the pullback of @{name}: "
                    f"expected {ir.FunctionType.get(takes, gives)}, found {ir.FunctionType.get(*signature(own))}",
                    note(function.location, f"@{name} names it as its '{PULLBACK}'"),
                )
            )
        found[name] = reference.value
    if errors:
        raise Failure(*errors)
    return found


def call_adjoint(op: ir.Operation, sweep: Sweep) -> None:
    """Calls the callee's own pullback and adds what it gives."""
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
        callee=ir.FlatSymbolRefAttr.get(sweep.program.pullbacks[op.attributes["callee"].value]),
    )
    for value, gradient in zip(differentiated, gradients):
        if sweep.is_active(value):
            sweep.add(value, gradient)
