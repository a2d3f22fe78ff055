"""`lagrad-count-in-indices`: loops over narrow or unsigned integers are loops over indices from 0."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...forms import index_loops
from ...mlir import ir
from ...passes import Pass


@dataclass(frozen=True)
class CountInIndices(Pass):
    """Let loops over other integers than indices, and those whose bounds compare unsigned, count in indices from 0.

    ```mlir
    scf.for %i = %a to %b step %c50 : i8 {
      use(%i)
    ```
    becomes
    ```mlir
    scf.for %k = %c0 to %n step %c1 {
      use(%a + %k * %c50)
    ```
    where `%n` is how often the loop runs, computed without overflow. Passes that follow know loops over indices only. A counter that
    is near the end of its type would wrap around when it is compared once more, after the last iteration: `%n` never does. Loops over
    indices stay, but for constant bounds with which that happens.
    """

    name = "lagrad-count-in-indices"
    creates = ("arith", "scf")

    def run(self, op: ir.Operation, report: Report) -> None:
        if count := index_loops.rewrite(op):
            report.remark(op.location, f"{count} loops count in indices now")
