"""`lagrad-place-buffers`: buffers that turn out to be small are on the stack, and all begin on a cache line."""

from __future__ import annotations

from dataclasses import dataclass

from .. import build
from ..errors import Failure
from ..mlir import arith, ir, memref, scf
from ..passes import Pass, option
from .reuse_scratch import frees
from .stores import bytes_needed, can_hold

LINE = 64  # bytes of a cache line, and of the longest vector


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
    %here = memref.alloca(%fits ? %bytes : 0) {alignment = 64} : memref<?xi8>
    %memory = scf.if %fits -> (memref<?xi8>) {
      scf.yield %here
    } else {
      %there = memref.alloc(%bytes) {alignment = 64} : memref<?xi8>
      scf.yield %there
    }
    %a = memref.view %memory[%c0][%n] : memref<?xi8> to memref<?xf64>
    ...
    scf.if %fits {} else { memref.dealloc %memory }
    ```
    Memory of the stack is there, and warm, in each call. Buffers are taken in the order of the program; what is in loops stays as it is.
    A vector that begins within a line and ends in the next one is read as two (`python -m benchmarks.products`): all begin with a line.
    """

    name = "lagrad-place-buffers"
    creates = ("arith", "memref", "scf")

    stack: int = option(1 << 18, "Bytes of the stack that a call may take for buffers whose sizes are found when it runs.")

    def __post_init__(self):
        if self.stack < 0:
            raise Failure(f"option 'stack' of '{self.name}' is 0 or more, not {self.stack}")

    def run(self, op: ir.Operation, report) -> None:
        for view in op.regions[0].blocks[0].operations:
            function = view.operation
            if function.name == "func.func" and function.regions[0].blocks:
                _place(function.regions[0].blocks[0], self.stack)


def _place(entry: ir.Block, stack: int) -> None:
    """A buffer is asked for in the first block of a function, which runs once."""
    used: ir.Value | None = None
    for alloc in [o.operation for o in entry.operations if o.operation.name == "memref.alloc"]:
        if can_hold(alloc) and len(frees(alloc)) == 1:
            with alloc.location, ir.InsertionPoint(alloc):
                used = _place_one(alloc, build.index(0) if used is None else used, stack)


def _place_one(alloc: ir.Operation, used: ir.Value, stack: int) -> ir.Value:
    """What of the stack is used with this buffer."""
    type = ir.MemRefType(alloc.results[0].type)
    sizes = list(alloc.operands)
    bytes_type = ir.MemRefType.get([build.DYNAMIC], ir.IntegerType.get_signless(8))
    line = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), LINE)
    lines = arith.divui(arith.addi(bytes_needed(type, sizes), build.index(LINE - 1)), build.index(LINE))
    needed = arith.muli(lines, build.index(LINE))
    total = arith.addi(used, needed)
    fits = arith.cmpi(arith.CmpIPredicate.ule, total, build.index(stack))
    here = memref.alloca(bytes_type, [arith.select(fits, needed, build.index(0))], [], alignment=line)
    choice = scf.IfOp(fits, [bytes_type], has_else=True)
    with ir.InsertionPoint(choice.then_block):
        scf.yield_([here])
    with ir.InsertionPoint(choice.else_block):
        scf.yield_([memref.alloc(bytes_type, [needed], [], alignment=line)])
    memory, after_it = choice.results[0], arith.select(fits, total, used)
    (free,) = frees(alloc)
    with ir.InsertionPoint(free):
        after = scf.IfOp(fits, has_else=True)
        with ir.InsertionPoint(after.then_block):
            scf.yield_([])
        with ir.InsertionPoint(after.else_block):
            memref.dealloc(memory)
            scf.yield_([])
    free.erase()
    alloc.results[0].replace_all_uses_with(memref.view(type, memory, build.index(0), sizes))
    alloc.erase()
    return after_it
