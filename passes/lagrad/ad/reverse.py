"""Reverse mode of one request: copy, normal form, analyses, emission."""

from __future__ import annotations

from ..analysis.activity import Activity
from ..analysis.call_graph import calls, functions, is_declaration, reachable
from ..analysis.linalg_form import no_closed_form
from ..analysis.program import Program
from ..analysis.slices import Residual
from ..analysis.support import refusals
from ..build import is_float
from ..errors import Failure, Report, error, note
from ..mlir import ir
from . import normal_form
from .loop_form import to_loops
from .pullback import emit_pullback, plan_pullback


def fill(module: ir.Operation, request, report: Report) -> None:
    """Writes the body of a requested pullback or gradient (a `lagrad.requests.Request`).

    Raises a Failure with every reason why it cannot.
    """
    table = functions(module)
    primal = table[request.primal]
    if is_declaration(primal):
        raise Failure(
            error(
                request.function.location,
                f"cannot differentiate @{request.primal}: it has no body",
                note(primal.location, "it is declared here; define it in this module"),
            )
        )
    callees = reachable(module, request.primal)
    _check_recursion(module, request, callees)
    copy = normal_form.isolate(primal, [table[name] for name in callees if name in table])
    try:
        normal_form.inline_calls(copy, request.primal)
        normal_form.to_linalg(copy)
        _check_structured(normal_form.function_named(copy, request.primal))
        _lower_open_ops(copy, request, report)
        normal_form.name_sizes(copy, request.primal)
    except ir.MLIRError as failure:
        raise Failure(
            *(error(d.location, d.message) for d in failure.error_diagnostics)
        ) from None
    program = Program(normal_form.function_named(copy, request.primal))
    normal_form.erase_shapes(copy)  # they must not be copied into the derivative
    activity = _activity(program, request.wrt)
    if problems := refusals(program, activity, request.primal, request.wrt, "is declared here but not defined"):
        raise Failure(*problems)
    plan = plan_pullback(program, activity)
    _remark(request, plan, report)
    floats = sum(is_float(r.type) for r in program.results)
    emit_pullback(
        request.function,
        program,
        plan,
        request.wrt,
        request.with_primal,
        floats if request.kind == "pullback" else None,
    )
    _publish(request)


def _activity(program: Program, wrt: list[int]) -> Activity:
    return Activity(
        program,
        [program.arguments[n] for n in wrt],
        [r for r in program.results if is_float(r.type)],
    )


def _lower_open_ops(copy: ir.Module, request, report: Report) -> None:
    """Puts loops in place of active linalg ops whose adjoint has no closed form."""
    program = Program(normal_form.function_named(copy, request.primal))
    activity = _activity(program, request.wrt)
    open_ops = [
        (op, reason)
        for block in program.blocks()
        for op in program.ops(block)
        if op.name == "linalg.generic"
        and activity.is_active_op(op)
        and (reason := no_closed_form(op, activity.is_active))
    ]
    for op, reason in open_ops:
        report.remark(op.location, f"differentiated as loops: {reason}")
        to_loops(op)


def _check_recursion(module: ir.Operation, request, callees: list[str]) -> None:
    table = functions(module)
    for name in (request.primal, *callees):
        if name in table and (name in reachable(module, name) or name in calls(table[name])):
            raise Failure(
                error(
                    table[name].location,
                    f"cannot differentiate @{request.primal}: @{name} calls itself",
                    note(request.function.location, "the derivative is requested here; write the recursion as a loop"),
                )
            )


def _check_structured(function: ir.Operation) -> None:
    if len(list(function.regions[0].blocks)) != 1:
        raise Failure(
            error(function.location, "cannot differentiate this function: its control flow could not be lifted to scf")
        )


def _remark(request, plan, report: Report) -> None:
    """Says what is recorded, loop by loop."""
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


def _publish(request) -> None:
    """The filled function is an ordinary one: visible, without the request's attributes."""
    attributes = request.function.attributes
    for name in list(attributes):
        if name.startswith("lagrad.") or name == "sym_visibility":
            del attributes[name]
