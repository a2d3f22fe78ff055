"""`lagrad-share-buffers`: a buffer lies where another one was, or where a result will be."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from ... import build
from ...analysis.call_graph import functions
from ...mlir import ir
from ...passes import Pass
from ..allocation.reuse_scratch import SMALL, frees
from ..allocation.stores import can_hold
from ..facts.in_place import is_known_before
from ..facts.in_use import Order, accesses
from ..interface.c_types import INTERFACE, interface
from ..walk import callee, walk
from .hoist_buffers import leaves
from .reinterpreted import reinterpreted

_LOOPS = {"scf.for", "scf.while"}
_APART = {"scf.parallel", "scf.forall"}  # whose trips must not share memory
_OF_TRIPS = 1 << 15  # bytes: a loop whose trips are independent may have each of its lanes or threads take a buffer of fixed size up to this

Size = tuple[int | None, int]  # an argument and its dimension, or None and a number


@dataclass(frozen=True)
class ShareBuffers(Pass):
    """Let buffers of the same type and sizes be one, if one is done with before the next is taken, and let them be a result that is begun later.

    ```mlir
    func.func @f(%x: memref<?xf64>, %result: memref<?xf64>) attributes {lagrad.interface = (tensor<?xf64>) -> tensor<?xf64>} {
      %a = memref.alloc(%size_of_x) : memref<?xf64>
      ...                                            // %a from %x, and %b from %a
      %c = memref.alloc(%size_of_x) : memref<?xf64>
      ...                                            // %c from %b
      ...                                            // %result from %b and %c
      memref.dealloc %a
      memref.dealloc %c
    ```
    `%c` may be `%a`, and here both may be `%result`. The caller's memory for a result is there from the beginning, and overlaps nothing else. What a
    gradient needs first is often as large as a part of it: coefficients as the parameters that they are computed from. No result is used so
    in functions that are called from within the program: who calls may have other plans with the memory.

    So may be buffers that a trip of a loop takes anew, in its block. What is left of them is taken before the loop, if the sizes are known
    there, and so shared with what another loop has needed: one loop at a time, from the innermost on. `buffer-loop-hoisting` moves buffers of
    all loops at once before the outermost one, within which they then seem to be in use all the time. What is small and of fixed size is left
    to it: `lagrad-vectorize-map` gives each lane its own.

    Buffers of fixed sizes may have different types, if the first one is as large. A buffer is freed where it is used last.
    """

    name = "lagrad-share-buffers"
    creates = ("memref",)

    def run(self, op: ir.Operation, report) -> None:
        called = {callee(child) for child in walk(op)}
        for name, function in functions(op).items():
            may_move = not any(child.name == "memref.dealloc" for child in walk(function))  # whose dealloc stays in the loop
            for around in reversed([child for child in walk(function) if child.name in _LOOPS or child.name == "scf.if"]):
                if (loop := _loop_of(around)) is not None:
                    for block in _blocks(around):
                        _share(block, {}, report)
                    if may_move:
                        _take_before(around, loop, report)
            if len(list(function.regions[0].blocks)) == 1:
                is_entry = name not in called and INTERFACE in function.attributes
                _share(function.regions[0].blocks[0], _sizes_of_results(function, name) if is_entry else {}, report)


@dataclass
class _Memory:
    """A result, or a buffer: where it may be used from and until, and who frees it."""

    value: ir.Value
    sizes: tuple[Size | ir.Value | None, ...]
    free_from: int
    until: int
    free: ir.Operation | None = None
    is_result: bool = False

    def takes(self, other: ir.Value, sizes: tuple[Size | ir.Value | None, ...], begin: int, end: int, free: ir.Operation | None) -> bool:
        if not (self.free_from <= begin and end < self.until):
            return False
        if not self.is_result and (self.free is None) != (free is None):
            return False  # who frees one of them does not free the other
        if self.value.type != other.type:
            return not self.is_result and _has_room(self.value.type, other.type)
        return all(mine is not None and type(mine) is type(its) and mine == its for mine, its in zip(self.sizes, sizes))


def _share(block: ir.Block, results: dict[ir.Value, tuple[Size | None, ...]], report) -> None:
    order, in_loop = Order(block), block.owner.operation.name != "func.func"
    known = [_Memory(r, sizes, 0, min(accesses(r, order), default=order.end), is_result=True) for r, sizes in results.items()]
    gone = []
    for alloc in [op for op in order.ops if op.name == "memref.alloc"]:
        buffer, found = alloc.results[0], frees(alloc)
        if not can_hold(alloc) or not (0 if in_loop else 1) <= len(found) <= 1:
            continue
        begin = order.place(alloc)
        end = max(accesses(buffer, order), default=begin)
        sizes, free = tuple(_size(v, results, block) for v in alloc.operands), next(iter(found), None)
        homes = [memory for memory in known if memory.takes(buffer, sizes, begin, end, free)]
        home = min(homes, key=lambda memory: memory.value.type != buffer.type, default=None)  # the first of the same type if there is one
        if home is None:
            known.append(_Memory(buffer, sizes, end + 1, order.end + 1, free))
            continue
        report.remark(alloc.location, "this buffer lies where " + ("a result will be" if home.is_result else "another one was"))
        home.free_from = end + 1
        if free is not None:
            free.operands[0] = home.value
        buffer.replace_all_uses_with(_as(buffer.type, home.value, alloc))
        gone += [alloc, *filter(None, [home.free or free])]
        home.free = home.free and free  # the last one that uses the memory frees it
    for memory in known:
        if memory.free is not None and memory.free_from < order.end:
            memory.free.move_after(order.ops[memory.free_from - 1])
    for op in gone:
        op.erase()


def _has_room(type: ir.MemRefType, other: ir.MemRefType) -> bool:
    """Whether a buffer that is larger than what the stack has for each may be one of another type."""
    apart = type.element_type != other.element_type or type.memory_space != other.memory_space or not (type.has_static_shape and other.has_static_shape)
    if apart or not all(isinstance(t.layout, ir.AffineMapAttr) for t in (type, other)):
        return False
    size, needed = (math.prod(t.shape) * build.bytes_of(t.element_type) for t in (type, other))
    return SMALL < needed <= size


def _as(type: ir.MemRefType, memory: ir.Value, place: ir.Operation) -> ir.Value:
    """Memory as a buffer of another type, from a place on."""
    if type == memory.type:
        return memory
    with place.location, ir.InsertionPoint(place):
        return reinterpreted(type, memory)


def _loop_of(op: ir.Operation) -> ir.Operation | None:
    """The innermost loop that an operation is, or is in."""
    while op.name not in _LOOPS:
        if op.name in _APART or (op := op.parent.operation).name == "func.func":
            return None
    return op


def _take_before(op: ir.Operation, loop: ir.Operation, report) -> None:
    """Takes the buffers of a loop, or of a branch in one, in front of it."""
    taken = [[alloc for alloc in _ops(block) if alloc.name == "memref.alloc" and _may_move(alloc, op, loop)] for block in _blocks(op)]
    for alloc in itertools.chain(*taken):
        alloc.move_before(op)
    if op.name == "scf.if" and len(taken) == 2:
        _share_branches(*taken, report)


def _may_move(alloc: ir.Operation, op: ir.Operation, loop: ir.Operation) -> bool:
    """Is a buffer of a size that is known before `op`, and is it not passed on to the loop's next trip?"""
    type = ir.MemRefType(alloc.results[0].type)
    if type.has_static_shape and math.prod(type.shape) * build.bytes_of(type.element_type) <= _OF_TRIPS:
        return False  # two loops that share it would no longer be independent
    return can_hold(alloc) and all(is_known_before(op, size) for size in alloc.operands) and not leaves(alloc.results[0], loop)


