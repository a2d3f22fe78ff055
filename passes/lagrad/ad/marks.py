"""`lagrad.inactive` on functions, arguments and operations, turned into `lagrad.stop_gradient`.

An attribute dies with the operation that canonicalization replaces; an operation does not.
"""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import functions
from ..analysis.program import walk
from ..build import has_derivative
from ..dialect import STOP_GRADIENT
from ..mlir import ir

INACTIVE = "lagrad.inactive"


def stop_inactive(module: ir.Operation) -> None:
    """Puts a stop behind everything that is marked inactive in a module, and takes the marks off."""
    table = functions(module)
    silent = {name for name, function in table.items() if INACTIVE in function.attributes}
    for function in table.values():
        if list(function.regions[0].blocks):
            _stop_arguments(function)
        for op in [op for op in walk(function) if op.results]:
            callee = op.attributes["callee"].value if op.name == "func.call" else None
            if INACTIVE in op.attributes or callee in silent:
                with op.location, ir.InsertionPoint.after(op):
                    for result in op.results:
                        _stop(result)
                if INACTIVE in op.attributes:
                    del op.attributes[INACTIVE]


def _stop_arguments(function: ir.Operation) -> None:
    attributes = function.attributes.get("arg_attrs")
    if attributes is None:
        return
    block = function.regions[0].blocks[0]
    kept = []
    with ir.InsertionPoint.at_block_begin(block):
        for argument, own in zip(block.arguments, attributes):
            if INACTIVE in own:
                with argument.location:
                    _stop(argument)
            kept.append(ir.DictAttr.get({a.name: a.attr for a in own if a.name != INACTIVE}))
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(kept)


def _stop(value: ir.Value) -> None:
    """Lets every use of a float read it through a stop, built at the insertion point."""
    if has_derivative(value.type):
        stopped = build.emit1(STOP_GRADIENT, value.type, value)
        value.replace_all_uses_except(stopped, [stopped.owner.operation])
