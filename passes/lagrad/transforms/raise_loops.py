"""lagrad-raise-loops: loops over elements become linalg on whole tensors."""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.program import walk
from ..errors import Report
from ..mlir import ir
from ..passes import Pass, option
from ..raising.function import LEAST, raise_loops


@dataclass(frozen=True)
class RaiseLoops(Pass):
    """Let loops whose iterations do not depend on each other be `linalg` on whole tensors.

    ```mlir
    %s = scf.for %i = %c0 to %c100 step %c1 iter_args(%sum = %zero) -> f64 {
      %x = tensor.extract %a[%i] : tensor<100xf64>
      %y = math.exp %x : f64
      %next = arith.addf %sum, %y : f64
      scf.yield %next : f64
    }
    ```
    becomes one `linalg.generic` that reduces. Iterations may read slices of tensors, write elements or slices that are
    theirs alone, and add to numbers, elements and slices. Inner loops come first; a nest becomes an operation with as
    many dimensions, and a loop that does several things one after the other several operations. So loops in C's manner
    get to vector lanes and to products of matrices, and their adjoints, too. A loop that computes the next number from
    the last one stays, as does one with an attribute of ours. A remark says why a loop stays. Derivatives of functions
    on memory raise the loops of what they differentiate; for functions on tensors, put this pass in front of
    `lagrad-differentiate`.
    """

    name = "lagrad-raise-loops"
    creates = ("arith", "linalg", "scf", "tensor")

    iterations: int = option(LEAST, "Loops over scalars with fewer stay, where their number is known.", least=1)

    def run(self, op: ir.Operation, report: Report) -> None:
        for function in [child for child in walk(op) if child.name == "func.func"]:
            raise_loops(function, self.iterations, report)
