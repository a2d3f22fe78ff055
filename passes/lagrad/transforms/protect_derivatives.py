"""lagrad-protect-derivatives: what speaks of derivatives survives optimisation before AD."""

from __future__ import annotations

from dataclasses import dataclass

from ..ad.calls.local_jacobians import LOCAL_JACOBIAN
from ..ad.calls.outlined_pieces import outline
from ..ad.calls.own_derivatives import PULLBACK, PUSHFORWARD
from ..ad.rewrites.marks import INACTIVE, spread_pure, stop_inactive
from ..ad.rewrites.rule_forms import open_regions, with_regions
from ..analysis.call_graph import functions
from ..dialect import CHECKPOINT
from ..errors import Report
from ..mlir import ir
from ..passes import Pass
from ..requests import modules_inside
from .implicit_functions import outline_equations


_KEPT = {CHECKPOINT, INACTIVE, LOCAL_JACOBIAN, PULLBACK, PUSHFORWARD}  # what is said of functions that are not inlined


@dataclass(frozen=True)
class ProtectDerivatives(Pass):
    """Keep custom derivatives and `lagrad.inactive` from being optimised away before AD.

    The inliner would replace a call of a function with a derivative of its own, or one marked
    `lagrad.local_jacobian` or `lagrad.checkpoint`, by its body, and
    canonicalization drops attributes it does not know. Such functions become `no_inline`;
    `lagrad.inactive` on arguments, operations and functions becomes `lagrad.stop_gradient`, and
    what else is marked `lagrad.checkpoint` becomes a function;
    the calls in a function that is `lagrad.pure` are marked so. Operations of rules with regions become what their
    lowerings make of them, unless they have a rule for derivatives: then the function with them is `no_inline`.
    """

    name = "lagrad-protect-derivatives"
    creates = ("func",)

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            for inside in modules_inside(op):  # the inliner goes there too
                self.run(inside, report)
            outline(op)
            spread_pure(op)
            stop_inactive(op)
            outline_equations(op)
            open_regions(op)
            for function in functions(op).values():
                if with_regions(function) or not _KEPT.isdisjoint(function.attributes):
                    function.attributes["no_inline"] = ir.UnitAttr.get()
