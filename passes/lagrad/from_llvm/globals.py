"""Constant arrays of a module of the llvm dialect, as constant memrefs."""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.call_graph import symbol
from ..analysis.program import walk
from ..mlir import ir
from .layout import scalars, size

_NAMES = ("callee", "global_name")  # attributes by which operations name functions and globals
_OWN = ("#llvm.linkage<internal>", "#llvm.linkage<private>")


def constant_arrays(module: ir.Operation) -> dict[str, ir.Operation]:
    """For each constant global whose elements are numbers of one type, by name: a `memref.global` beside it."""
    found = {}
    for view in list(module.regions[0].blocks[0].operations):
        op = view.operation
        if op.name == "llvm.mlir.global" and "constant" in op.attributes and (value := _value(op)) is not None:
            found[symbol(op)] = _beside(op, value)
    return found


def _value(op: ir.Operation) -> ir.DenseElementsAttr | None:
    """The numbers of a global, in a row."""
    own = scalars(type := ir.TypeAttr(op.attributes["global_type"]).value)
    if len(own) != 1 or not isinstance(element := next(iter(own)), (ir.IntegerType, ir.FloatType)):
        return None
    row = ir.RankedTensorType.get([size(type) // size(element)], element)
    value = op.attributes.get("value")
    if isinstance(value, ir.DenseElementsAttr) and value.type.element_type == element:
        return _row(value, row)
    if value is None and _is_zero(op):
        zero = (ir.FloatAttr if isinstance(element, ir.FloatType) else ir.IntegerAttr).get(element, 0)
        return ir.DenseElementsAttr.get_splat(row, zero)
    return None


def _row(value: ir.DenseElementsAttr, row: ir.RankedTensorType) -> ir.DenseElementsAttr:
    kind = ir.FloatAttr if isinstance(row.element_type, ir.FloatType) else ir.IntegerAttr
    return ir.DenseElementsAttr.get([kind.get(row.element_type, number) for number in value], type=row)


def _is_zero(op: ir.Operation) -> bool:
    blocks: Iterable[ir.Block] = op.regions[0].blocks
    return any(view.operation.name == "llvm.mlir.zero" for block in blocks for view in block.operations)


def _beside(op: ir.Operation, value: ir.DenseElementsAttr) -> ir.Operation:
    type = ir.MemRefType.get(value.type.shape, value.type.element_type)
    attributes = {
        "sym_name": ir.StringAttr.get(f"{symbol(op)}.memref"),
        "sym_visibility": ir.StringAttr.get("private"),
        "type": ir.TypeAttr.get(type),
        "initial_value": value,
        "constant": ir.UnitAttr.get(),
    }
    with op.location, ir.InsertionPoint(op):
        return ir.Operation.create("memref.global", attributes=attributes)


def erase_unused(module: ir.Operation) -> None:
    """Erases declarations of functions, and globals that no other module sees, if nothing of the llvm dialect is left
    that names them."""
    block = module.regions[0].blocks[0]
    named = {str(op.attributes[word]) for op in walk(module) for word in _NAMES if word in op.attributes}
    for view in list(block.operations):
        op = view.operation
        is_declared = op.name == "llvm.func" and not list(op.regions[0].blocks)
        is_own = op.name == "llvm.mlir.global" and str(op.attributes["linkage"]) in _OWN
        if (is_declared or is_own) and f"@{symbol(op)}" not in named:
            op.erase()
