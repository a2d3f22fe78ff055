"""`lagrad-stop-shifts`: no derivative goes through a maximum that is subtracted before exponentials, and cancels."""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.rewrites.marks import INACTIVE
from ...analysis.program import walk
from ...analysis.shifts import cancels
from ...errors import Report
from ...mlir import ir
from ...passes import Pass

_MAXIMA = {"arith.maximumf", "arith.maxnumf"}


@dataclass(frozen=True)
class StopShifts(Pass):
    """Mark a maximum `lagrad.inactive` where what is computed from it is the same whatever it is.

    ```
    m = max(x)
    e = exp(x - m)
    p = e / sum(e)
    ```
    The derivative of `p` by `m` is zero, and what differentiation would compute for it is rounding error. The same
    holds for `m + log(sum(e))`. JAX's `softmax` stops the derivative there itself; a program that it exports no longer
    says so. Without the maximum's derivative the adjoint does not read `x` again.

    The maxima are `linalg.generic` on tensors, as front ends export them. What is computed from them is followed in
    their block, through `linalg.generic`, arithmetic, and reshapes that add or leave out dimensions of one element.
    """

    name = "lagrad-stop-shifts"
    aim = "reassociation"

    def run(self, op: ir.Operation, report: Report) -> None:
        for child in list(walk(op)):
            if _is_maximum(child) and INACTIVE not in child.attributes and cancels(child.results[0]):
                child.attributes[INACTIVE] = ir.UnitAttr.get()
                report.remark(child.location, "this maximum cancels: no derivative goes through it")


def _is_maximum(op: ir.Operation) -> bool:
    if op.name != "linalg.generic" or len(op.results) != 1:
        return False
    return any(child.operation.name in _MAXIMA for child in op.regions[0].blocks[0].operations)
