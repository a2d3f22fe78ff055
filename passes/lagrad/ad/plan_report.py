"""What is told of a derivative: remarks, and its entry in `--report`."""

from __future__ import annotations

from ..analysis.activity import Activity
from ..analysis.program import Program
from ..analysis.recording.tbr import Plan
from ..analysis.request import Request
from ..errors import Report
from .account import Account, active_operations, counted, float_values


def report_plan(request: Request, plan: Plan, report: Report) -> None:
    """Remarks, and one entry of `--report`, about the derivative of a request."""
    asked = _asked(request)
    if not report.detailed:
        return report.entry(**asked)
    account = Account(plan, request.with_primal)
    report.planned(request, plan.program, plan.activity, account)
    name, known = request.name, [size.known for size in account.tapes]
    for loop in plan.recorded:
        rows = [one for one in account.recorded if one.loop == loop]
        if rows:
            sizes = " + ".join(str(one.row) for one in rows)
            report.remark(
                loop.location, f"@{name} records {counted(len(rows), 'value')} an iteration of this loop: {sizes}"
            )
        elif loop in account.elided:
            report.remark(loop.location, f"@{name} does not run this loop, only its adjoint")
    report.remark(
        request.function.location,
        f"@{name} differentiates {counted(len(account.differentiated), 'operation')}, "
        f"records {counted(len(account.recorded), 'value')}, computes {len(account.recomputed)} again, "
        f"and leaves out {len(account.elided)} of {counted(len(account.loops), 'loop')}",
    )
    report.entry(
        **asked,
        operations_differentiated=len(account.differentiated),
        values_active=len(account.active),
        values_recorded=len(account.recorded),
        operations_recomputed=len(account.recomputed),
        bytes_recorded=None if None in known else sum(known),
        loops=len(account.loops),
        loops_elided=len(account.elided),
    )


def report_tangents(request: Request, program: Program, activity: Activity, report: Report) -> None:
    """The same of a pushforward, which records nothing."""
    asked = _asked(request)
    if not report.detailed:
        return report.entry(**asked)
    report.planned(request, program, activity, None)
    operations = active_operations(program, activity)
    report.remark(request.function.location, f"@{request.name} differentiates {counted(len(operations), 'operation')}")
    report.entry(
        **asked,
        operations_differentiated=len(operations),
        values_active=sum(activity.is_active(v) for v in float_values(program)),
    )


def report_call(request: Request, derivative: str, report: Report) -> None:
    """The same of a function that brings its own derivative."""
    report.remark(request.function.location, f"@{request.name} calls @{derivative}")
    report.entry(**_asked(request), calls=derivative)


def _asked(request: Request) -> dict:
    return dict(request=request.name, kind=request.kind, primal=request.primal, wrt=request.wrt)
