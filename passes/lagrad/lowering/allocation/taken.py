"""Buffers that the first block of a function takes and frees, and what moves them to other memory."""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...mlir import arith, ir, memref
from ..facts.in_use import frees
from ..interface.report_failures import emit_call
from .buffer_bytes import byte_buffer, can_hold, fixed_bytes

LINE = 64  # bytes of a cache line, and of the longest vector
_BYTES = "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"  # what a memref<?xi8> is lowered to


@dataclass(frozen=True)
class Buffer:
    """A buffer of a block that runs once."""

    alloc: ir.Operation
    free: ir.Operation
    begin: int  # where in the block it is taken, and where it is freed
    end: int
    bytes: int | None  # how many it has; None where that is known when the function runs only

    def is_done_before(self, other: Buffer) -> bool:
        return self.end < other.begin

    def move_to(self, memory: ir.Value, bytes: ir.Value) -> None:
        """Makes it a view of so many bytes at a pointer. Operations go to the insertion point."""
        type, sizes = ir.MemRefType(self.alloc.results[0].type), list(self.alloc.operands)
        build.replace_op(self.alloc, memref.view(type, _described(memory, bytes), build.index(0), sizes))


def taken_in(entry: ir.Block) -> list[Buffer]:
    """The buffers that are freed in the block that takes them, in its order."""
    found: list[tuple[int, ir.Operation, ir.Operation]] = []
    ends: dict[ir.Operation, int] = {}
    for place, view in enumerate(entry.operations):
        op = view.operation
        if op.name == "memref.dealloc":
            ends[op] = place
        elif op.name == "memref.alloc" and can_hold(op) and len(freed := frees(op)) == 1:
            found.append((place, op, freed[0]))
    sizes = [fixed_bytes(ir.MemRefType(alloc.results[0].type)) for _, alloc, _ in found]
    return [Buffer(alloc, free, begin, ends[free], n) for (begin, alloc, free), n in zip(found, sizes)]


def take(function: str, *operands: ir.Value) -> ir.Value:
    """The pointer that a function of the C library or of `stack.mlir` gives."""
    return emit_call(function, [_pointer()], operands)[0]


def take_stack(bytes: ir.Value) -> ir.Value:
    """A pointer to so many bytes of the stack, at the beginning of a line."""
    byte, line = ir.TypeAttr.get(ir.IntegerType.get_signless(8)), ir.IntegerAttr.get(_i64(), LINE)
    return build.emit1("llvm.alloca", _pointer(), bytes, elem_type=byte, alignment=line)


def give_back(function: str, *operands: ir.Value) -> None:
    emit_call(function, [], operands)


def number(value: ir.Value | int) -> ir.Value:
    """A number of LLVM's, of an index or of a number that is known."""
    if isinstance(value, int):
        return build.emit1("llvm.mlir.constant", _i64(), value=ir.IntegerAttr.get(_i64(), value))
    return arith.index_cast(_i64(), value)


def _pointer() -> ir.Type:
    return ir.Type.parse("!llvm.ptr")


def _i64() -> ir.Type:
    return ir.IntegerType.get_signless(64)


def _described(pointer: ir.Value, size: ir.Value) -> ir.Value:
    """The `memref<?xi8>` of so many bytes at a pointer."""
    bytes, zero, one = ir.Type.parse(_BYTES), number(0), number(1)
    whole = build.emit1("llvm.mlir.poison", bytes)
    for part, place in ((pointer, [0]), (pointer, [1]), (zero, [2]), (size, [3, 0]), (one, [4, 0])):
        whole = build.emit1("llvm.insertvalue", bytes, whole, part, position=ir.DenseI64ArrayAttr.get(place))
    return build.emit1("builtin.unrealized_conversion_cast", byte_buffer(), whole)
