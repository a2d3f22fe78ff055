"""`lagrad-normalize-program`: a program says what it does with the operations that the lowering knows."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...forms import index_loops
from ...mlir import ir
from ...passes import Pass
from .deallocations import erase_deallocations
from .markers import erase_markers
from .operations import expand_operations
from .tie_sizes import tie_sizes


@dataclass(frozen=True)
class NormalizeProgram(Pass):
    """Replace the operations that the rest of the lowering, or upstream, does not take.

    * Marks for differentiation (`lowering/preparation/markers.py`): `lagrad.stop_gradient` becomes its operand, and
      segments that `lagrad-coarsen-segments` made functions of may be inlined again. A request that neither
      `lagrad.entries` nor a call asks for is dropped; any other that nobody filled in is an error.
    * `memref.dealloc` is left out: upstream's `buffer-deallocation-pipeline` decides, for buffers of the program as
      for those that were tensors, who owns which and where it is freed, and refuses a program that frees some itself.
      Memory that the function does not own, such as an argument, cannot be freed by it: that is an error.
    * Gathers, scatters, concatenations, softmax, packing and the like become slices, loops and `linalg.generic`, and
      `ub.poison` a zero or an empty tensor (`lowering/preparation/operations.py`). An indirect call of one of several
      known functions becomes a branch. What runs a body that makes tensors many times, other than a loop of `scf`,
      becomes such a loop.
    * A loop over narrow or unsigned integers counts in indices from 0. The number of its
      iterations is computed without overflow:
      ```mlir
      scf.for %i = %a to %b step %c50 : i8 {
        use(%i)
      ```
      becomes
      ```mlir
      scf.for %k = %c0 to %n step %c1 {
        use(%a + %k * %c50)
      ```
      A counter near the end of its type would wrap around when it is compared after the last iteration.
    * What sizes of triangular arguments must agree in is said by slices (`lowering/preparation/tie_sizes.py`).
    """

    name = "lagrad-normalize-program"
    creates = ("arith", "math", "tensor", "linalg", "scf", "complex", "func")

    def run(self, op: ir.Operation, report: Report) -> None:
        erase_markers(op)
        erase_deallocations(op)
        expand_operations(op)
        if count := index_loops.rewrite(op):
            report.remark(op.location, f"{count} loops count in indices now")
        tie_sizes(op)
