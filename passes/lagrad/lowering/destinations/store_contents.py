"""Tensors that go to memory which is read as a tensor too, safe from stores before them."""

from __future__ import annotations

from ... import build
from ...mlir import ir
from ..facts.in_place import origins
from .updated_arguments import memory_type

_STORE, _READ = "bufferization.materialize_in_destination", "bufferization.to_tensor"


def store_contents(function: ir.Operation) -> None:
    """Copies tensors that may lie in a buffer which is overwritten before they are stored, in all blocks of a function.

    ```mlir
    %a = bufferization.to_tensor %m restrict writable
    %b = bufferization.to_tensor %n restrict writable
    bufferization.materialize_in_destination %b in restrict writable %m
    bufferization.materialize_in_destination %a in restrict writable %n
    ```
    swaps the contents of two buffers. One-shot bufferization knows that `%a` is the memory of `%m`, but not that
    the first store overwrites it: the second one would store what the first one did. So `%a` is copied in front of
    both. What was computed in place of what its own buffer held needs no copy. Stores to buffers that are read copy
    buffers from here on. It does not matter whether anybody reads `%n`.
    """
    for block in function.regions[0].blocks:
        _separate(block)


def _separate(block: ir.Block) -> None:
    """Handles the stores of a block, if it also reads buffers as tensors."""
    read: dict[ir.Value, set[ir.Value]] = {}  # since the last store
    overwritten: dict[ir.Value, ir.Operation] = {}  # what was read, and the store behind which it is there no more
    copies, held = [], set()
    for child in [view.operation for view in block.operations]:
        if child.name == _READ:
            read.setdefault(child.operands[0], set()).add(child.results[0])
            held.add(child.operands[0])
        elif child.name == _STORE and not child.results:
            tensor, buffer = child.operands
            if lost := [overwritten[origin] for origin in origins(tensor) if origin in overwritten]:
                first = next(store for store, _, _ in copies if store in lost)
                with child.location, ir.InsertionPoint(first):
                    tensor = _copy(tensor)
            copies.append((child, tensor, buffer))
            overwritten |= dict.fromkeys(read.pop(buffer, ()), child)
    for store, tensor, buffer in copies:
        if buffer not in held:
            store.operands[0] = tensor
            continue
        with store.location, ir.InsertionPoint(store):
            is_same = build.shape_of(tensor.type) == list(ir.MemRefType(buffer.type).shape)
            type = buffer.type if is_same else memory_type(tensor.type)  # what one leaves open the other one may say
            result = build.emit1("bufferization.to_buffer", type, tensor, read_only=ir.UnitAttr.get())
            build.emit("memref.copy", [], [result, buffer])
        store.erase()


def _copy(tensor: ir.Value) -> ir.Value:
    rank = len(build.shape_of(tensor.type))
    identity = ir.AffineMap.get_identity(rank)
    target = build.empty(tensor.type, build.sizes_of(tensor))
    return build.generic([tensor], [target], [identity] * 2, ["parallel"] * rank, lambda args: [args[0]])[0]
