"""`lagrad-borrow-results`: a buffer that is done with before a result is begun lies in the result's memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .. import build
from ..analysis.call_graph import functions
from ..mlir import ir
from ..passes import Pass
from .buffers import VIEWS
from .c_types import INTERFACE, interface
from .reuse_scratch import frees
from .stores import can_hold
from .walk import callee, walk

_SIZES = {"memref.dim", "memref.dealloc"}
_POINTERS = {"memref.extract_aligned_pointer_as_index", "arith.index_cast", "arith.addi", "llvm.inttoptr"}
_METADATA = "memref.extract_strided_metadata"
_PASS_ON = {"scf.yield", "scf.condition"}

Size = tuple[int | None, int]  # an argument and its dimension, or None and a number


@dataclass(frozen=True)
class BorrowResults(Pass):
    """Let a buffer be a result of the same type and sizes, where nothing of the result is written or read as long as the buffer is in use.

    ```mlir
    func.func @f(%x: memref<?xf64>, %result: memref<?xf64>) attributes {lagrad.interface = (tensor<?xf64>) -> tensor<?xf64>} {
      %a = memref.alloc(%size_of_x) : memref<?xf64>
      ...                                            // %a from %x, and %b from %a
      ...                                            // %result from %b
      memref.dealloc %a
    ```
    The caller's memory for a result is there from the beginning, and overlaps nothing else. What a gradient needs first is often as
    large as a part of it: coefficients as the parameters that they are computed from. In functions that are called from within the program
    nothing is borrowed: who calls may have other plans with the memory.
    """

    name = "lagrad-borrow-results"
    creates = ("memref",)

    def run(self, op: ir.Operation, report) -> None:
        called = {callee(child) for child in walk(op)}
        for name, function in functions(op).items():
            if name not in called and INTERFACE in function.attributes and len(list(function.regions[0].blocks)) == 1:
                _borrow(function, name, report)


def _borrow(function: ir.Operation, name: str, report) -> None:
    entry = function.regions[0].blocks[0]
    place = {view.operation: n for n, view in enumerate(entry.operations)}
    begins = {result: min(_accesses(result, entry, place), default=len(place)) for result in _results(function, name)}
    sizes = _sizes_of_results(function, name)
    free_from = dict.fromkeys(begins, 0)
    for alloc in [op for op in place if op.name == "memref.alloc"]:
        if not can_hold(alloc) or len(frees(alloc)) != 1:
            continue
        own, ends = _sizes(alloc, sizes, entry), max(_accesses(alloc.results[0], entry, place), default=place[alloc])
        for result, begin in begins.items():
            if result.type == alloc.results[0].type and None not in own and own == sizes[result] and free_from[result] <= place[alloc] and ends < begin:
                report.remark(alloc.location, "this buffer lies where a result will be")
                free_from[result] = ends + 1
                (free,) = frees(alloc)
                free.erase()
                alloc.results[0].replace_all_uses_with(result)
                alloc.erase()
                break


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


def _sizes(alloc: ir.Operation, results: dict[ir.Value, tuple[Size | None, ...]], entry: ir.Block) -> tuple[Size | None, ...]:
    """The open sizes of a buffer, as those of results are given; None for one that is computed."""
    return tuple(_size(v, results, entry) for v in alloc.operands)


def _size(value: ir.Value, results: dict[ir.Value, tuple[Size | None, ...]], entry: ir.Block) -> Size | None:
    if (number := build.constant_of(value)) is not None:
        return (None, number)
    if isinstance(value.owner, ir.Block) or value.owner.operation.name != "memref.dim":
        return None
    array, dimension = value.owner.operation.operands
    d = build.constant_of(dimension)
    if d is None or not isinstance(array.owner, ir.Block) or array.owner != entry:
        return None
    if array in results:
        return results[array][sum(array.type.is_dynamic_dim(k) for k in range(d))]
    return (ir.BlockArgument(array).arg_number, d)


def _accesses(buffer: ir.Value, entry: ir.Block, place: dict[ir.Operation, int]) -> Iterator[int]:
    """Where in the first block what is in a buffer is written or read, under whatever name."""
    seen, work = {buffer}, [buffer]
    while work:
        value = work.pop()
        for use in value.uses:
            user = use.owner.operation
            if user.name in _SIZES:
                continue
            if user.name == "memref.store" and use.operand_number == 0:
                yield from (0, len(place))  # by whom it is loaded is not known
            if user.name not in VIEWS | _POINTERS | {_METADATA}:
                yield place[_in_block(user, entry)]
            names = [v for v in _other_names(user, isinstance(value.type, ir.MemRefType)) if v not in seen]
            seen.update(names)
            work += names


def _in_block(op: ir.Operation, block: ir.Block) -> ir.Operation:
    while op.block != block:
        op = op.parent.operation
    return op


def _other_names(user: ir.Operation, is_buffer: bool) -> list[ir.Value]:
    """What may stand for a buffer, or for its address, where an operation has that."""
    if not is_buffer or user.name in _POINTERS:
        return list(user.results)
    if user.name == _METADATA:
        return [user.results[0]]
    named = [user, user.parent.operation] if user.name in _PASS_ON else [user]
    inside = [a for op in named for region in op.regions for block in region.blocks for a in block.arguments]
    return [v for v in (*inside, *(r for op in named for r in op.results)) if isinstance(v.type, ir.MemRefType)]
