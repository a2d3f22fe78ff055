"""`lagrad-outline-loops`: the loops of a large function become functions of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ... import build
from ...build import emit, replace_op
from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ..interface.restrict_arguments import ALIGNED, OUTLINED
from ..walk import callee, walk
from .captures import Captures

_TAKES = ("memref.alloc", "memref.dealloc", "cf.assert", "func.return")  # what ends, or frees, with the whole call
_NUMBERS = (ir.IntegerType, ir.IndexType, ir.FloatType, ir.VectorType)


@dataclass(frozen=True)
class OutlineLoops(Pass):
    """Make each outermost loop of a function that has many loops a private function, which is not inlined.

    ```mlir
    func.func @f(%x: memref<9xf64>, %y: memref<9xf64>) {
      scf.for %i = %c0 to %c9 step %c1 { ... }
      ...
    ```
    becomes
    ```mlir
    func.func private @f.loop.0(%x: memref<9xf64>, %y: memref<9xf64>) attributes {lagrad.outlined = array<i64: 1, 6>} {
      scf.for %i = %c0 to %c9 step %c1 { ... }
      return
    }
    func.func @f(%x: memref<9xf64>, %y: memref<9xf64>) {
      call @f.loop.0(%x, %y)
      ...
    ```
    The time of some of LLVM's passes grows faster than the function. A function of at most `loops` loops stays as it
    is. So do loops that check, take memory, or give more than numbers. Of a loop that has more than `loops` loops
    itself, the loops inside are taken. Constants, views and addresses move into the new function; what else the loop
    reads it gets as arguments. `lagrad.outlined` lists the pointers, among the parameters of the lowered function, of
    buffers that share no written memory with another one: LLVM's `noalias`. Loops with the same text, as those of the
    layers of a network, are one function.
    """

    name = "lagrad-outline-loops"
    creates = ("func",)

    loops: int = option(192, "The loops that a function may have and stay as it is.", least=0)

    def run(self, op: ir.Operation, report: Report) -> None:
        body = op.regions[0].blocks[0]
        functions = [view.operation for view in body.operations if view.operation.name == "func.func"]
        ours = {ir.StringAttr(f.attributes["sym_name"]).value for f in functions if f.regions[0].blocks}
        made: dict[str, str] = {}
        with op.context:
            for function in functions:
                if _loops(function) > self.loops:
                    chosen = list(self._chosen(function, ours))
                    for loop in chosen:
                        _outline(loop, function, made, ours)
                    if chosen:
                        report.remark(function.location, f"{len(chosen)} loops of this function are functions now")

    def _chosen(self, op: ir.Operation, ours: set[str]) -> Iterator[ir.Operation]:
        """The loops inside an operation that are made functions, none inside another."""
        for region in op.regions:
            for block in region.blocks:
                for view in block.operations:
                    child = view.operation
                    if child.name == "scf.for" and _loops(child) <= self.loops and _may_move(child, ours):
                        yield child
                    else:
                        yield from self._chosen(child, ours)


def _loops(op: ir.Operation) -> int:
    return sum(child.name == "scf.for" for child in walk(op))


def _may_move(loop: ir.Operation, ours: set[str]) -> bool:
    """Whether a loop gives numbers only, and neither takes memory nor ends the call, nor calls who may."""
    if not all(isinstance(result.type, _NUMBERS) for result in loop.results):
        return False
    return not any(child.name in _TAKES or callee(child) in ours for child in walk(loop))


def _outline(loop: ir.Operation, around: ir.Operation, made: dict[str, str], names: set[str]) -> None:
    """Moves a loop of a function into a function, or the one of `made` that has the same text, and calls it."""
    captures = Captures(loop)
    types = [v.type for v in captures.arguments], [r.type for r in loop.results]
    said = {"llvm.no_inline": ir.UnitAttr.get(), OUTLINED: ir.DenseI64ArrayAttr.get(_pointers(captures))}
    with loop.location:
        with ir.InsertionPoint(around):
            function = build.private_function("loop", *types, said)
        block = build.entry(function)
        with ir.InsertionPoint(block):
            copy = captures.copy(list(block.arguments))
            emit("func.return", [], list(copy.results))
        text = function.get_asm(use_local_scope=True)
        if text in made:
            function.erase()
        else:
            made[text] = _fresh(ir.StringAttr(around.attributes["sym_name"]).value, names)
            function.attributes["sym_name"] = ir.StringAttr.get(made[text])
        with ir.InsertionPoint(loop):
            target = ir.FlatSymbolRefAttr.get(made[text])
            results = emit("func.call", types[1], captures.arguments, callee=target)
    replace_op(loop, *results)


def _pointers(captures: Captures) -> list[int]:
    """The numbers that the pointers to the elements of buffers that are alone have among the parameters for LLVM."""
    found, number = [], 0
    for value in captures.arguments:
        is_buffer = isinstance(value.type, ir.MemRefType)
        if value in captures.alone:
            found.append(number + ALIGNED)
        number += 3 + 2 * ir.MemRefType(value.type).rank if is_buffer else 1
    return found


def _fresh(function: str, names: set[str]) -> str:
    number = 0
    while (name := f"{function}.loop.{number}") in names:
        number += 1
    names.add(name)
    return name
