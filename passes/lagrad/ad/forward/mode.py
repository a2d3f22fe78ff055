"""Forward mode of one request: copy, normal form, analyses, emission."""

from __future__ import annotations

from ... import build
from ...analysis.call_graph import functions, signature
from ...analysis.demand import Demand, Tangent
from ...analysis.effects import pure_functions
from ...analysis.program import Program
from ...analysis.request import Request
from ...analysis.support import refusals, refuse_without_derivative
from ...build import has_derivative
from ...errors import Failure, Report
from ...mlir import ir
from ..calls.own_derivatives import custom_pushforwards
from ..calls.recursive_tangents import Pusher
from ..plan_report import report_call, report_tangents
from ..prepare import activity_of, prepare, publish
from ..rewrites import open_forms  # noqa: F401  the first two fill the table of tangents
from ..scope import Scope
from . import control as forward_control  # noqa: F401  the first two fill the table of tangents
from . import linalg as forward_linalg  # noqa: F401  likewise
from .tangents import Tangents


def fill(module: ir.Operation, request: Request, report: Report, made: dict | None = None) -> None:
    """Writes the body of a requested pushforward.

    `made` are the pushforwards of functions that call themselves, of the modules of one run.

    Raises a Failure with every reason why it cannot.
    """
    pushforwards = custom_pushforwards(module)
    if request.primal in pushforwards:
        _call_custom(module, request, pushforwards[request.primal])
        report_call(request, pushforwards[request.primal], report)
        return
    made = {} if made is None else made
    own: dict = dict(pushforwards)
    pusher = Pusher(module, request.primal, lambda wanted: fill(module, wanted, report, made), own, made)
    _copy, program = prepare(module, request, own, open_forms.rewrite_for_tangents, report)
    activity = activity_of(program, request.wrt)
    told = pusher.refusals(program, activity)
    if problems := [*refusals(program, activity, request.primal, request.wrt, "forward", pusher.refused), *told]:
        raise Failure(*problems)
    floats = [r for r in program.results if has_derivative(r.type)]
    demand = Demand(program, activity, floats, program.results if request.with_primal else [])
    if problems := pusher.write(demand):
        raise Failure(*problems)
    report_tangents(request, program, activity, report)
    _emit(request, program, demand, floats)
    publish(request)


def _emit(request: Request, program: Program, demand: Demand, floats: list[ir.Value]) -> None:
    """Arguments, each one in wrt followed by its tangent, in; [primal results and] tangents out."""
    entry = _entry(request)
    with ir.InsertionPoint(entry), request.function.location:
        primal, directions = split(request.wrt, list(entry.arguments))
        scope = Scope().bind(program.arguments, primal)
        tangents = Tangents(demand, scope)
        for number, tangent in directions.items():
            argument = program.arguments[number]
            scope[Tangent(argument)] = build.whole_slice(tangent, build.sizes_of(scope[argument]))
        tangents.run(program.entry)
        kept = [scope[r] for r in program.results] if request.with_primal else []
        build.emit("func.return", [], kept + [tangents[Tangent(r)] for r in floats])


def _entry(request: Request) -> ir.Block:
    types, _ = signature(request.function)
    return request.function.regions[0].blocks.append(*types, arg_locs=[request.function.location] * len(types))


def split(wrt: list[int], arguments: list[ir.Value]) -> tuple[list[ir.Value], dict[int, ir.Value]]:
    """The primal arguments of a pushforward, and the tangents by the argument's number."""
    rest, primal, tangents = iter(arguments), [], {}
    for value in rest:
        if len(primal) in wrt:
            tangents[len(primal)] = next(rest)
        primal.append(value)
    return primal, tangents


def _call_custom(module: ir.Operation, request: Request, pushforward: str) -> None:
    """The derivative of a function that brings its own is a call of that, with zeros where no tangent is given.

    It comes after a call of the function where that has effects.
    """
    table = functions(module)
    refuse_without_derivative(table[request.primal])
    inputs, results = signature(table[request.primal])
    entry = _entry(request)
    with ir.InsertionPoint(entry), request.function.location:
        primal, tangents = split(request.wrt, list(entry.arguments))
        arguments = []
        for number, value in enumerate(primal):
            arguments.append(value)
            if number in tangents:
                arguments.append(tangents[number])
            elif has_derivative(value.type):
                arguments.append(build.zeros(value.type, build.sizes_of(value)))
        kept = []
        if request.with_primal or request.primal not in pure_functions(module):
            called = build.emit("func.call", results, primal, callee=ir.FlatSymbolRefAttr.get(request.primal))
            kept = called if request.with_primal else []
        callee = ir.FlatSymbolRefAttr.get(pushforward)
        build.emit(
            "func.return",
            [],
            kept + build.emit("func.call", signature(table[pushforward])[1], arguments, callee=callee),
        )
    publish(request)
