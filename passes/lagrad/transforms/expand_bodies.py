"""lagrad-expand-bodies: what runs a body that makes tensors many times is a loop."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.rewrites.repeated_bodies import expand
from ..errors import Report
from ..mlir import ir
from ..passes import Pass


@dataclass(frozen=True)
class ExpandBodies(Pass):
    """Rewrite `scf.parallel`, `tensor.generate`, `tensor.pad` and `linalg` operations as `scf.for` where their bodies make tensors.

    ```mlir
    %r = linalg.generic ... ins(%x) outs(%empty) {
    ^bb0(%a: f64, %o: f64):
      %0 = tensor.insert %a into %y[%i]
      ...
      linalg.yield %v : f64
    }
    ```
    becomes
    ```mlir
    %r = scf.for %i = ... iter_args(%out = %empty) {
      %0 = tensor.insert %a into %y[%i]
      ...
      %next = tensor.insert %v into %out[%i]
      scf.yield %next
    }
    ```
    That a body runs again on what it has overwritten, one-shot bufferization takes into account in `scf` loops only; here it
    would let `%0` be in the place of `%y`. Common subexpression elimination would take the `linalg.index` of a `linalg.generic` in the body
    for that of the one around it. A body that makes tensors is one with an operation that has a tensor as a result and is
    no view of another one, or with a call that takes a tensor.
    """

    name = "lagrad-expand-bodies"
    creates = ("arith", "tensor", "scf", "linalg")

    def run(self, op: ir.Operation, report: Report) -> None:
        expand(op)
