"""lagrad-expand-indirect-calls: an indirect call of one of several known functions is a branch."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.rewrites.indirect_calls import expand
from ..errors import Report
from ..mlir import ir
from ..passes import Pass


@dataclass(frozen=True)
class ExpandIndirectCalls(Pass):
    """Rewrite `func.call_indirect` as branches with direct calls, where its function is chosen between constants.

    ```mlir
    %g = arith.select %c, %a, %b : (f64) -> f64
    %r = func.call_indirect %g(%x) : (f64) -> f64
    ```
    becomes
    ```mlir
    %r = scf.if %c -> (f64) {
      %0 = func.call @a(%x) : (f64) -> f64
      scf.yield %0 : f64
    } else {
      %0 = func.call @b(%x) : (f64) -> f64
      scf.yield %0 : f64
    }
    ```
    These calls can be inlined and differentiated.
    """

    name = "lagrad-expand-indirect-calls"
    creates = ("func", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        expand(op)
