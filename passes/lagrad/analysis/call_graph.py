"""The functions of a module, their types, and who calls whom."""

from __future__ import annotations

from ..mlir import ir
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


def calls(function: ir.Operation) -> list[str]:
    """Names of the functions that a function calls, in order, each once."""
    return list(
        dict.fromkeys(
            op.attributes["callee"].value for op in walk(function) if op.name == "func.call"
        )
    )


def cycle(module: ir.Operation, name: str) -> list[str] | None:
    """The shortest way from a function back to itself along calls, or None."""
    table, ways = functions(module), [[name]]
    seen: set[str] = set()
    for way in ways:
        for callee in calls(table[way[-1]]) if way[-1] in table else []:
            if callee == name:
                return [*way, name]
            if callee not in seen:
                seen.add(callee)
                ways.append([*way, callee])
    return None


def reachable(module: ir.Operation, name: str) -> list[str]:
    """The functions that a function calls, directly or not, itself left out."""
    table, found, work = functions(module), {}, [name]
    while work:
        here = work.pop()
        for callee in calls(table[here]) if here in table else []:
            if callee not in found:
                found[callee] = None
                work.append(callee)
    return [callee for callee in found if callee != name]
