"""Buffers that share no memory, by what the program says."""

from __future__ import annotations

from ..build import DYNAMIC
from ..mlir import ir
from .buffers import root

_TAKEN = ("memref.alloc", "memref.alloca", "memref.get_global")


def are_apart(one: ir.Value, other: ir.Value) -> bool:
    """Whether no element of a buffer is one of another: they are in different memory, or different parts of one array."""
    first, second = (root(v) for v in (one, other))
    if first != second:
        return is_memory(first) and is_memory(second)
    return _are_parts(one, other)


def is_memory(buffer: ir.Value) -> bool:
    """Whether a buffer is all of some memory: taken by the function, or an argument of it."""
    if isinstance(buffer.owner, ir.Block):
        return buffer.owner.owner.operation.name == "func.func"
    return buffer.owner.operation.name in _TAKEN


def _are_parts(one: ir.Value, other: ir.Value) -> bool:
    views = [v.owner for v in (one, other)]
    if any(isinstance(v, ir.Block) or v.operation.name != "memref.subview" for v in views):
        return False
    a, b = (v.operation for v in views)
    if a.operands[0] != b.operands[0] or any(s != 1 for v in (a, b) for s in v.attributes["static_strides"]):
        return False
    ranges = zip(*(v.attributes[name] for v in (a, b) for name in ("static_offsets", "static_sizes")))
    return any(_is_after(y, x, size) or _is_after(x, y, other_size) for x, size, y, other_size in ranges)


def _is_after(place: int, start: int, size: int) -> bool:
    return DYNAMIC not in (place, start, size) and place >= start + size
