"""The functions of a module, their types, and who calls whom."""

from __future__ import annotations

from ..mlir import ir
from ..rules.implicit import FIXED_POINT, ROOT
from .program import walk


def symbol(function: ir.Operation) -> str:
    return ir.StringAttr(function.attributes["sym_name"]).value


def functions(module: ir.Operation) -> dict[str, ir.Operation]:
    """The functions of a module by name, in order."""
    return {
        symbol(view.operation): view.operation
        for view in module.regions[0].blocks[0].operations
        if view.operation.name == "func.func"
    }


def signature(function: ir.Operation) -> tuple[list[ir.Type], list[ir.Type]]:
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    return list(type.inputs), list(type.results)


def is_declaration(function: ir.Operation) -> bool:
    return not list(function.regions[0].blocks)


def is_public(symbol: ir.Operation) -> bool:
    """Is it there for other modules? MLIR spells that `public`, or not at all; there is `private` and `nested` too."""
    visibility = symbol.attributes.get("sym_visibility")
    return visibility is None or ir.StringAttr(visibility).value == "public"


def callee(call: ir.Operation) -> ir.Operation | None:
    """The function that a `func.call` names; None where the module does not have it."""
    module = call.parent
    while module.operation.name != "builtin.module":
        module = module.operation.parent
    return functions(module.operation).get(call.attributes["callee"].value)


# What names a function, and by which attribute.
NAMING = {"func.call": "callee", "func.constant": "value", FIXED_POINT: "F", ROOT: "F"}


def calls(function: ir.Operation) -> list[str]:
    """Names of the functions that a function calls, or may call indirectly, in order, each once."""
    named = [op.attributes.get(NAMING[op.name]) for op in walk(function) if op.name in NAMING]
    return list(dict.fromkeys(name.value for name in named if name is not None))


def recursive(module: ir.Operation, name: str) -> list[str]:
    """Of a function and all that it calls, directly or not, those that call themselves, directly or not, in order."""
    graph = _leading_to_cycles(_graph(module, name))
    return [here for here in graph if here in _behind(graph, here)]


def _leading_to_cycles(graph: dict[str, list[str]]) -> dict[str, list[str]]:
    """The functions from which calls can go on for ever, found in time linear in the calls: the others end."""
    callers: dict[str, list[str]] = {here: [] for here in graph}
    open_calls = {here: 0 for here in graph}
    for here, called in graph.items():
        for other in (other for other in called if other in graph):
            callers[other].append(here)
            open_calls[here] += 1
    ending = [here for here, count in open_calls.items() if not count]
    for here in ending:
        for caller in callers[here]:
            open_calls[caller] -= 1
            if not open_calls[caller]:
                ending.append(caller)
    return {here: called for here, called in graph.items() if open_calls[here]}


def mutual(module: ir.Operation, name: str) -> list[str]:
    """A function that calls itself, and those that it calls that call it, directly or not."""
    graph = _graph(module, name)
    return [here for here in graph if here in _behind(graph, name) and name in _behind(graph, here)]


def _behind(graph: dict[str, list[str]], name: str) -> set[str]:
    """What can be reached from a function by at least one call."""
    found, work = set(graph[name]), list(graph[name])
    while work:
        more = [other for other in graph.get(work.pop(), ()) if other not in found]
        found.update(more)
        work += more
    return found


def reachable(module: ir.Operation, name: str) -> list[str]:
    """The functions that a function calls, directly or not, itself left out."""
    return [callee for callee in _calls_behind(module, name) if callee != name]


def _graph(module: ir.Operation, name: str) -> dict[str, list[str]]:
    """What a function of the module calls, and each of those that it calls, directly or not."""
    return {here: called for here, called in _calls_behind(module, name).items() if called is not None}


def _calls_behind(module: ir.Operation, name: str) -> dict[str, list[str] | None]:
    """The same with those that the module does not have: None for what they call."""
    table, work = functions(module), [name]
    found: dict[str, list[str] | None] = {name: None}
    while work:
        here = work.pop()
        if here in table:
            found[here] = called = calls(table[here])
            new = [callee for callee in called if callee not in found]
            found.update(dict.fromkeys(new))
            work += new
    return found
