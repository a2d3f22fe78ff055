"""lagrad-print-activity: which values the derivatives of a module are about."""

from __future__ import annotations

from dataclasses import dataclass

from ...ad.account import float_values
from ...analysis.activity import Activity
from ...analysis.program import Program
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from .plans import show_plans


@dataclass(frozen=True)
class PrintActivity(Pass):
    """Say of each float value whether it is active in the derivatives that the module asks for.

    A value is *varied* if it depends on an argument in `wrt`, *useful* if a result depends on
    it, and active if both. One note for each value and request, at the value's place in the
    source; the program stays as it is, and the requests are not filled.
    """

    name = "lagrad-print-activity"
    creates = ("func", "arith", "math", "tensor", "linalg", "scf", "cf", "memref", "bufferization")

    def run(self, op: ir.Operation, report: Report) -> None:
        def show(request, program: Program, activity: Activity, _) -> None:
            for value in float_values(program):
                if _is_in_source(value):
                    report.show(value.location, f"@{request.name}: {_word(value, activity)}")

        with op.context, op.location:
            show_plans(op, report, show)


def _word(value: ir.Value, activity: Activity) -> str:
    match value in activity.varied, value in activity.useful:
        case True, True:
            return "active"
        case True, False:
            return "varied, not useful"
        case False, True:
            return "useful, not varied"
    return "neither varied nor useful"


def _is_in_source(value: ir.Value) -> bool:
    """Whether the program has a value, and not what a named operation means, or a rewriting."""
    owner = value.owner
    block = owner if isinstance(owner, ir.Block) else owner.operation.block
    around = block.owner.operation
    implied = around.name == "linalg.generic" and value.location == around.location
    return not implied and value.location != ir.Location.unknown()
