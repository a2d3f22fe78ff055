"""Buffers read and written as tensors."""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....analysis.memory import is_memory
from ....mlir import ir
from .points_to import Root
from .views import tensor_of

Store = tuple[ir.Value, ir.Value, ir.Value]  # a tensor, what the buffer held, the buffer that takes it


def to_tensor(buffer: ir.Value, is_written: bool) -> ir.Value:
    """What a buffer holds; nobody else knows the buffer, which an assertion has made sure of."""
    flags = {"restrict": ir.UnitAttr.get()} | ({"writable": ir.UnitAttr.get()} if is_written else {})
    return build.emit1("bufferization.to_tensor", tensor_of(buffer.type), buffer, **flags)


def is_read_of(tensor: ir.Value, buffer: ir.Value) -> bool:
    """Whether a tensor is what a buffer held."""
    owner = tensor.owner
    if isinstance(owner, ir.Block) or owner.operation.name != "bufferization.to_tensor":
        return False
    return owner.operation.operands[0] == buffer


def materialize(tensor: ir.Value, buffer: ir.Value) -> None:
    flags = {"restrict": ir.UnitAttr.get(), "writable": ir.UnitAttr.get()}
    build.emit("bufferization.materialize_in_destination", [], [tensor, buffer], **flags)


def store_all(stores: Sequence[Store]) -> None:
    """Writes tensors into buffers after all of them are computed.

    A buffer that keeps what it held is not given it again. So nobody may use it for other values in between.
    """
    for tensor, start, buffer in stores:
        if tensor != start:
            materialize(tensor, buffer)
        elif "writable" in start.owner.operation.attributes:
            del start.owner.operation.attributes["writable"]


def global_buffer(root: Root) -> ir.Value:
    name = {"name": ir.FlatSymbolRefAttr.get(root.name)}
    return ir.Operation.create("memref.get_global", results=[root.type], attributes=name).results[0]


def as_memory(value: ir.Value, type: ir.Type) -> ir.Value:
    """A value, as memory of its own where that is returned."""
    if not is_memory(type):
        return value
    sizes = build.dynamic_sizes(value.type, build.sizes_of(value))
    segments = ir.DenseI32ArrayAttr.get([len(sizes), 0])
    buffer = build.emit1("memref.alloc", type, *sizes, operandSegmentSizes=segments)
    materialize(value, buffer)
    return buffer
