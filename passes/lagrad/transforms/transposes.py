"""The derivative of one mode that a function brings, transposed for the other mode.

A custom pullback is linear in its cotangents, and a custom pushforward in its tangents. The
pullback of either with respect to these, wherever they are, is the other one:

    func.func @g(f64) -> f64 attributes {lagrad.custom_pullback = @g_pullback}

gets a `lagrad.custom_pushforward` that calls the pullback of @g_pullback with respect to its
cotangent. So both modes have the derivative that the program states, also of a function whose
body says something else. Where the derivative that is brought has no body, there is nothing
to transpose, and the function's own body is differentiated.
"""

from __future__ import annotations

from .. import build, requests
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD, custom_pullbacks, custom_pushforwards
from ..ad.calls.single_run import require_pure
from ..analysis.call_graph import functions, is_declaration, reachable, signature
from ..build import has_derivative
from ..errors import Report
from ..mlir import ir

_FORWARD = {"pushforward", "hvp", "hessian", "jacobian"}  # kinds that may run forwards
_REVERSE = set(requests.KINDS) - {"pushforward"}


def declare_transposes(module: ir.Operation, report: Report) -> None:
    """Gives functions that bring a derivative of one mode that of the other, where it is asked for."""
    pullbacks, pushforwards = custom_pullbacks(module), custom_pushforwards(module)
    if pullbacks.keys() == pushforwards.keys():
        return
    asked = requests.collect(module)
    for kinds, have, lack, attribute, write in (
        (_FORWARD, pullbacks, pushforwards, PUSHFORWARD, _write_pushforward),
        (_REVERSE, pushforwards, pullbacks, PULLBACK, _write_pullback),
    ):
        names = reached(module, [r.primal for r in asked if r.kind in kinds])
        for name in [name for name in names if name in have and name not in lack]:
            table = functions(module)
            function, given = table[name], table[have[name]]
            if not is_declaration(given) or requests.primals_of(given):
                own = write(module, name, have[name])
                function.attributes[attribute] = ir.FlatSymbolRefAttr.get(own)
            elif not is_declaration(function):
                report.warning(
                    function.location,
                    f"the body of @{name} is differentiated for '{attribute}', which it lacks: "
                    f"@{have[name]} has no body "
                    "that could be transposed",
                )


def reached(module: ir.Operation, names: list[str]) -> list[str]:
    """Functions, the primals of those that are requests, what they and their derivatives call, and so on."""
    table, own = functions(module), [custom_pullbacks(module), custom_pushforwards(module)]
    for name in names:  # grows
        more = [*requests.primals_of(table[name]), *reachable(module, name)] if name in table else []
        more += [brought[name] for brought in own if name in brought]
        names += [other for other in more if other not in names]
    return names


def _write_pushforward(module: ir.Operation, name: str, pullback: str) -> str:
    inputs, results = signature(functions(module)[name])
    takes = [t for own in inputs for t in ([own, own] if has_derivative(own) else [own])]
    transpose = _declare(module, pullback, range(len(inputs), len(inputs) + sum(map(has_derivative, results))))
    own, entry = _function(module, f"{name}_pushforward", takes, [*filter(has_derivative, results)], transpose)
    with ir.InsertionPoint(entry), entry.owner.location:
        primal, tangents, rest = [], [], iter(entry.arguments)
        for value in rest:
            primal.append(value)
            if has_derivative(value.type):
                tangents.append(next(rest))
        cotangents = _zeros_like_results(module, name, primal, results)
        _return_call(transpose, [*primal, *cotangents, *tangents], [*filter(has_derivative, results)])
    return own


def _write_pullback(module: ir.Operation, name: str, pushforward: str) -> str:
    inputs, results = signature(functions(module)[name])
    floats = [*filter(has_derivative, inputs)]
    places, place = [], 0
    for own in inputs:
        if has_derivative(own):
            place += 1
            places.append(place)
        place += 1
    transpose = _declare(module, pushforward, places)
    takes = [*inputs, *filter(has_derivative, results)]
    own, entry = _function(module, f"{name}_pullback", takes, floats, transpose)
    with ir.InsertionPoint(entry), entry.owner.location:
        primal, cotangents = list(entry.arguments)[: len(inputs)], list(entry.arguments)[len(inputs) :]
        given = []
        for value in primal:
            given.append(value)
            if has_derivative(value.type):
                given.append(build.zeros(value.type, build.sizes_of(value)))
        _return_call(transpose, [*given, *cotangents], floats)
    return own


def _declare(module: ir.Operation, linear: str, wrt) -> str:
    """Asks for the pullback of a derivative with respect to what it is linear in."""
    name = requests.fresh_name(module, f"{linear}_transposed")
    requests.declare(module, "pullback", linear, list(wrt), name, functions(module)[linear].location)
    return name


def _function(module: ir.Operation, wanted: str, takes: list, gives: list, beside: str) -> tuple[str, ir.Block]:
    name, location = requests.fresh_name(module, wanted), functions(module)[beside].location
    with location, ir.InsertionPoint(module.regions[0].blocks[0]):
        return name, build.entry(build.private_function(name, takes, gives))


def _zeros_like_results(
    module: ir.Operation, name: str, arguments: list[ir.Value], types: list[ir.Type]
) -> list[ir.Value]:
    floats = [n for n, t in enumerate(types) if has_derivative(t)]
    if all(build.DYNAMIC not in build.shape_of(types[n]) for n in floats):
        return [build.zeros(types[n], build.shape_of(types[n])) for n in floats]
    why = "the size of a result, for the transpose of a custom pullback,"
    require_pure(module, name, functions(module)[name].location, why)
    results = build.emit("func.call", types, arguments, callee=ir.FlatSymbolRefAttr.get(name))
    return [build.zeros(types[n], build.sizes_of(results[n])) for n in floats]


def _return_call(callee: str, arguments: list[ir.Value], types: list[ir.Type]) -> None:
    build.emit("func.return", [], build.emit("func.call", types, arguments, callee=ir.FlatSymbolRefAttr.get(callee)))
