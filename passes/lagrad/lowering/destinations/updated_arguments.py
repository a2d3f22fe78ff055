"""Tensors that functions give back changed, as memory that they take (`lagrad.updates`)."""

from __future__ import annotations

from ... import build
from ...dialect import UPDATES, WHOLE
from ...mlir import ir
from ..walk import callee, walk


def pass_as_memory(module: ir.Operation, functions: list[ir.Operation]) -> None:
    """Passes the arguments that `lagrad.updates` names as memory, to the private ones of some functions of a module."""
    chosen = [f for f in functions if UPDATES in f.attributes and "sym_visibility" in f.attributes]
    pairs = {ir.StringAttr(f.attributes["sym_name"]).value: pairs_of(f) for f in chosen}
    calls = [child for child in walk(module) if child.name == "func.call"] if pairs else []
    for call in calls:
        if callee(call) in pairs:
            _pass_memory(call, pairs[callee(call)])
    for function, updated in zip(chosen, list(pairs.values())):
        _take_memory(function, updated)


def pairs_of(function: ir.Operation) -> dict[int, int]:
    """Result -> the argument in whose place it is."""
    numbers = list(ir.DenseI64ArrayAttr(function.attributes[UPDATES]))
    return dict(zip(numbers[1::2], numbers[0::2]))


def memory_type(type: ir.Type) -> ir.Type:
    """Memory with any layout, for a tensor of this type."""
    layout = ir.StridedLayoutAttr.get_fully_dynamic(len(build.shape_of(type)))
    return ir.MemRefType.get(build.shape_of(type), build.element(type), layout)


def _to_tensor(memory: ir.Value, type: ir.Type) -> ir.Value:
    flags = {"restrict": ir.UnitAttr.get(), "writable": ir.UnitAttr.get()}
    return build.emit1("bufferization.to_tensor", type, memory, **flags)


def to_buffer(tensor: ir.Value, **flags: ir.Attribute) -> ir.Value:
    type = memory_type(tensor.type)
    return build.emit1("bufferization.to_buffer", type, tensor, **flags)


def _pass_memory(call: ir.Operation, pairs: dict[int, int]) -> None:
    with call.location, ir.InsertionPoint(call):
        operands, memory = list(call.operands), {}
        for result, argument in pairs.items():
            memory[result] = to_buffer(operands[argument])
            operands[argument] = memory[result]
        kept = [r for number, r in enumerate(call.results) if number not in pairs]
        results = build.like(call, operands, [r.type for r in kept]).results
        for number, memory_of in memory.items():
            result = call.results[number]
            result.replace_all_uses_with(_to_tensor(memory_of, result.type))
        for old, given in zip(kept, results):
            old.replace_all_uses_with(given)
    call.erase()


def _take_memory(function: ir.Operation, pairs: dict[int, int]) -> None:
    with function.location:
        entry = function.regions[0].blocks[0]
        type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
        inputs = list(type.inputs)
        for argument in pairs.values():
            value, own = entry.arguments[argument], inputs[argument]
            inputs[argument] = memory_type(own)
            value.set_type(inputs[argument])
            with ir.InsertionPoint.at_block_begin(entry):
                tensor = _to_tensor(value, own)
            value.replace_all_uses_except(tensor, [tensor.owner.operation])
            for use in [use.owner.operation for use in tensor.uses if WHOLE in use.owner.operation.attributes]:
                build.replace_op(use, tensor)
        for end in [child for child in walk(function) if child.name == "func.return"]:
            with end.location, ir.InsertionPoint(end):
                # `materialize_in_destination` would say that nobody else reads this memory: that is the argument's.
                for result, argument in pairs.items():
                    given = to_buffer(end.operands[result], read_only=ir.UnitAttr.get())
                    ir.Operation.create("memref.copy", operands=[given, entry.arguments[argument]])
                build.emit("func.return", [], [v for number, v in enumerate(end.operands) if number not in pairs])
            end.erase()
        results = [t for number, t in enumerate(type.results) if number not in pairs]
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, results))
        del function.attributes[UPDATES]
        if "res_attrs" in function.attributes:
            del function.attributes["res_attrs"]
