"""Reverse mode of one request: copy, normal form, analyses, emission."""

from __future__ import annotations

from collections.abc import Mapping

from ... import build
from ...analysis.activity import Activity
from ...analysis.call_graph import functions, signature
from ...analysis.effects import pure_functions
from ...analysis.program import Program
from ...analysis.recording.tbr import Plan
from ...analysis.request import Fill, Request
from ...analysis.split import Split
from ...analysis.support import refusals, refuse_without_derivative
from ...build import has_derivative
from ...errors import Failure, Report
from ...mlir import ir
from .. import budget
from ..calls import own_derivatives as calls  # noqa: F401  fills the table of adjoints
from ..calls.split_calls import Splitter
from ..plan_report import report_call, report_plan
from ..prepare import activity_of, prepare, publish
from ..recording import Recording
from ..rewrites import open_forms  # noqa: F401  fills the table of adjoints
from . import control, linalg, overwritten  # noqa: F401  the first two fill the table of adjoints
from .pullback import emit_pullback, plan_pullback
from .trials import Trials


def fill(module: ir.Operation, request: Request, report: Report, tape: Recording, splits: dict, write: Fill) -> None:
    """Writes the body of a requested pullback or gradient.

    `tape` says what to weigh, and how much may be kept. `splits` are the functions split so far (`split_calls`), of the
    modules of one run; `write` writes other requests.

    Raises a Failure with every reason why it cannot.
    """
    pullbacks = calls.known_pullbacks(module)
    if request.primal in pullbacks:
        _call_custom(module, request, pullbacks[request.primal])
        report_call(request, pullbacks[request.primal], report)
        return
    _copy, plan = planned(module, request, report, tape, splits, write)
    if tape.budget:

        def again(request: Request, report: Report, splits: dict, known: Mapping[str, Split]) -> tuple:
            return planned(module, request, report, tape, splits, write, known=known)

        trials = Trials(module, request, plan, splits, again)
        _copy, plan = budget.within(_copy, plan, request.name, request.function.location, tape, report, trials)
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


def planned(
    module: ir.Operation,
    request: Request,
    report: Report,
    tape: Recording,
    splits: dict,
    write: Fill,
    callee=None,
    known: Mapping[str, Split] = {},
) -> tuple[ir.Module, Plan]:
    """What the adjoint of a function reads and records, and the copy of it that the plan speaks of.

    Of a `callee` that is to be split its caller says more: the results that have a cotangent, those
    that it may not use, and which arguments are constants. `known` are functions that are split already. Raises a
    Failure with every reason why the function cannot be differentiated.
    """
    own: dict = {**calls.known_pullbacks(module), **known}
    splitter = Splitter(
        module,
        request.primal,
        lambda callee, told: _planned_callee(module, request, callee, told, tape, splits, write, known),
        write,
        own,
        splits,
        report,
    )

    def rewrite(program: Program, activity: Activity, report: Report) -> bool:
        return splitter.rewrite(program, activity) or open_forms.rewrite(program, activity, report)

    copy, program = prepare(module, request, own, rewrite, report, callee, runs_twice=True, rewinds=bool(tape.budget))
    activity = activity_of(program, request.wrt, callee)
    told = splitter.refusals(program, activity)
    refused = refusals(program, activity, request.primal, request.wrt, told=splitter.refused)
    if problems := [*refused, *told, *splitter.problems]:
        raise Failure(*problems)
    plan = plan_pullback(program, activity, tape.mode, request.with_primal)
    if (parts := overwritten.with_parts(program, plan)) is not None:
        plan = plan_pullback(parts, activity_of(parts, request.wrt, callee), tape.mode, request.with_primal)
    return copy, plan


def _planned_callee(
    module: ir.Operation,
    request: Request,
    callee,
    report: Report,
    tape: Recording,
    splits: dict,
    write: Fill,
    known: Mapping[str, Split],
) -> tuple[ir.Module, Plan]:
    """The plan of a function that a request calls and that is not inlined, as if it were asked for itself."""
    name = f"{request.name}.{callee.primal}"
    called = Request(
        kind="call", function=callee.function, name=name, primal=callee.primal, wrt=callee.wrt, with_primal=True
    )
    copy, plan = planned(module, called, report, tape, splits, write, callee, known)
    report_plan(called, plan, report)
    return copy, plan


def _call_custom(module: ir.Operation, request: Request, pullback: str) -> None:
    """The derivative of a function that brings its own is a call of that.

    It comes after a call of the function where that has effects.
    """
    table = functions(module)
    refuse_without_derivative(table[request.primal])
    inputs, results = signature(table[request.primal])
    own = table[pullback]
    types, _ = signature(request.function)
    with request.function.location:
        entry = request.function.regions[0].blocks.append(*types, arg_locs=[request.function.location] * len(types))
        with ir.InsertionPoint(entry):
            arguments = list(entry.arguments)[: len(inputs)]
            seeds = [t for t in results if has_derivative(t)] if request.kind == "gradient" else []
            is_sized = any(build.DYNAMIC in build.shape_of(t) for t in seeds)
            called = []
            if request.with_primal or is_sized or request.primal not in pure_functions(module):
                callee = ir.FlatSymbolRefAttr.get(request.primal)
                called = build.emit("func.call", results, arguments, callee=callee)
            returned = list(called) if request.with_primal else []
            cotangents = list(entry.arguments)[len(inputs) :]
            if request.kind == "gradient":
                cotangents = [_ones(results, called)]
            callee = ir.FlatSymbolRefAttr.get(pullback)
            gradients = build.emit("func.call", signature(own)[1], [*arguments, *cotangents], callee=callee)
            floats = [n for n, t in enumerate(inputs) if has_derivative(t)]
            returned += [gradients[floats.index(n)] for n in request.wrt]
            build.emit("func.return", [], returned)
    publish(request)


def _ones(types: list[ir.Type], called: list[ir.Value]) -> ir.Value:
    """The cotangent of a gradient, shaped like the one float result of a call, which there is if its size is open."""
    number, type = next((n, t) for n, t in enumerate(types) if has_derivative(t))
    sizes = build.shape_of(type)
    if build.DYNAMIC in sizes:
        sizes = build.sizes_of(called[number])
    return build.full(type, sizes, 1.0)
