"""What a plan costs, told to the user: what is recorded, loop by loop."""

from __future__ import annotations

from ..errors import Report
from .slices import Residual
from .tbr import Plan


def report_plan(request, plan: Plan, report: Report) -> None:
    """Remarks, and one entry of `--report`, about the derivative of a request."""
    recorded = [(loop, key) for loop, keys in plan.recorded.items() for key in keys]
    for loop, keys in plan.recorded.items():
        report.remark(loop.location, f"@{request.name} records {len(keys)} values an iteration of this loop")
    report.entry(
        request=request.name,
        kind=request.kind,
        primal=request.primal,
        wrt=request.wrt,
        loops=len(plan.recorded),
        recorded=len(recorded),
        residuals_of_inner_loops=sum(isinstance(key, Residual) for _, key in recorded),
    )
