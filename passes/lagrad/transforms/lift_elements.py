"""lagrad-lift-elements: elements of small tensors become scalars."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.program import walk
from ..coarsening.small_tensors import lift
from ..errors import Report
from ..mlir import ir
from ..passes import Pass, option


@dataclass(frozen=True)
class LiftElements(Pass):
    """Carry the elements of small tensors as scalars, where a loop or a branch touches nothing but elements.

    ```mlir
    scf.for ... iter_args(%s = %start) -> tensor<2xf64> {
      %x = tensor.extract %s[%c0] : tensor<2xf64>
      %y = arith.mulf %x, %x : f64
      %t = tensor.insert %y into %s[%c0] : tensor<2xf64>
      scf.yield %t : tensor<2xf64>
    }
    ```
    carries two numbers. Behind the loop they are a tensor again. Places of elements are constants, as they are after
    `lagrad-unroll-loops` and `canonicalize`; a tensor that is used otherwise stays one. What reads an element then gets
    the scalar that was put there.
    """

    name = "lagrad-lift-elements"
    creates = ("arith", "scf", "tensor")

    elements: int = option(16, "Tensors with more stay.", least=1)

    def run(self, op: ir.Operation, report: Report) -> None:
        for function in [child for child in walk(op) if child.name == "func.func"]:
            for location, count in lift(function, self.elements):
                report.remark(location, f"{count} small tensors are scalars here")
