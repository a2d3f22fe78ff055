"""`lagrad-raise-nests`: loops over the elements of memory become `linalg` where all of them do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...ad.memory.raising.raise_where_apart import raise_where_apart
from ...analysis import linalg_form
from ...analysis.call_graph import functions, is_declaration
from ...analysis.memory import is_memory
from ...errors import Failure, Report
from ...mlir import ir
from ...passes import Pass
from ...raising.function import raise_loops
from ..walk import walk

# What a function may do to memory, and stand for the same on tensors in the order of the program.
_KNOWN = {"func.return", "scf.for", "scf.if", "scf.yield", "linalg.yield", "linalg.index"}
_KNOWN |= {
    f"memref.{name}" for name in ("load store alloc alloca dealloc copy dim subview cast view get_global").split()
}
_ARITHMETIC = ("arith.", "math.", "complex.")
_SLICES = ("tensor.extract_slice", "tensor.extract", "tensor.cast")
_UPDATES = {"tensor.insert": 1, "tensor.insert_slice": 1}


@dataclass(frozen=True)
class RaiseNests(Pass):
    """Let functions on memory whose loops are products, sums and maps work on whole tensors.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %a = memref.load %A[%i, %j] : memref<?x?xf64>
        ...
        memref.store %s, %y[%i] : memref<?xf64>
      }
    }
    ```
    becomes a `linalg.generic` that the rest of the lowering runs several elements at once, or by products of matrices.
    It is what `lagrad-raise-memory` and `lagrad-raise-loops` do, where that helps: no loop is left that goes through
    elements one by one, or whose `linalg` reads what earlier iterations wrote. The function compares the addresses of
    its buffers when it is called. For those that overlap it stays what it was; marks `llvm.noalias` on all of them
    promise that they do not, which an assertion checks. Where it stays on memory, there is a version for buffers that
    lie apart all the same: later passes know that of it. Functions that do anything else, such as calls of functions
    without a body, parallel loops and vector code, stay as they are.
    """

    name = "lagrad-raise-nests"
    aim = "blas"
    creates = ("func", "arith", "tensor", "linalg", "scf", "cf", "memref", "bufferization")

    def run(self, op: ir.Operation, report: Report) -> None:
        for name, function in list(functions(op).items()):
            if is_declaration(function) or not _is_nest(function):
                continue
            location = function.location
            try:
                with op.context:
                    if raise_where_apart(op, name, _is_better):
                        report.remark(location, "the loops of this function are linalg where its buffers lie apart")
            except Failure as failure:
                for why in failure.diagnostics:
                    report.remark(why.location, f"@{name} stays on memory: {why.message}", *why.notes)


def _is_nest(function: ir.Operation) -> bool:
    """Whether a function is loops over memory, and does nothing that others see before it is over."""
    ops = list(walk(function))
    gives = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value).results
    return (
        not any(map(is_memory, gives))
        and any(op.name == "memref.load" and op.parent.operation.name == "scf.for" for op in ops)
        and all(op.name in _KNOWN or op.name.startswith(_ARITHMETIC) for op in ops)
        and not any(isinstance(v.type, (ir.VectorType, ir.RankedTensorType)) for op in ops for v in op.results)
    )


def _is_better(tensors: ir.Operation) -> bool:
    """Raises the loops of a function on tensors; whether `linalg` is all that is left of them."""
    raise_loops(tensors)
    loops = [op for op in walk(tensors) if op.name == "scf.for"]
    made = [op for op in walk(tensors) if op.name.startswith("linalg.") and len(op.regions)]
    return bool(made) and not any(_goes_by_elements(loop) or _reads_itself(loop) for loop in loops)


def _goes_by_elements(loop: ir.Operation) -> bool:
    names = {op.name for op in walk(loop)}
    return not any(name.startswith("linalg.") for name in names)


def _reads_itself(loop: ir.Operation) -> bool:
    """Whether `linalg` in a loop takes as an input what the loop carries, or a part of it."""
    carried = set(loop.regions[0].blocks[0].arguments[1:])
    return any(
        _origin(v) in carried
        for op in walk(loop)
        if op.name.startswith("linalg.") and len(op.regions)
        for v in [*list(op.operands)[: linalg_form.inputs(op)]]
    )


def _origin(tensor: ir.Value) -> ir.Value:
    """The first version of a tensor, of which this one is a later one or a part."""
    *_, last = _versions(tensor)
    return last


def _versions(tensor: ir.Value) -> Iterator[ir.Value]:
    yield tensor
    while not isinstance(tensor.owner, ir.Block):
        op = tensor.owner.operation
        if op.name in _SLICES:
            tensor = op.operands[0]
        elif op.name in _UPDATES:
            tensor = op.operands[_UPDATES[op.name]]
        elif op.name == "linalg.generic":
            tensor = op.operands[linalg_form.inputs(op) + ir.OpResult(tensor).result_number]
        elif op.name == "scf.for":
            tensor = op.operands[3 + ir.OpResult(tensor).result_number]
        else:
            return
        yield tensor
