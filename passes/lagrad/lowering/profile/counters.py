"""What a program counts, in memory of its own, and the functions that give it."""

from __future__ import annotations

import numpy as np

from ...mlir import ir
from ..interface import c_types


def hold(name: str, type: ir.Type, values: np.ndarray, is_constant: bool = False) -> None:
    """Declares memory that begins with some values."""
    attributes = {"sym_name": ir.StringAttr.get(name), "sym_visibility": ir.StringAttr.get("private")}
    attributes["type"] = ir.TypeAttr.get(type)
    attributes["initial_value"] = ir.DenseElementsAttr.get(np.ascontiguousarray(values))
    if is_constant:
        attributes["constant"] = ir.UnitAttr.get()
    ir.Operation.create("memref.global", attributes=attributes)


def begin_function(name: str, result: ir.MemRefType) -> ir.Block:
    """The body of a new function of no arguments and one result, as `lagrad-add-destinations` leaves functions."""
    tensor = ir.RankedTensorType.get(result.shape, result.element_type)
    attributes = {
        "sym_name": ir.StringAttr.get(name),
        "function_type": ir.TypeAttr.get(ir.FunctionType.get([result], [])),
        c_types.INTERFACE: ir.TypeAttr.get(ir.FunctionType.get([], [tensor])),
    }
    function = ir.Operation.create("func.func", attributes=attributes, regions=1)
    return function.regions[0].blocks.append(result, arg_locs=[ir.Location.current])


def held(name: str, type: ir.Type) -> ir.Value:
    """The memory that a name has been given."""
    attributes = {"name": ir.FlatSymbolRefAttr.get(name)}
    return ir.Operation.create("memref.get_global", results=[type], attributes=attributes).results[0]
