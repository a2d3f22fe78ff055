"""`lagrad-slice-outputs`: what a `linalg.generic` writes is a whole tensor, or a slice of one."""

from __future__ import annotations

from dataclasses import dataclass

from ...forms.outputs import slice_outputs
from ...mlir import ir
from ...passes import Pass


@dataclass(frozen=True)
class SliceOutputs(Pass):
    """Give an output that is written at some indices only a slice of its own.

    ```mlir
    linalg.generic {indexing_maps = [..., (i) -> (2 * i, 1)]} outs(%o : tensor<?x?xf64>)
    ```
    runs on `tensor.extract_slice %o[0, 1] [%n, 1] [2, 1]`, with the map `(i) -> (i)`, and its result is inserted
    again. Upstream's fusion takes every output whose old elements the body does not read for one that is written
    everywhere, and forgets the others; and it takes the size of the dimension with the 1 for 0.

    Where the elements are no slice, as on a diagonal, the body is made to read what it overwrites.
    """

    name = "lagrad-slice-outputs"
    creates = ("tensor", "arith", "linalg")

    def run(self, op: ir.Operation, report) -> None:
        slice_outputs(op)
