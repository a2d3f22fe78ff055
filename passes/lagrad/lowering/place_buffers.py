"""`lagrad-place-buffers`: buffers that turn out to be small are on the stack, and all begin on a cache line."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from .. import build
from ..errors import Failure
from ..mlir import arith, ir, memref
from ..passes import Pass, option
from .c_interface import check_name
from .reuse_scratch import frees
from .stores import bytes_needed, can_hold

LINE = 64  # bytes of a cache line, and of the longest vector
TAKE = "lagrad.scratch"
_BYTES = "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"  # what a memref<?xi8> is lowered to

# Memory of the heap, or a null pointer for no bytes. As a function it is one object for LLVM, with no other name.
_FUNCTIONS = f"""
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @{TAKE}(%bytes: i64) -> (!llvm.ptr {{llvm.noalias}}) attributes {{passthrough = ["noinline"]}} {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %line = llvm.mlir.constant({LINE} : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %none = llvm.icmp "eq" %bytes, %zero : i64
  llvm.cond_br %none, ^end(%null : !llvm.ptr), ^some
^some:
  %memory = llvm.call @aligned_alloc(%line, %bytes) : (i64, i64) -> !llvm.ptr
  llvm.br ^end(%memory : !llvm.ptr)
^end(%pointer: !llvm.ptr):
  llvm.return %pointer : !llvm.ptr
}}
"""


@dataclass(frozen=True)
class PlaceBuffers(Pass):
    """Take a buffer of a function from the stack, where what the function has there stays below `stack` bytes.

    ```mlir
    %a = memref.alloc(%n) : memref<?xf64>
    ...
    memref.dealloc %a
    ```
    How large `%a` is, is known when the function runs. With what is on the stack already, `%used`, this becomes
    ```mlir
    %bytes = ...                                      // of %n elements, in whole cache lines
    %fits = arith.cmpi ule, %used + %bytes, %stack
    %here = llvm.alloca (%fits ? %bytes : 0) x i8 {alignment = 64}
    %there = llvm.call @lagrad.scratch(%fits ? 0 : %bytes)
    %memory = llvm.select %fits, %here, %there
    %a = memref.view %memory[%c0][%n] : memref<?xi8> to memref<?xf64>
    ...
    llvm.call @free(%there)
    ```
    Memory of the stack is there, and warm, in each call. Buffers are taken in the order of the program; what is in loops stays as it is.
    A vector that begins within a line and ends in the next one is read as two: all buffers begin with a line. A choice of two pointers, unlike a
    branch, leaves LLVM the knowledge that buffers are apart, without which it makes no vector code of loops with many of them.
    """

    name = "lagrad-place-buffers"
    creates = ("arith", "llvm", "memref")

    stack: int = option(1 << 18, "Bytes of the stack that a call may take for buffers whose sizes are found when it runs; 0: none is moved.")

    def __post_init__(self):
        if self.stack < 0:
            raise Failure(f"option 'stack' of '{self.name}' is 0 or more, not {self.stack}")

    def run(self, op: ir.Operation, report) -> None:
        if self.stack == 0:
            return
        functions = [f.operation for f in op.regions[0].blocks[0].operations if f.operation.name == "func.func" and f.operation.regions[0].blocks]
        buffers = [found for function in functions if (found := _buffers(function.regions[0].blocks[0]))]
        if buffers:
            _add_functions(op)
        for found in buffers:
            used: ir.Value | None = None
            for alloc in found:
                with alloc.location, ir.InsertionPoint(alloc):
                    used = _place_one(alloc, build.index(0) if used is None else used, self.stack)


def _buffers(entry: ir.Block) -> list[ir.Operation]:
    """What is taken in the first block of a function, which runs once, and freed there."""
    allocs = [o.operation for o in entry.operations if o.operation.name == "memref.alloc"]
    return [alloc for alloc in allocs if can_hold(alloc) and len(frees(alloc)) == 1]


def _add_functions(module: ir.Operation) -> None:
    """Puts what is called into a module. Functions of the program that have names of the C library's get others."""
    functions, known = ir.Module.parse(_FUNCTIONS), ir.SymbolTable(module)
    for view in functions.body.operations:
        name = ir.StringAttr(view.operation.attributes["sym_name"]).value
        other = known[name].operation if name in known else None
        if other is not None and other.name == "func.func" and other.regions[0].blocks:
            if "sym_visibility" not in other.attributes:
                check_name(name, other.location)
            fresh = next(free for n in itertools.count() if (free := f"{name}_{n}") not in known)
            ir.SymbolTable.replace_all_symbol_uses(name, fresh, module)
            ir.SymbolTable.set_symbol_name(other, fresh)
            known = ir.SymbolTable(module)
        if name not in known:
            view.operation.clone(ip=ir.InsertionPoint(module.regions[0].blocks[0]))


def _place_one(alloc: ir.Operation, used: ir.Value, stack: int) -> ir.Value:
    """What of the stack is used with this buffer."""
    type, sizes, none = ir.MemRefType(alloc.results[0].type), list(alloc.operands), build.index(0)
    lines = arith.divui(arith.addi(bytes_needed(type, sizes), build.index(LINE - 1)), build.index(LINE))
    needed = arith.muli(lines, build.index(LINE))
    total = arith.addi(used, needed)
    fits = arith.cmpi(arith.CmpIPredicate.ule, total, build.index(stack))
    used = arith.select(fits, total, used)
    i64, pointer = ir.IntegerType.get_signless(64), ir.Type.parse("!llvm.ptr")
    on_stack, on_heap = (arith.index_cast(i64, arith.select(fits, *either)) for either in ((needed, none), (none, needed)))
    here = build.emit1("llvm.alloca", pointer, on_stack, elem_type=ir.TypeAttr.get(ir.IntegerType.get_signless(8)), alignment=ir.IntegerAttr.get(i64, LINE))
    there = _call(TAKE, [pointer], [on_heap])[0]
    chosen = build.emit1("llvm.select", pointer, fits, here, there)
    (free,) = frees(alloc)
    with ir.InsertionPoint(free):
        _call("free", [], [there])
    free.erase()
    view = memref.view(type, _buffer(chosen, arith.index_cast(i64, needed)), none, sizes)
    alloc.results[0].replace_all_uses_with(view)
    alloc.erase()
    return used


def _call(name: str, results: list[ir.Type], operands: list[ir.Value]) -> list[ir.Value]:
    segments = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), 0]), "op_bundle_sizes": ir.DenseI32ArrayAttr.get([])}
    return build.emit("llvm.call", results, operands, callee=ir.FlatSymbolRefAttr.get(name), **segments)


def _buffer(pointer: ir.Value, size: ir.Value) -> ir.Value:
    """The `memref<?xi8>` of so many bytes at a pointer."""
    i64, bytes = ir.IntegerType.get_signless(64), ir.Type.parse(_BYTES)
    zero, one = (build.emit1("llvm.mlir.constant", i64, value=ir.IntegerAttr.get(i64, n)) for n in (0, 1))
    whole = build.emit1("llvm.mlir.poison", bytes)
    for part, place in ((pointer, [0]), (pointer, [1]), (zero, [2]), (size, [3, 0]), (one, [4, 0])):
        whole = build.emit1("llvm.insertvalue", bytes, whole, part, position=ir.DenseI64ArrayAttr.get(place))
    return build.emit1("builtin.unrealized_conversion_cast", ir.MemRefType.get([build.DYNAMIC], ir.IntegerType.get_signless(8)), whole)
