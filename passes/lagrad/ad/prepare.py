"""What both modes do before and after they emit: checks, a copy of the primal in normal form, its activity."""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.activity import Activity
from ..analysis.call_graph import cycle, functions, is_declaration, reachable
from ..analysis.program import Program
from ..build import has_derivative
from ..errors import Failure, Report, error, note
from ..mlir import ir
from . import normal_form
from .call_sizes import CallSizes


def prepare(
    module: ir.Operation,
    request,
    derivatives: dict[str, str],
    rewrite: Callable[[Program, Activity, Report], bool],
    report: Report,
    of: list[int] | None = None,
) -> tuple[ir.Module, Program]:
    """The primal of a request in the form that is differentiated, and the module that holds it.

    `derivatives` names the functions that bring their own, which stay calls; `rewrite` makes
    other operations of some and says whether there were any. `of` numbers the results that have
    a cotangent; default all floats.
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
    copy = normal_form.isolate(primal, [table[name] for name in callees if name in table], derivatives)
    try:
        normal_form.inline_calls(copy, request.primal)
        normal_form.count_in_indices(copy)
        normal_form.to_linalg(copy)
        _check_structured(normal_form.function_named(copy, request.primal))
        while _rewritten(copy, request, derivatives, rewrite, report, of):
            normal_form.to_linalg(copy)  # what was built inside may be open in turn
        normal_form.to_scalars(copy, request.primal)
        normal_form.name_sizes(copy, request.primal, CallSizes(module).emit)
    except ir.MLIRError as failure:
        raise Failure(
            *(error(d.location, d.message) for d in failure.error_diagnostics)
        ) from None
    program = Program(normal_form.function_named(copy, request.primal), derivatives)
    normal_form.erase_shapes(copy)  # they must not be copied into the derivative
    return copy, program


def activity_of(program: Program, wrt: list[int], of: list[int] | None = None) -> Activity:
    """What lies between the arguments in wrt and the float results, or those in `of`."""
    results = [r for n, r in enumerate(program.results) if has_derivative(r.type) and (of is None or n in of)]
    return Activity(program, [program.arguments[n] for n in wrt], results)


def publish(request) -> None:
    """The filled function is an ordinary one: visible, without the request's attributes."""
    attributes = request.function.attributes
    for name in list(attributes):
        if name.startswith("lagrad.") or name == "sym_visibility":
            del attributes[name]


def _rewritten(
    copy: ir.Module, request, derivatives: dict, rewrite: Callable, report: Report, of: list[int] | None
) -> bool:
    program = Program(normal_form.function_named(copy, request.primal), derivatives)
    return rewrite(program, activity_of(program, request.wrt, of), report)


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
