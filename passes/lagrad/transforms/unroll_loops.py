"""lagrad-unroll-loops: short loops are written out."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.program import walk
from ..coarsening.loops.short import Limits, short_loops, write_out
from ..errors import Failure, Report
from ..mlir import ir
from ..passes import Pass, option


@dataclass(frozen=True)
class UnrollLoops(Pass):
    """Write out loops over scalars and elements of tensors that have few iterations.

    ```mlir
    %s = scf.for %j = %c0 to %c2 step %c1 iter_args(%sum = %zero) -> f64 {
      %x = tensor.extract %a[%i, %j] : tensor<?x2xf64>
      %next = arith.addf %sum, %x : f64
      scf.yield %next : f64
    }
    ```
    becomes the two additions. What stands in one block is one segment, so `lagrad-coarsened` has this pass before
    `lagrad-coarsen-segments`. Bounds are constants. A loop with an attribute of ours stays. So does one that computes
    elementary functions in more iterations than `functions`: the lowering may run them at once in the lanes of a
    vector, and no longer does when they are written out. Few iterations leave most lanes empty.
    """

    name = "lagrad-unroll-loops"
    creates = ("arith",)

    iterations: int = option(8, "Loops with more stay.")
    operations: int = option(400, "Operations in all iterations of a loop; one with more stays.")
    functions: int = option(4, "Loops with more that compute elementary functions stay; with 0, all of these.")

    def __post_init__(self):
        if self.iterations < 1 or self.operations < 1 or self.functions < 0:
            raise Failure(f"options of '{self.name}' are numbers from 1 on, 'functions' from 0 on")

    def run(self, op: ir.Operation, report: Report) -> None:
        limits = Limits(self.iterations, self.functions, self.operations)
        for function in [child for child in walk(op) if child.name == "func.func"]:
            for loop in short_loops(function, limits):
                report.remark(loop.location, "this loop is short: its iterations are written out")
                write_out(loop)
