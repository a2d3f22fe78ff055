"""Functions that call themselves, directly or through others.

They stay functions, as those marked `no_inline` do, and are split for the adjoint of their callers
(`split_calls`). What a call of itself leaves behind would be among the residuals of the function, and
so on without end; no fixed type holds that. So there are no residuals: the pullback takes the
arguments, and computes again what it reads, for which it may call the primal.

    f(x) = g(x, f(h(x)))        f_adjoint(x, ct):  reads f(h(x)) if the adjoint of g does, and calls
                                                   f_adjoint(h(x), ...)

Where the adjoint does not read what the calls gave, as in sums over trees, the derivative costs as much
as the primal, times a constant. Where it does, each level computes those below it once more: at most
the depth of the recursion times the primal.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial

from ..analysis.call_graph import functions, recursive, signature, symbol
from ..analysis.cost import UNKNOWN_CALL
from ..analysis.split import Split, Uses
from ..analysis.tbr import Plan
from ..dialect import PURE
from ..errors import Diagnostic, note
from ..mlir import ir
from . import tape
from .declarations import close, declare, open_body
from .kept_calls import effect, of_vectors, refusal, takes_vectors
from .marks import INACTIVE
from .pullback import adjoint_sweep
from .scope import Scope


def find(module: ir.Operation, name: str, own: Container[str]) -> tuple[list[str], dict[str, Callable]]:
    """The functions, of one and all that it calls, that call themselves and are split; of the others, how a call is refused."""
    table, split, refused = functions(module), [], {}
    for each in recursive(module, name):
        if each in own:
            continue
        if takes_vectors(table[each]):
            refused[each] = of_vectors
        elif (op := effect(module, each)) is not None:
            refused[each] = partial(_with_effect, op.location)
        else:
            split.append(each)
    return split, refused


def _with_effect(where: ir.Location, call: ir.Operation) -> Diagnostic:
    why = note(where, "this has an effect, or may give another value the second time")
    name, advice = call.attributes["callee"].value, f"move it out of the recursion, or mark what it calls '{PURE}'"
    return refusal(call, name, "and its adjoint runs it again, which it may not", advice, why)


def write(
    module: ir.Operation, name: str, callee, uses: Uses, plan: Callable, made: dict
) -> tuple[str, Split]:
    """Writes an augmented primal, which gives nothing but the results, and the pullback; see `split_calls.Callee`.

    `made` learns of them before they are written, as they call each other.
    """
    function = functions(module)[name]
    inputs, results = signature(function)
    with function.location:
        augmented = declare(module, f"{name}_augmented", inputs, results)
        cotangents, gradients = [results[n] for n in callee.of], [inputs[n] for n in callee.wrt]
        pullback = declare(module, f"{name}_adjoint", [*inputs, *cotangents], gradients)
    wrt, of = tuple(callee.wrt), tuple(callee.of)
    taken, depends = tuple(range(len(inputs))), (wrt,) * len(results)
    split = Split(symbol(pullback), taken, (), of, wrt, depends, UNKNOWN_CALL, uses, name)
    made[module, name, *callee.version] = symbol(augmented), split
    augmented.attributes[PURE] = ir.UnitAttr.get(module.context)  # its body says so, once it has one
    _copy, planned = plan(callee)
    del augmented.attributes[PURE]
    with functions(module)[name].location:
        _write_primal(augmented, planned)
        _write_pullback(pullback, planned, callee)
    return symbol(augmented), split


def _write_primal(function: ir.Operation, plan: Plan) -> None:
    program, slicer = plan.program, plan.slicer
    entry = open_body(function)
    with ir.InsertionPoint(entry):
        scope = Scope().bind(program.arguments, entry.arguments)
        wanted = [*program.results, *slicer.effects(program.entry)]
        tape.emit_slice(slicer, slicer.block(program.entry, wanted), scope)
        close(function, [scope[r] for r in program.results])


def _write_pullback(function: ir.Operation, plan: Plan, callee) -> None:
    program, slicer = plan.program, plan.slicer
    results, wrt = [program.results[n] for n in callee.of], [program.arguments[n] for n in callee.wrt]
    entry = open_body(function)
    with ir.InsertionPoint(entry):
        arguments, cotangents = list(entry.arguments)[: len(program.arguments)], list(entry.arguments)[len(program.arguments) :]
        scope = Scope().bind(program.arguments, arguments)
        needs = [*plan.needs[program.entry], *(size for v in (*results, *wrt) for size in program.dynamic_sizes(v))]
        tape.emit_slice(slicer, slicer.block(program.entry, needs), scope)
        sweep = adjoint_sweep(plan, scope, results, cotangents)
        close(function, [sweep.gradient(v) for v in wrt])
