"""A function and what it calls, copied into a module of its own.

Upstream's passes run on modules, and free what handles of operations point to.
"""

from __future__ import annotations

from collections.abc import Container

from ...analysis.call_graph import functions, symbol
from ...analysis.effects import pure_functions
from ...analysis.program import walk
from ...dialect import CHECKPOINT, NO_DERIVATIVE, PURE
from ...mlir import ir
from .marks import INACTIVE


def isolate(function: ir.Operation, callees: list[ir.Operation], opaque: Container[str]) -> ir.Module:
    """A module with copies of a function and of all that it calls; `opaque` ones without their bodies.

    The copy of the function is called as `root_name` says.
    """
    module = module_like(function)
    named = {name for original in (function, *callees) for name in function_constants(original)}
    root = root_name(function, opaque)
    itself = [] if root == symbol(function) else [function]
    closed = {symbol(callee) for callee in (*itself, *callees) if symbol(callee) in opaque}
    pure = pure_functions(function.parent.operation) if closed else set()
    for original in (function, *itself, *callees):
        is_root = original == function and root not in functions(module.operation)
        with ir.InsertionPoint(module.body):
            if symbol(original) in opaque and not is_root:
                copy = _declaration(original)
                if symbol(original) in pure:
                    copy.attributes[PURE] = ir.UnitAttr.get()
                for word in (CHECKPOINT, NO_DERIVATIVE):
                    if word in original.attributes:
                        copy.attributes[word] = original.attributes[word]
            else:
                copy = original.clone(ip=ir.InsertionPoint.current).operation
        dropped = ["no_inline", "lagrad.tape"]
        # Nobody calls these copies, and `inline` erases private functions without callers.
        if is_root or symbol(original) in named:
            dropped.append("sym_visibility")
        for name in dropped:
            if name in copy.attributes:
                del copy.attributes[name]
        if is_root:
            copy.attributes["sym_name"] = ir.StringAttr.get(root, module.context)
    return module


def root_name(function: ir.Operation, opaque: Container[str]) -> str:
    """The name of the copy of a function, which may itself be one that it calls and that is not looked into."""
    name = symbol(function)
    return f"{name}.itself" if name in opaque else name


def module_like(function: ir.Operation) -> ir.Module:
    """A module with what the function's own has beside functions: words of its own, constant data, kernels."""
    around = function.parent.operation.attributes
    with function.location:
        module = ir.Module.create()
    for name in around:
        if name not in ("sym_name", "sym_visibility"):
            module.operation.attributes[name] = around[name]
    with ir.InsertionPoint(module.body):
        for original in _globals(function):
            original.clone(ip=ir.InsertionPoint.current)
    return module


def function_named(module: ir.Module, name: str) -> ir.Operation:
    for view in module.body.operations:
        op = view.operation
        if op.name == "func.func" and ir.StringAttr(op.attributes["sym_name"]).value == name:
            return op
    raise KeyError(name)


def _globals(function: ir.Operation) -> list[ir.Operation]:
    """What has a name in the function's module and is no function: constant data, kernels."""
    around = [view.operation for view in function.parent.operation.regions[0].blocks[0].operations]
    return [op for op in around if "sym_name" in op.attributes and op.name not in ("func.func", "builtin.module")]


def function_constants(op: ir.Operation) -> list[str]:
    """The functions that are values in an operation."""
    return [child.attributes["value"].value for child in walk(op) if child.name == "func.constant"]


def _declaration(function: ir.Operation) -> ir.Operation:
    attributes = {name: function.attributes[name] for name in ("sym_name", "function_type")}
    attributes["sym_visibility"] = ir.StringAttr.get("private", function.context)
    with function.location:
        declared = ir.Operation.create("func.func", attributes=attributes, regions=1)
    if INACTIVE in function.attributes:
        declared.attributes[INACTIVE] = function.attributes[INACTIVE]
    return declared
