"""Reverse mode of one request: copy, normal form, analyses, emission."""

from __future__ import annotations

from .. import build
from ..analysis.account import report_plan
from ..analysis.activity import Activity
from ..analysis.call_graph import cycle, functions, is_declaration, reachable, signature
from ..analysis.program import Program
from ..analysis.support import refusals
from ..analysis.tbr import Plan
from ..build import has_derivative
from ..errors import Failure, Report, error, note
from ..mlir import ir
from . import normal_form, open_forms
from .calls import custom_pullbacks
from .pullback import emit_pullback, plan_pullback


def fill(module: ir.Operation, request, report: Report) -> None:
    """Writes the body of a requested pullback or gradient (a `lagrad.requests.Request`).

    Raises a Failure with every reason why it cannot.
    """
    pullbacks = custom_pullbacks(module)
    if request.primal in pullbacks:
        _call_custom(request, pullbacks[request.primal], functions(module))
        return
    _copy, plan = planned(module, request, report)
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
    _publish(request)


def planned(module: ir.Operation, request, report: Report) -> tuple[ir.Module, Plan]:
    """What the adjoint of a function reads and records, and the copy of it that the plan speaks of.

    Raises a Failure with every reason why it cannot be differentiated.
    """
    table = functions(module)
    primal = table[request.primal]
    pullbacks = custom_pullbacks(module)
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
    copy = normal_form.isolate(primal, [table[name] for name in callees if name in table], pullbacks)
    try:
        normal_form.inline_calls(copy, request.primal)
        normal_form.to_linalg(copy)
        _check_structured(normal_form.function_named(copy, request.primal))
        while _rewrite_open_forms(copy, request, report):
            normal_form.to_linalg(copy)  # what was built inside may be open in turn
        normal_form.name_sizes(copy, request.primal)
    except ir.MLIRError as failure:
        raise Failure(
            *(error(d.location, d.message) for d in failure.error_diagnostics)
        ) from None
    program = Program(normal_form.function_named(copy, request.primal), pullbacks)
    normal_form.erase_shapes(copy)  # they must not be copied into the derivative
    activity = _activity(program, request.wrt)
    if problems := refusals(program, activity, request.primal, request.wrt):
        raise Failure(*problems)
    return copy, plan_pullback(program, activity)


def _activity(program: Program, wrt: list[int]) -> Activity:
    return Activity(
        program,
        [program.arguments[n] for n in wrt],
        [r for r in program.results if has_derivative(r.type)],
    )


def _rewrite_open_forms(copy: ir.Module, request, report: Report) -> bool:
    program = Program(normal_form.function_named(copy, request.primal))
    return open_forms.rewrite(program, _activity(program, request.wrt), report)


def _check_recursion(module: ir.Operation, request, callees: list[str]) -> None:
    table = functions(module)
    for name in (request.primal, *callees):
        if name in table and (way := cycle(module, name)):
            calls_itself = " -> ".join(f"@{step}" for step in way)
            raise Failure(
                error(
                    table[name].location,
                    f"cannot differentiate @{request.primal}: @{name} calls itself: {calls_itself}",
                    note(request.function.location, "the derivative is requested here; write the recursion as a loop"),
                )
            )


def _check_structured(function: ir.Operation) -> None:
    if len(list(function.regions[0].blocks)) != 1:
        raise Failure(
            error(function.location, "cannot differentiate this function: its control flow could not be lifted to scf")
        )


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
    _publish(request)


def _ones(primal: str, arguments: list[ir.Value], types: list[ir.Type]) -> ir.Value:
    """The cotangent of a gradient, shaped like the one float result of a call."""
    number, type = next((n, t) for n, t in enumerate(types) if has_derivative(t))
    sizes = build.shape_of(type)
    if build.DYNAMIC in sizes:
        callee = ir.FlatSymbolRefAttr.get(primal)
        result = build.emit("func.call", types, arguments, callee=callee)[number]
        sizes = build.sizes_of(result)
    return build.full(type, sizes, 1.0)


def _publish(request) -> None:
    """The filled function is an ordinary one: visible, without the request's attributes."""
    attributes = request.function.attributes
    for name in list(attributes):
        if name.startswith("lagrad.") or name == "sym_visibility":
            del attributes[name]
