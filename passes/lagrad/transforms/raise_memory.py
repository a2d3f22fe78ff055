"""lagrad-raise-memory: functions on memory work on tensors."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.memory.raising.raise_in_place import raise_in_place
from ..analysis.call_graph import functions, is_declaration
from ..analysis.memory import touches_memory
from ..errors import Failure, Report
from ..mlir import ir
from ..passes import Pass, option


@dataclass(frozen=True)
class RaiseMemory(Pass):
    """Let functions on memory work on tensors: they read their buffers first, and write them last.

    ```mlir
    func.func @f(%m: memref<4xf64>, %x: f64) {
      %c1 = arith.constant 1 : index
      memref.store %x, %m[%c1] : memref<4xf64>
      return
    }
    ```
    becomes
    ```mlir
      %t = bufferization.to_tensor %m restrict writable : memref<4xf64> to tensor<4xf64>
      %u = tensor.insert %x into %t[%c1] : tensor<4xf64>
      bufferization.materialize_in_destination %u in restrict writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
    ```
    Stores and loads become `tensor.insert` and `tensor.extract`, views become slices and reshapes, `linalg` on
    memrefs becomes `linalg` on tensors, loops and branches carry what memory holds. `affine` is lowered, calls are
    inlined, and unstructured control flow is lifted first. Assertions make sure that a buffer which is written
    overlaps no other one. Bufferization brings the updates back in place. A function that cannot be raised stays as
    it is, with a remark; with `function` that is an error. Differentiation does the same to its copy of a function.
    """

    name = "lagrad-raise-memory"
    creates = ("func", "arith", "tensor", "linalg", "scf", "cf", "memref", "bufferization", "vector")

    function: str = option("", "Raise this function only.")

    def run(self, op: ir.Operation, report: Report) -> None:
        table = functions(op)
        if self.function and self.function not in table:
            raise Failure(f"option 'function' of '{self.name}': there is no function @{self.function}")
        wanted = [self.function] if self.function else list(table)
        raised = []
        for name in wanted:
            function = functions(op)[name]
            if is_declaration(function) or not touches_memory(function):
                continue
            try:
                with op.context:
                    raised.append(raise_in_place(op, name))
            except Failure as failure:
                if self.function:
                    raise
                for why in failure.diagnostics:
                    report.remark(why.location, f"@{name} stays on memory: {why.message}", *why.notes)
        for put in raised:
            put()
