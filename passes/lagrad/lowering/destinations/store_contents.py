"""`lagrad-store-contents`: tensors that go to memory which is read as a tensor too are safe from stores before them."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import ir
from ...passes import Pass
from ..walk import walk

_STORE, _READ = "bufferization.materialize_in_destination", "bufferization.to_tensor"


@dataclass(frozen=True)
class StoreContents(Pass):
    """Copy a tensor that may lie in a buffer which is overwritten before the tensor is stored.

    ```mlir
    %a = bufferization.to_tensor %m restrict writable
    %b = bufferization.to_tensor %n restrict writable
    bufferization.materialize_in_destination %b in restrict writable %m
    bufferization.materialize_in_destination %a in restrict writable %n
    ```
    swaps the contents of two buffers. One-shot bufferization knows that `%a` is the memory of `%m`, but not that
    the first store overwrites it: the second one would store what the first one did. So `%a` is copied in front of
    both. What was computed in place of what its own buffer held needs no copy. The stores themselves copy buffers
    from here on: `eliminate-empty-tensors` would put tensors on the way to a store that it knows into memory that
    is still read.
    """

    name = "lagrad-store-contents"
    creates = ("linalg", "memref", "tensor")

    def run(self, op: ir.Operation, report) -> None:
        for function in [child for child in walk(op) if child.name == "func.func" and child.regions[0].blocks]:
            for block in function.regions[0].blocks:
                _separate(block)


def _separate(block: ir.Block) -> None:
    """Handles the stores of a block to buffers that it also reads as tensors."""
    operations = [view.operation for view in block.operations]
    held = {child.operands[0]: child.results[0] for child in operations if child.name == _READ}
    stores = [child for child in operations if child.name == _STORE and not child.results and child.operands[1] in held]
    overwritten: set[ir.Value] = set()
    copies = []
    for store in stores:
        tensor, buffer = store.operands
        if _origins(tensor) & overwritten:
            with store.location, ir.InsertionPoint(stores[0]):
                copies.append((store, _copy(tensor), buffer))
        else:
            copies.append((store, tensor, buffer))
        overwritten.add(held[buffer])
    for store, tensor, buffer in copies:
        with store.location, ir.InsertionPoint(store):
            result = build.emit1("bufferization.to_buffer", buffer.type, tensor, read_only=ir.UnitAttr.get())
            build.emit("memref.copy", [], [result, buffer])
        store.erase()


def _origins(value: ir.Value) -> set[ir.Value]:
    """The tensors that buffers hold in whose memory a tensor may lie, once everything that can be done in place is."""
    found, work, seen = set(), [value], set()
    while work:
        here = work.pop()
        if here in seen or not build.is_tensor(here.type):
            continue
        seen.add(here)
        owner = here.owner
        if isinstance(owner, ir.Block):
            work += _around(owner.owner.operation, ir.BlockArgument(here).arg_number - 1)
        elif owner.operation.name == _READ:
            found.add(here)
        else:
            work += _around(owner.operation, ir.OpResult(here).result_number)
    return found


def _around(op: ir.Operation, number: int) -> list[ir.Value]:
    """The tensors in whose memory a result of an operation may lie, or what stands for it in a loop."""
    operands = list(op.operands)
    if op.name.startswith("linalg.") and op.results:
        return operands[-len(op.results) :]
    if op.name in ("tensor.insert", "tensor.insert_slice"):
        return operands[1:2]
    if op.name == "func.func":
        return []
    last = [list(block.operations)[-1].operation for region in op.regions for block in region.blocks]
    if op.name == "scf.for":
        return [operands[3 + number], last[0].operands[number]]
    if op.name == "scf.if":
        return [terminator.operands[number] for terminator in last]
    return [*operands, *(v for terminator in last for v in terminator.operands)]


def _copy(tensor: ir.Value) -> ir.Value:
    rank = len(build.shape_of(tensor.type))
    identity = ir.AffineMap.get_identity(rank)
    target = build.empty(tensor.type, build.sizes_of(tensor))
    return build.generic([tensor], [target], [identity] * 2, ["parallel"] * rank, lambda args: [args[0]])[0]
