"""Functions that are called, and nothing else, so that what they take and give may change."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis.call_graph import is_public, symbol
from ...dialect import RESTRICT
from ...mlir import ir
from ..walk import callee, walk


@dataclass
class Function:
    """A function, and all calls of it."""

    op: ir.Operation
    calls: list[ir.Operation]

    @property
    def entry(self) -> ir.Block:
        return self.op.regions[0].blocks[0]

    def retype(self, results: list[ir.Type] | None = None) -> None:
        """The type that the arguments, and the results if they change, have."""
        type = ir.FunctionType(ir.TypeAttr(self.op.attributes["function_type"]).value)
        inputs = [argument.type for argument in self.entry.arguments]
        attributes = list(ir.ArrayAttr(self.op.attributes["arg_attrs"])) if "arg_attrs" in self.op.attributes else []
        attributes += [ir.DictAttr.get({})] * (len(type.inputs) - len(attributes))
        alone = ir.DictAttr.get({RESTRICT: ir.UnitAttr.get()})  # as a result is
        attributes += [alone] * (len(inputs) - len(attributes))
        self.op.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
        gives = type.results if results is None else results
        self.op.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, gives))


def only_called(module: ir.Operation) -> dict[str, Function]:
    """The private functions of one block that are called, and nothing else."""
    views = [view.operation for view in module.regions[0].blocks[0].operations if view.operation.name == "func.func"]
    found = {
        symbol(op): Function(op, [])
        for op in views
        if not is_public(op) and len(list(op.regions[0].blocks)) == 1 and "res_attrs" not in op.attributes
    }
    for op in walk(module) if found else ():
        if op.name == "func.call" and callee(op) in found:
            found[callee(op)].calls.append(op)
        elif op.name == "func.constant":
            found.pop(callee(op), None)
    return {name: function for name, function in found.items() if function.calls}