def _share_branches(one: list[ir.Operation], other: list[ir.Operation], report) -> None:
    """Only one of two branches runs: its buffers may be those of the other."""
    left = list(one)
    for alloc in other:
        home = next((a for a in left if a.results[0].type == alloc.results[0].type and list(a.operands) == list(alloc.operands)), None)
        if home is not None:
            report.remark(alloc.location, "this buffer lies where another one was")
            left.remove(home)
            alloc.results[0].replace_all_uses_with(home.results[0])
            alloc.erase()


def _blocks(op: ir.Operation) -> list[ir.Block]:
    return [block for region in op.regions for block in region.blocks]


def _ops(block: ir.Block) -> list[ir.Operation]:
    return [view.operation for view in block.operations]


def _results(function: ir.Operation, name: str) -> list[ir.Value]:
    """The arguments that are arrays of the caller for results."""
    entry = function.regions[0].blocks[0]
    inputs = len(interface(function, name).arguments)
    return [argument for argument in list(entry.arguments)[inputs:] if isinstance(argument.type, ir.MemRefType)]


def _sizes_of_results(function: ir.Operation, name: str) -> dict[ir.Value, tuple[Size | None, ...]]:
    """The open sizes of each result; None for one that is computed."""
    left = iter(interface(function, name).result_sizes)
    return {
        result: tuple(next(left, None) for d in range(result.type.rank) if result.type.is_dynamic_dim(d)) for result in _results(function, name)
    }


def _size(value: ir.Value, results: dict[ir.Value, tuple[Size | None, ...]], entry: ir.Block) -> Size | ir.Value:
    """An open size of a buffer, as those of results are given if it is one of theirs."""
    if (number := build.constant_of(value)) is not None:
        return (None, number)
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "memref.dim":
        return value
    array, dimension = value.owner.operation.operands
    d = build.constant_of(dimension)
    if d is None or not isinstance(array.owner, ir.Block) or array.owner != entry:
        return value
    if array in results:
        return results[array][sum(array.type.is_dynamic_dim(k) for k in range(d))] or value
    return (ir.BlockArgument(array).arg_number, d)
