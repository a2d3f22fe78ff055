"""What both modes do before and after they emit: checks, a copy of the primal in normal form, its activity."""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.activity import Activity
from ..analysis.call_graph import functions, is_declaration, reachable, recursive
from ..analysis.program import Program
from ..analysis.request import Request
from ..build import has_derivative
from ..dialect import EXACT, SECOND_PULLBACK
from ..errors import Failure, Report, error, note
from ..mlir import ir
from .calls.outlined_pieces import refuse_on_memory
from .rewrites import isolated, normal_form, repeated_decisions
from .sizes import named_sizes
from .sizes.call_sizes import CallSizes
from .snapshots import recorded


def prepare(
    module: ir.Operation,
    request: Request,
    derivatives: dict[str, str],
    rewrite: Callable[[Program, Activity, Report], bool],
    report: Report,
    callee=None,
    runs_twice: bool = False,
    rewinds: bool = False,
) -> tuple[ir.Module, Program]:
    """The primal of a request in the form that is differentiated, and the module that holds it.

    `derivatives` names the functions that bring their own, which stay calls, as do those that call themselves;
    `rewrite` makes other operations of some and says whether there were any. `callee` is what a caller says of a
    function that is to be split (`split_calls`). In reverse mode parts of the primal run twice, in both sweeps,
    and with a budget of memory any loop may compute its states again.
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
    callees = [table[name] for name in reachable(module, request.primal) if name in table]
    opaque = {*derivatives, *recursive(module, request.primal)}
    copy, name = isolated.isolate(primal, callees, opaque), isolated.root_name(primal, opaque)
    if runs_twice:
        refuse_on_memory(copy.operation)
    try:
        normal_form.inline_calls(copy, name)
        normal_form.count_in_indices(copy)
        normal_form.to_linalg(copy)
        _check_structured(isolated.function_named(copy, name))
        if runs_twice:
            recorded.record(copy.operation, report)
        while _rewritten(copy, name, request, derivatives, rewrite, report, callee):
            normal_form.to_linalg(copy)  # what was built inside may be open in turn
        normal_form.to_scalars(copy, name)
        normal_form.name_sizes(copy, name, CallSizes(module, derivatives).emit)
    except ir.MLIRError as failure:
        raise Failure(*(error(d.location, d.message) for d in failure.error_diagnostics)) from None
    program = Program(isolated.function_named(copy, name), derivatives)
    if runs_twice and repeated_decisions.mark(program, request.function, rewinds):
        program = Program(isolated.function_named(copy, name), derivatives)
    named_sizes.erase_shapes(copy)  # they must not be copied into the derivative
    return copy, program


def activity_of(program: Program, wrt: list[int], callee=None) -> Activity:
    """What lies between the arguments in wrt and the float results, or those that a caller of the function names."""
    results = {n: r for n, r in enumerate(program.results) if has_derivative(r.type)}
    arguments = [program.arguments[n] for n in wrt]
    if callee is None:
        return Activity(program, arguments, results.values())
    doubted, constants = [results[n] for n in callee.doubted], [program.arguments[n] for n in callee.constants]
    return Activity(program, arguments, [results[n] for n in callee.of], doubted, constants)


def publish(request: Request) -> None:
    """The filled function is an ordinary one: visible, without the request's attributes."""
    attributes = request.function.attributes
    for name in list(attributes):
        if name.startswith("lagrad.") and name not in (EXACT, SECOND_PULLBACK) or name == "sym_visibility":
            del attributes[name]


def _rewritten(
    copy: ir.Module, name: str, request: Request, derivatives: dict, rewrite: Callable, report: Report, callee
) -> bool:
    program = Program(isolated.function_named(copy, name), derivatives)
    return rewrite(program, activity_of(program, request.wrt, callee), report)


def _check_structured(function: ir.Operation) -> None:
    if len(list(function.regions[0].blocks)) != 1:
        raise Failure(
            error(function.location, "cannot differentiate this function: its control flow could not be lifted to scf")
        )
