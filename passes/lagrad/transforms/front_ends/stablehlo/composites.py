"""Composites, of which `jax.export` makes CHLO's operations: each is that operation again, or a call of its parts."""

from __future__ import annotations

from .... import build
from ....analysis.call_graph import functions
from ....analysis.program import walk
from ....mlir import ir


def convert(module: ir.Operation) -> None:
    """Replaces composites. The functions that say what they are made of go with the last one."""
    composites = [op for op in walk(module) if op.name == "stablehlo.composite"]
    for op in composites:
        with op.location, ir.InsertionPoint(op):
            new = _named(op) or _call(op)
        for old, result in zip(op.results, new):
            old.replace_all_uses_with(result)
    parts = {ir.FlatSymbolRefAttr(op.attributes["decomposition"]).value for op in composites}
    for op in composites:
        op.erase()
    called = {ir.FlatSymbolRefAttr(op.attributes["callee"]).value for op in walk(module) if op.name == "func.call"}
    for name, function in functions(module).items():
        if name in parts - called and str(function.attributes.get("sym_visibility")) == '"private"':
            function.erase()


def _named(op: ir.Operation) -> list[ir.Value] | None:
    """The results of the operation that a composite is called after, if the context has one that takes this."""
    name = ir.StringAttr(op.attributes["name"]).value
    if not name.startswith("chlo.") or not op.context.is_registered_operation(name):
        return None
    given = {each.name: each.attr for each in op.attributes.get("composite_attributes", [])}
    types = [result.type for result in op.results]
    new = ir.Operation.create(name, results=types, operands=list(op.operands), attributes=given)
    try:
        new.verify()
    except ir.MLIRError:
        new.erase()
        return None
    return list(new.results)


def _call(op: ir.Operation) -> list[ir.Value]:
    types = [result.type for result in op.results]
    callee = ir.FlatSymbolRefAttr(op.attributes["decomposition"])
    return build.emit("func.call", types, list(op.operands), callee=callee)
