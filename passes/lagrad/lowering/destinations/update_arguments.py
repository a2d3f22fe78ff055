"""`lagrad-update-arguments`: functions that call themselves update tensors where they are."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...dialect import UPDATES, WHOLE
from ...mlir import ir
from ...passes import Pass
from ..walk import callee, walk


@dataclass(frozen=True)
class UpdateArguments(Pass):
    """Pass tensors that a function gives back changed as memory, where the function calls itself.

    ```mlir
    func.func private @f_adjoint(%x: f64, %sum: tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.updates = array<i64: 1, 0>}
    %r = func.call @f_adjoint(%x, %s)
    ```
    becomes
    ```mlir
    func.func private @f_adjoint(%x: f64, %memory: memref<?xf64>)
    %m = bufferization.to_buffer %s
    func.call @f_adjoint(%x, %m)
    %r = bufferization.to_tensor %m
    ```
    One-shot bufferization does not look into functions that call themselves: each call would copy the tensor. Of memory it knows that the
    call may write it. Nothing may merge or move what is made here before it runs. `lagrad.updates` on a private function says that a
    result has the size of an argument; derivatives of recursive functions say so of their adjoints.
    """

    name = "lagrad-update-arguments"
    creates = ("bufferization", "memref")

    def run(self, op, report) -> None:
        functions = [view.operation for view in op.regions[0].blocks[0].operations if view.operation.name == "func.func"]
        chosen = {ir.StringAttr(f.attributes["sym_name"]).value: f for f in functions if UPDATES in f.attributes}
        chosen = {name: f for name, f in chosen.items() if "sym_visibility" in f.attributes and list(f.regions[0].blocks)}
        if not chosen:
            return
        pairs = {name: _pairs(f) for name, f in chosen.items()}
        for call in [child for child in walk(op) if child.name == "func.call" and callee(child) in chosen]:
            _pass_memory(call, pairs[callee(call)])
        for name, function in chosen.items():
            _take_memory(function, pairs[name])


def _pairs(function: ir.Operation) -> dict[int, int]:
    """Result -> the argument in whose place it is."""
    numbers = list(ir.DenseI64ArrayAttr(function.attributes[UPDATES]))
    return dict(zip(numbers[1::2], numbers[0::2]))


def _memory(type: ir.Type) -> ir.Type:
    """Memory with any layout, for a tensor of this type."""
    layout = ir.StridedLayoutAttr.get_fully_dynamic(len(build.shape_of(type)))
    return ir.MemRefType.get(build.shape_of(type), build.element(type), layout)


def _to_tensor(memory: ir.Value, type: ir.Type) -> ir.Value:
    flags = {"restrict": ir.UnitAttr.get(), "writable": ir.UnitAttr.get()}
    return ir.Operation.create("bufferization.to_tensor", results=[type], operands=[memory], attributes=flags).results[0]


def _to_buffer(tensor: ir.Value, **flags: ir.Attribute) -> ir.Value:
    type = _memory(tensor.type)
    return ir.Operation.create("bufferization.to_buffer", results=[type], operands=[tensor], attributes=flags).results[0]


def _pass_memory(call: ir.Operation, pairs: dict[int, int]) -> None:
    with call.location, ir.InsertionPoint(call):
        operands, memory = list(call.operands), {}
        for result, argument in pairs.items():
            memory[result] = _to_buffer(operands[argument])
            operands[argument] = memory[result]
        kept = [r for number, r in enumerate(call.results) if number not in pairs]
        new = ir.Operation.create(
            "func.call", results=[r.type for r in kept], operands=operands, attributes={name: call.attributes[name] for name in call.attributes}
        )
        for number, memory_of in memory.items():
            result = call.results[number]
            result.replace_all_uses_with(_to_tensor(memory_of, result.type))
        for old, given in zip(kept, new.results):
            old.replace_all_uses_with(given)
    call.erase()


def _take_memory(function: ir.Operation, pairs: dict[int, int]) -> None:
    with function.location:
        entry, type = function.regions[0].blocks[0], ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
        inputs = list(type.inputs)
        for argument in pairs.values():
            value, own = entry.arguments[argument], inputs[argument]
            inputs[argument] = _memory(own)
            value.set_type(inputs[argument])
            with ir.InsertionPoint.at_block_begin(entry):
                tensor = _to_tensor(value, own)
            value.replace_all_uses_except(tensor, [tensor.owner.operation])
            for use in [use.owner.operation for use in tensor.uses if WHOLE in use.owner.operation.attributes]:
                use.results[0].replace_all_uses_with(tensor)
                use.erase()
        for end in [child for child in walk(function) if child.name == "func.return"]:
            with end.location, ir.InsertionPoint(end):
                # Not `materialize_in_destination`: that says that nobody else reads this memory, which the argument's tensor is.
                for result, argument in pairs.items():
                    given = _to_buffer(end.operands[result], read_only=ir.UnitAttr.get())
                    ir.Operation.create("memref.copy", operands=[given, entry.arguments[argument]])
                build.emit("func.return", [], [v for number, v in enumerate(end.operands) if number not in pairs])
            end.erase()
        results = [t for number, t in enumerate(type.results) if number not in pairs]
        function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, results))
        del function.attributes[UPDATES]
        if "res_attrs" in function.attributes:
            del function.attributes["res_attrs"]
