"""The requests of a module, checked, in the order in which they can be filled."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

from .. import build
from ..analysis.call_graph import functions, is_declaration, reachable, signature
from ..analysis.request import Request
from ..dialect import SECOND_PULLBACK
from ..errors import Failure, error, note
from ..mlir import ir
from .checks import (
    check_directions,
    check_results,
    check_signature,
    check_words,
    defined_here,
    own_words,
    unknown_function,
    wrt_of,
)
from .kinds import KINDS, is_one_hot


def collect(module: ir.Operation) -> list[Request]:
    """The requests of a module in the order in which they can be filled; all errors at once."""
    table = functions(module)
    requests, errors = {}, []
    for name, function in table.items():
        try:
            if request := _read(name, function, table):
                requests[name] = request
        except Failure as failure:
            errors += failure.diagnostics
    if errors:
        raise Failure(*errors)
    return _ordered(module, requests)


def named(module: ir.Operation, names: list[str]) -> list[Request]:
    """The requests of these names, whatever else the module asks for."""
    table = functions(module)
    return [_read(name, table[name], table) for name in names]


def modules_inside(module: ir.Operation) -> list[ir.Operation]:
    """The modules directly inside a module, which have functions and requests of their own."""
    views = module.regions[0].blocks[0].operations
    return [view.operation for view in views if view.operation.name == "builtin.module"]


def _read(name: str, function: ir.Operation, table: dict) -> Request | None:
    """The request that a function is; None if it is none."""
    asked = _asked(name, function)
    if asked is None:
        return None
    kind, primal = asked
    check_words(name, function, kind)
    location = function.location
    if not is_declaration(function):
        raise Failure(
            error(location, f"@{name} asks for a {kind} but has a body; the compiler writes it, so leave it out")
        )
    if primal not in table:
        raise Failure(error(location, unknown_function(primal, list(table))))
    definition = table[primal]
    inputs, results = signature(definition)
    if wide := [t for t in (*inputs, *results) if str(build.element(t)) in ("f80", "f128")]:
        raise Failure(
            error(
                location,
                f"cannot differentiate @{primal}, which has the type {wide[0]} in its signature: "
                "floats of 80 and 128 bits have no derivatives",
                defined_here(primal, definition),
            )
        )
    wrt = wrt_of(name, function, primal, definition, inputs)
    check_results(kind, function, primal, definition)
    own = own_words(name, function)
    request = Request(
        kind="gradient" if kind == "value_and_grad" else kind,
        function=function,
        name=name,
        primal=primal,
        wrt=wrt,
        with_primal="lagrad.with_primal" in function.attributes or kind == "value_and_grad",
        compressed="lagrad.compressed" in function.attributes,
        one_hot=is_one_hot(own),
        **{word: value for word, value in own.items() if word not in ("cotangent", "tangent")},
    )
    check_directions(request, definition)
    check_signature(request, definition)
    return request


def _asked(name: str, function: ir.Operation) -> tuple[str, str] | None:
    """The kind of derivative that a function asks for, and of what function."""
    asked = [kind for kind in KINDS if f"lagrad.{kind}" in function.attributes]
    location = function.location
    if not asked:
        if "lagrad.wrt" in function.attributes:
            raise Failure(
                error(
                    location,
                    f"@{name} has 'lagrad.wrt' but does not say which derivative; "
                    "add lagrad.pullback = @f or lagrad.gradient = @f",
                )
            )
        return None
    if len(asked) > 1:
        raise Failure(error(location, f"@{name} asks for {' and '.join(asked)}; ask for one a declaration"))
    (kind,) = asked
    reference = function.attributes[f"lagrad.{kind}"]
    if not isinstance(reference, ir.FlatSymbolRefAttr):
        raise Failure(error(location, f"'lagrad.{kind}' names a function, as in lagrad.{kind} = @f, not {reference}"))
    return kind, reference.value


def _ordered(module: ir.Operation, requests: dict[str, Request]) -> list[Request]:
    graph, table = {}, functions(module)
    for name, request in requests.items():
        behind = [request.primal]
        for here in behind:  # grows
            more = [*reachable(module, here), *_own_derivatives(table.get(here))]
            more += [requests[here].primal] if here in requests else []
            behind += [other for other in more if other not in behind]
        graph[name] = [other for other in behind if other in requests and other != name]
        if request.primal == name or name in reachable(module, request.primal):
            graph[name].append(name)
    try:
        return [requests[name] for name in TopologicalSorter(graph).static_order()]
    except CycleError as cycle:
        names = cycle.args[1]
        raise Failure(
            error(
                requests[names[0]].function.location,
                "these derivatives ask for each other: " + " -> ".join(f"@{n}" for n in reversed(names)),
                *(note(requests[n].function.location, f"@{n} is requested here") for n in names[1:-1]),
            )
        ) from None


def _own_derivatives(function: ir.Operation | None) -> list[str]:
    """The derivatives that a function brings."""
    names = ("lagrad.custom_pullback", "lagrad.custom_pushforward", SECOND_PULLBACK)
    return [] if function is None else [function.attributes[n].value for n in names if n in function.attributes]
