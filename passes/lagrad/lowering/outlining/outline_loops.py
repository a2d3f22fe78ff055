"""`lagrad-outline-loops`: the loops of a large function become functions of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ... import build
from ...build import emit
from ...errors import Report
from ...mlir import ir
from ...passes import Pass, option
from ..interface.restrict_arguments import OUTLINED
from ..walk import callee, walk
from .captures import Captures, pointers

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
    The time of some of LLVM's passes grows faster than the function. A function of at most `loops` loops stays. So do
    loops that check, take memory, or give more than numbers. Of a loop that has more than `loops` loops itself, the
    loops inside are taken. Constants, views and addresses move into the new function; what else the loop reads it gets
    as arguments. `lagrad.outlined` lists the pointers, among the parameters of the lowered function, of buffers that
    share no written memory with another one: LLVM's `noalias`. Loops with the same text are one function.
    """

    name = "lagrad-outline-loops"
    aim = "compile-time"
    creates = ("func",)

    loops: int = option(128, "The loops that a function may have and stay as it is.", least=0)

    def run(self, op: ir.Operation, report: Report) -> None:
        body = op.regions[0].blocks[0]
        functions = [view.operation for view in body.operations if view.operation.name == "func.func"]
        ours = {ir.StringAttr(f.attributes["sym_name"]).value for f in functions if f.regions[0].blocks}
        made: dict[str, ir.Operation] = {}
        with op.context:
            for function in functions:
                if _loops(function) <= self.loops:
                    continue
                if count := _outline(list(self._chosen(function, ours)), function, made, ours):
                    report.remark(function.location, f"{count} loops of this function are functions now")

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


def _outline(loops: list[ir.Operation], around: ir.Operation, made: dict[str, ir.Operation], names: set[str]) -> int:
    """Moves loops of a function into functions, those of `made` that have the same text or new ones, and calls these.

    Says how many.
    """
    calls: list[tuple[ir.Operation, ir.Operation, Captures]] = []
    for loop in loops:
        captures = Captures(loop)
        function = _function(loop, around, captures)
        text = function.get_asm(use_local_scope=True)
        if text in made:
            function.erase()
        else:
            made[text] = function
            name = _fresh(ir.StringAttr(around.attributes["sym_name"]).value, names)
            function.attributes["sym_name"] = ir.StringAttr.get(name)
        calls.append((made[text], loop, captures))
    known: dict[ir.Value, ir.Value] = {}  # the results of loops by those of their calls
    for call in calls:
        _call(*call, known)
    for loop in loops:
        loop.erase()
    return len(loops)


def _function(loop: ir.Operation, around: ir.Operation, captures: Captures) -> ir.Operation:
    """A function, in front of the one `around`, that does what a loop does."""
    types = [v.type for v in captures.arguments], [r.type for r in loop.results]
    said = {
        "llvm.no_inline": ir.UnitAttr.get(),
        OUTLINED: ir.DenseI64ArrayAttr.get(pointers(captures.arguments, captures.alone)),
    }
    with loop.location:
        with ir.InsertionPoint(around):
            function = build.private_function("loop", *types, said)
        block = build.entry(function)
        with ir.InsertionPoint(block):
            emit("func.return", [], captures.copy(list(block.arguments)))
    return function


def _call(function: ir.Operation, loop: ir.Operation, captures: Captures, known: dict[ir.Value, ir.Value]) -> None:
    """The call of a function in front of a loop, for all who read the results of the loop."""
    with loop.location, ir.InsertionPoint(loop):
        target = ir.FlatSymbolRefAttr.get(ir.StringAttr(function.attributes["sym_name"]).value)
        operands = [known.get(v, v) for v in captures.arguments]
        results = emit("func.call", [r.type for r in loop.results], operands, callee=target)
    for old, new in zip(loop.results, results, strict=True):
        known[old] = new
        old.replace_all_uses_with(new)


def _fresh(function: str, names: set[str]) -> str:
    number = 0
    while (name := f"{function}.loop.{number}") in names:
        number += 1
    names.add(name)
    return name
