"""Reverse mode of one request: copy, normal form, analyses, emission."""

from __future__ import annotations

from .. import build
from ..analysis.call_graph import functions, signature
from ..analysis.support import refusals
from ..analysis.tbr import Plan
from ..build import has_derivative
from ..errors import Failure, Report
from ..mlir import ir
from . import open_forms
from .account import report_call, report_plan
from .calls import custom_pullbacks
from .prepare import activity_of, prepare, publish
from .pullback import emit_pullback, plan_pullback


def fill(module: ir.Operation, request, report: Report, tape: str = "auto") -> None:
    """Writes the body of a requested pullback or gradient (a `lagrad.requests.Request`).

    `tape` says what to weigh, recording against computing again: one of `cost.MODES`.

    Raises a Failure with every reason why it cannot.
    """
    pullbacks = custom_pullbacks(module)
    if request.primal in pullbacks:
        _call_custom(request, pullbacks[request.primal], functions(module))
        report_call(request, pullbacks[request.primal], report)
        return
    _copy, plan = planned(module, request, report, tape)
    report_plan(request, plan, report)
    floats = sum(has_derivative(r.type) for r in plan.program.results)
    emit_pullback(
        request.function,
        plan.program,
        plan,
        request.wrt,
        request.with_primal,
        floats if request.kind == "pullback" else None,
    )
    publish(request)


def planned(module: ir.Operation, request, report: Report, tape: str = "auto") -> tuple[ir.Module, Plan]:
    """What the adjoint of a function reads and records, and the copy of it that the plan speaks of.

    Raises a Failure with every reason why it cannot be differentiated.
    """
    copy, program = prepare(module, request, custom_pullbacks(module), open_forms.rewrite, report)
    activity = activity_of(program, request.wrt)
    if problems := refusals(program, activity, request.primal, request.wrt):
        raise Failure(*problems)
    return copy, plan_pullback(program, activity, tape)


def _call_custom(request, pullback: str, table: dict[str, ir.Operation]) -> None:
    """The derivative of a function that brings its own is a call of that."""
    inputs, results = signature(table[request.primal])
    own = table[pullback]
    types, _ = signature(request.function)
    with request.function.location:
        entry = request.function.regions[0].blocks.append(*types, arg_locs=[request.function.location] * len(types))
        with ir.InsertionPoint(entry):
            arguments = list(entry.arguments)[: len(inputs)]
            returned = []
            if request.with_primal:
                callee = ir.FlatSymbolRefAttr.get(request.primal)
                returned += build.emit("func.call", results, arguments, callee=callee)
            cotangents = list(entry.arguments)[len(inputs) :]
            if request.kind == "gradient":
                cotangents = [_ones(request.primal, arguments, results)]
            callee = ir.FlatSymbolRefAttr.get(pullback)
            gradients = build.emit("func.call", signature(own)[1], [*arguments, *cotangents], callee=callee)
            floats = [n for n, t in enumerate(inputs) if has_derivative(t)]
            returned += [gradients[floats.index(n)] for n in request.wrt]
            build.emit("func.return", [], returned)
    publish(request)


def _ones(primal: str, arguments: list[ir.Value], types: list[ir.Type]) -> ir.Value:
    """The cotangent of a gradient, shaped like the one float result of a call."""
    number, type = next((n, t) for n, t in enumerate(types) if has_derivative(t))
    sizes = build.shape_of(type)
    if build.DYNAMIC in sizes:
        callee = ir.FlatSymbolRefAttr.get(primal)
        result = build.emit("func.call", types, arguments, callee=callee)[number]
        sizes = build.sizes_of(result)
    return build.full(type, sizes, 1.0)
