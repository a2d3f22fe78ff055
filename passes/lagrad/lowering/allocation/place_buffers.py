"""`lagrad-place-buffers`: temporaries lie in a result, where others were, or on the stack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...analysis.call_graph import functions, symbol
from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ..interface.c_types import INTERFACE
from ..walk import by_name, callee, enclosing_function, walk
from .buffer_bytes import count_bytes
from .sharing import result_sizes, share
from .stack import keep_small, place_on_stack


@dataclass(frozen=True)
class PlaceBuffers(Pass):
    """Decide where each buffer lies that a function takes and frees.

    One that is small, of a fixed size, and freed where it is taken is on the stack.

    In the first block of a function, which runs once, and in the sides of its branches, buffers of one size **share**
    memory, if one is done with before the next is taken, and those of the first block lie where a result will be that
    is begun later: the caller's memory is there from the beginning, and overlaps nothing else. Not in functions that
    are called from within the program: who calls may have other plans with the memory. A buffer is freed where it is
    used last.

    What is left of the first block, and of a fixed size, has its place on the **stack** while what the call has there
    stays below `stack` bytes, or else in one **block** of the heap for all of them:
    ```mlir
    %block = llvm.call @aligned_alloc(%line, %all)    // of as many bytes as what is in use at once needs
    %memory = llvm.call @lagrad.place(%block, %from, %bytes)
    %a = memref.view %memory[%c0][] : memref<?xi8> to memref<50000xf64>
    ...
    llvm.call @lagrad.leave(%memory)
    llvm.call @free(%block)
    ```
    Others are on the stack if they fit there when the function runs:
    ```mlir
    %a = memref.alloc(%n) : memref<?xf64>
    ...
    memref.dealloc %a
    ```
    becomes
    ```mlir
    %bytes = ...                                      // of %n elements, in whole cache lines
    %fits = arith.cmpi ule, %from + %bytes, %stack
    %memory = llvm.call @lagrad.scratch(%room, %from, %bytes, %fits)
    %a = memref.view %memory[%c0][%n] : memref<?xi8> to memref<?xf64>
    ...
    llvm.call @lagrad.release(%memory, %fits)
    ```
    with `%room` as large as the buffers need that fit. Memory of the stack is there, and warm, in each call. A vector
    that begins within a line and ends in the next one is read as two: all buffers begin with a line. A function that
    gives new memory, unlike a branch or a part of the room, leaves LLVM the knowledge that buffers are apart, without
    which it makes no vector code of loops with many of them.

    The rest is the **heap**'s, such as what an iteration of a loop takes, of a size that is not known before. The heap
    is asked for as many bytes as a buffer has, and for the largest number if it has more, or if a size is
    negative. No system has memory of so many, so that `lagrad-report-failures` ends the call.
    """

    name = "lagrad-place-buffers"
    aim = "stack"
    creates = ("arith", "llvm", "memref")

    share: bool = option(True, "Whether buffers lie where others were, or where a result will be.")
    stack: int = option(
        1 << 18, "Bytes of the stack for buffers of a function's first block; 0: none is moved.", least=0
    )

    def run(self, op: ir.Operation, report: Report) -> None:
        known = {name: f for name, f in functions(op).items() if len(list(f.regions[0].blocks)) == 1}
        found = by_name(op)
        taken: dict[ir.Block, list[ir.Operation]] = {}  # by the first block of a function
        for alloc in found.get("memref.alloc", ()):
            taken.setdefault(enclosing_function(alloc).regions[0].blocks[0], []).append(alloc)
        has_sizes = any(len(alloc.operands) for alloc in found.get("memref.alloc", ()))
        left = {name: keep_small(f, taken.get(f.regions[0].blocks[0], [])) for name, f in known.items()}
        if self.share and any(left.values()):
            called = {callee(child) for name in ("func.call", "func.constant") for child in found.get(name, ())}
            for name, allocs in left.items():
                function = known[name]
                is_entry = name not in called and INTERFACE in function.attributes
                results = result_sizes(function, name) if is_entry else {}
                has_sides = any(alloc.parent.operation.name == "scf.if" for alloc in allocs)
                if allocs:
                    share(function.regions[0].blocks[0], report, results)
                for side in _sides(function) if has_sides else ():
                    share(side, report, {})
        if self.stack:
            place_on_stack(op, self.stack, _taking(known, left, found.get("func.call", ())))
        if has_sizes:
            count_bytes(op)


def _taking(
    known: dict[str, ir.Operation], left: dict[str, list[ir.Operation]], calls: Iterable[ir.Operation]
) -> dict[ir.Block, list[ir.Operation]]:
    """By first blocks of functions, the operations of these that call a function which takes memory."""
    callers: dict[str, list[tuple[str, ir.Operation]]] = {}
    for call in calls:
        callers.setdefault(callee(call), []).append((symbol(enclosing_function(call)), call))
    found: dict[ir.Block, list[ir.Operation]] = {}
    waiting = [name for name, allocs in left.items() if allocs]
    seen = set(waiting)
    while waiting:
        for caller, call in callers.get(waiting.pop(), ()):
            if caller not in known:
                continue
            entry = known[caller].regions[0].blocks[0]
            while call.block != entry:
                call = call.parent.operation
            found.setdefault(entry, []).append(call)
            waiting += [caller] if caller not in seen else []
            seen.add(caller)
    return found


def _sides(function: ir.Operation) -> list[ir.Block]:
    """The sides of the branches of a function."""
    branches = [op for op in walk(function) if op.name == "scf.if"]
    return [block for op in branches for region in op.regions for block in region.blocks]
