"""Tensors of which functions that call themselves, and what they call, only read elements: memory that they take."""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import reachable, recursive, symbol
from ...dialect import UPDATES, WHOLE
from ...mlir import ir
from ..interface.c_types import INTERFACE
from ..walk import callee, walk
from .updated_arguments import memory_type, pairs_of, to_buffer

_READS = ("tensor.extract", "tensor.dim")


def read_as_memory(module: ir.Operation, functions: list[ir.Operation]) -> None:
    """Passes such arguments as memory, to the private ones of some functions of a module."""
    named = {symbol(f): f for f in functions}
    own = {name: f for name, f in named.items() if "sym_visibility" in f.attributes and INTERFACE not in f.attributes}
    around = [name for name in named if name in recursive(module, name)]
    reached = {*around, *(other for name in around for other in reachable(module, name))}
    own = {name: f for name, f in own.items() if name in reached}
    read = _read(own)
    calls = [child for child in walk(module) if child.name == "func.call"] if any(read.values()) else []
    for call in calls:
        for number in sorted(read.get(callee(call), ())):
            tensor = _source(call.operands[number])
            with call.location, ir.InsertionPoint(call):
                call.operands[number] = to_buffer(tensor, read_only=ir.UnitAttr.get())
            # The call reads it up to its end. So what it writes through another argument is not this memory.
            with call.location, ir.InsertionPoint.after(call):
                to_buffer(tensor, read_only=ir.UnitAttr.get())
    for name, numbers in read.items():
        _take_memory(own[name], sorted(numbers))


def _read(functions: dict[str, ir.Operation]) -> dict[str, set[int]]:
    """The tensors that each function only reads elements of, or passes to one that does: a fixed point from above."""
    entries = {name: list(f.regions[0].blocks[0].arguments) for name, f in functions.items()}
    read = {
        name: {n for n, a in enumerate(entries[name]) if isinstance(a.type, ir.RankedTensorType)} - _updated(function)
        for name, function in functions.items()
    }
    while True:
        kept = {name: {n for n in own if _is_read(entries[name][n], read)} for name, own in read.items()}
        if kept == read:
            return read
        read = kept


def _updated(function: ir.Operation) -> set[int]:
    return set(pairs_of(function).values()) if UPDATES in function.attributes else set()


def _is_read(tensor: ir.Value, read: dict[str, set[int]]) -> bool:
    for use in tensor.uses:
        op = use.owner.operation
        if op.name == "func.call":
            if use.operand_number not in read.get(callee(op), ()):
                return False
        elif WHOLE in op.attributes:
            if not _is_read(op.results[0], read):
                return False
        elif op.name not in _READS:
            return False
    return True


def _source(tensor: ir.Value) -> ir.Value:
    """The tensor that a slice is all of."""
    while not isinstance(tensor.owner, ir.Block) and WHOLE in tensor.owner.attributes:
        tensor = tensor.owner.operands[0]
    return tensor


def _take_memory(function: ir.Operation, numbers: list[int]) -> None:
    if not numbers:
        return
    type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    inputs, entry = list(type.inputs), function.regions[0].blocks[0]
    with function.location, ir.InsertionPoint.at_block_begin(entry):
        for number in numbers:
            argument, own = entry.arguments[number], inputs[number]
            inputs[number] = memory_type(own)
            argument.set_type(inputs[number])
            tensor = build.emit1("bufferization.to_tensor", own, argument, restrict=ir.UnitAttr.get())
            argument.replace_all_uses_except(tensor, [tensor.owner.operation])
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, list(type.results)))
