"""Buffers of a block that lie where an earlier one was, or where a result will be.

Each is in use from where it is taken to where anything of it is read or written last. What is taken after that, and is
of its type and sizes, may have its memory; so may buffers that come before a result is begun have that of the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ... import build
from ...errors import Report
from ...mlir import ir
from ..facts.in_use import Order, accesses, frees, lifetime
from ..interface.c_types import interface
from .buffer_bytes import can_hold

# An open size: an argument and its dimension, None and a number, or a value; None where it is not known.
Size = tuple[int | None, int] | ir.Value | None


@dataclass
class _Memory:
    """A result, or a buffer: where it may be used from and until, and who frees it."""

    value: ir.Value
    sizes: tuple[Size, ...]
    free_from: int
    until: int
    free: ir.Operation | None = None
    is_result: bool = False

    def takes(self, other: ir.Value, sizes: tuple[Size, ...], begin: int, end: int) -> bool:
        if not (self.free_from <= begin and end < self.until):
            return False
        alike = (mine is not None and type(mine) is type(its) and mine == its for mine, its in zip(self.sizes, sizes))
        return self.value.type == other.type and all(alike)


def share(block: ir.Block, report: Report, results: Mapping[ir.Value, tuple[Size, ...]]) -> None:
    """Lets buffers that the block takes share memory, and that of `results`, whose open sizes are given.

    Those of a function, and of a side of a branch, are freed in its block, and then where they are used last; those of
    loops not yet.
    """
    if not any(view.operation.name == "memref.alloc" for view in block.operations):
        return
    order, count = Order(block), int(block.owner.operation.name in ("func.func", "scf.if"))
    known = [
        _Memory(r, sizes, 0, min(accesses(r, order), default=order.end), is_result=True) for r, sizes in results.items()
    ]
    gone = []
    for alloc in [op for op in order.ops if op.name == "memref.alloc"]:
        buffer, found = alloc.results[0], frees(alloc)
        if not can_hold(alloc) or len(found) != count or any(free.block != block for free in found):
            continue
        begin, end = lifetime(alloc, order)
        sizes, free = tuple(_size(v, results, block) for v in alloc.operands), found[0] if found else None
        home = next((memory for memory in known if memory.takes(buffer, sizes, begin, end)), None)
        if home is None:
            known.append(_Memory(buffer, sizes, end + 1, order.end + 1, free))
            continue
        where = "a result will be" if home.is_result else "another one was"
        report.remark(alloc.location, f"this buffer lies where {where}")
        home.free_from = end + 1
        if free is not None:
            free.operands[0] = home.value
        buffer.replace_all_uses_with(home.value)
        gone += [alloc, *filter(None, [home.free or free])]
        home.free = home.free and free  # the last one that uses the memory frees it
    for memory in known:
        if memory.free is not None and memory.free_from < order.end:
            memory.free.move_after(order.ops[memory.free_from - 1])
    for op in gone:
        op.erase()


def result_sizes(function: ir.Operation, name: str) -> dict[ir.Value, tuple[Size, ...]]:
    """The arguments that are arrays of the caller for results, with the open sizes of each."""
    said = interface(function, name)
    arguments = list(function.regions[0].blocks[0].arguments)[len(said.arguments) :]
    left = iter(said.result_sizes)
    return {
        result: tuple(next(left, None) for d in range(result.type.rank) if result.type.is_dynamic_dim(d))
        for result in arguments
        if isinstance(result.type, ir.MemRefType)
    }


def _size(value: ir.Value, results: Mapping[ir.Value, tuple[Size, ...]], entry: ir.Block) -> Size:
    """An open size of a buffer, as those of results are given if it is one of theirs."""
    if (number := build.constant_of(value)) is not None:
        return (None, number)
    if build.defining_op(value, "memref.dim") is None:
        return value
    array, dimension = value.owner.operation.operands
    d = build.constant_of(dimension)
    if d is None or not isinstance(array.owner, ir.Block) or array.owner != entry:
        return value
    if array in results:
        return results[array][sum(array.type.is_dynamic_dim(k) for k in range(d))] or value
    return (ir.BlockArgument(array).arg_number, d)
