"""lagrad-raise-llvm: functions of the llvm dialect work on memrefs."""

from __future__ import annotations

from dataclasses import dataclass

from ...analysis.call_graph import functions, symbol
from ...analysis.program import walk
from ...errors import Failure, Report
from ...from_llvm.function import groups, raise_together
from ...from_llvm.globals import constant_arrays, erase_unused
from ...mlir import ir
from ...passes import Pass, option
from ...requests import primals_of


@dataclass(frozen=True)
class RaiseLlvm(Pass):
    """Let functions of the llvm dialect, as C front ends make them, work on memrefs.

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %i: i64) -> f64 {
      %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %v = llvm.load %p : !llvm.ptr -> f64
      llvm.return %v : f64
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: memref<?xf64>, %i: i64) -> f64 {
      %k = arith.index_cast %i : i64 to index
      %v = memref.load %x[%k] : memref<?xf64>
      return %v : f64
    }
    ```
    A pointer becomes a buffer, of the one type that is read and written through it, and an index; arrays of arrays and
    structs of one type are rows of their elements. Local variables become values first. `malloc` and `free`, copies
    and fills, constant arrays, and functions of libm become what they are in MLIR; branches become `cf`. Requests for
    derivatives of such a function are written for the memrefs. What is not raised: pointers in memory, memory of
    several types, mutable globals, volatile and atomic accesses, calls by pointers. With `requested`, functions are
    raised of which a derivative is asked for, with those that they call and that call them, and all of them if none is
    asked for. An operation that cannot be raised is an error in a function that is asked for or named; another one
    stays as it is then, with a remark.
    """

    name = "lagrad-raise-llvm"
    creates = ("func", "arith", "math", "cf", "memref", "linalg", "vector", "llvm")

    requested: bool = option(False, "Raise what a derivative is asked for, if the module asks for any.")
    function: str = option("", "Raise this function, with those that it calls and that call it.")

    def run(self, op: ir.Operation, report: Report) -> None:
        own = defined(op)
        if not own:
            return
        if self.function and self.function not in own:
            missing = f"there is no function @{self.function} of the llvm dialect"
            raise Failure(f"option 'function' of '{self.name}': {missing}")
        wanted = {self.function} if self.function else set()
        if self.requested or not self.function:
            wanted |= asked_for(op)
        raise_groups(op, wanted, is_rest=not (self.function or self.requested and wanted), report=report)


def raise_groups(module: ir.Operation, wanted: set[str], is_rest: bool, report: Report) -> None:
    """Raises the functions in `wanted`, with those that they call and that call them: Failure if that cannot be.

    `is_rest`: the others too; such a function that cannot be raised stays as it is, with a remark.
    """
    with module.context, module.location:
        globals = constant_arrays(module)
        unread = dict(globals)
        for group in groups(defined(module)):
            is_wanted = bool(wanted & set(group))
            if not (is_wanted or is_rest):
                continue
            try:
                for name in raise_together(group, wanted, globals):
                    unread.pop(name, None)
            except Failure as failure:
                if is_wanted:
                    raise
                for why in failure.diagnostics:
                    report.remark(why.location, f"@{next(iter(group))} stays as it is: {why.message}", *why.notes)
        for made in unread.values():
            made.erase()
        erase_unused(module)


def defined(module: ir.Operation) -> dict[str, ir.Operation]:
    """The functions of the llvm dialect that have a body, by name."""
    return {
        symbol(view.operation): view.operation
        for view in module.regions[0].blocks[0].operations
        if view.operation.name == "llvm.func" and list(view.operation.regions[0].blocks)
    }


def asked_for(module: ir.Operation) -> set[str]:
    """What the module asks for derivatives of: by declarations, and by `lagrad.grad` and its like."""
    declared = {name for function in functions(module).values() for name in primals_of(function)}
    named = [op.attributes["F"] for op in walk(module) if op.name.startswith("lagrad.") and "F" in op.attributes]
    return declared | {name.value for name in named}
