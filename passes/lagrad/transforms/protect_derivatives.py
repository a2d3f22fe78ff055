"""lagrad-protect-derivatives: what speaks of derivatives survives optimisation before AD."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.calls.local_jacobians import LOCAL_JACOBIAN
from ..ad.calls.outlined_pieces import outline
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ..ad.rewrites import repeated_bodies
from ..ad.rewrites.marks import INACTIVE, keep_loop_marks, spread_pure, stop_inactive
from ..ad.rewrites.rule_forms import open_regions
from ..analysis.call_graph import functions
from ..dialect import CHECKPOINT
from ..errors import Report
from ..mlir import ir
from ..passes import Pass
from ..requests import modules_inside
from .implicit_functions import outline_equations
from .own_regions import outline_own_regions

_KEPT = {CHECKPOINT, INACTIVE, LOCAL_JACOBIAN, PULLBACK, PUSHFORWARD}  # what is said of functions that are not inlined


@dataclass(frozen=True)
class ProtectDerivatives(Pass):
    """Keep what AD reads from being lost, and what the program says from being changed, by optimisation before AD.

    The inliner would replace a call of a function with a derivative of its own, or one marked
    `lagrad.local_jacobian` or `lagrad.checkpoint`, by its body, and
    canonicalization drops attributes it does not know. Such functions become `no_inline`;
    `lagrad.inactive` on arguments, operations and functions becomes `lagrad.stop_gradient`, and
    what else is marked `lagrad.checkpoint` becomes a function;
    the calls in a function that is `lagrad.pure` are marked so. Operations of rules with regions become what their
    lowerings make of them, unless they have a rule for derivatives: then they become calls.

    An `scf.parallel`, a `tensor.generate`, a `tensor.pad` or a `linalg` operation whose body makes tensors, or calls a
    function that does, becomes loops:
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
    Common subexpression elimination would take the `linalg.index` of a `linalg.generic` in the body for that of the one
    around it, and one-shot bufferization would let `%0` be in the place of `%y`: that a body runs again it takes into
    account in `scf` loops only.
    """

    name = "lagrad-protect-derivatives"
    creates = ("func", "arith", "tensor", "scf", "linalg")

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            for inside in modules_inside(op):  # the inliner goes there too
                self.run(inside, report)
            outline(op)
            spread_pure(op)
            keep_loop_marks(op)
            stop_inactive(op)
            outline_equations(op)
            outline_own_regions(op)
            open_regions(op)
            repeated_bodies.expand(op)
            for function in functions(op).values():
                if not _KEPT.isdisjoint(function.attributes):
                    function.attributes["no_inline"] = ir.UnitAttr.get()
