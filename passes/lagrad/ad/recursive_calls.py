"""Functions that call themselves, directly or through others.

They stay functions, as those marked `no_inline` do, and are split for the adjoint of their callers
(`split_calls`). What a call of itself leaves behind would be among the residuals of the function, and
so on without end; no fixed type holds that. So there are no residuals: the pullback takes the
arguments, and computes again what it reads, for which it may call the primal.

    f(x) = g(x, f(h(x)))        f_adjoint(x, ct):  reads f(h(x)) if the adjoint of g does, and calls
                                                   f_adjoint(h(x), ...)

Adjoints of tensors are passed on and added to, so that a call that adds to one element of an array does not make a whole one.

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
from ..build import is_tensor
from ..dialect import PURE, UPDATES
from ..errors import Diagnostic, note
from ..mlir import ir
from . import tape
from .declarations import close, declare, open_body
from .kept_calls import effect, of_vectors, refusal, takes_vectors
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
        accumulated = tuple(n for n in callee.wrt if is_tensor(inputs[n]))
        given = [*inputs, *cotangents, *(inputs[n] for n in accumulated)]
        first = len(inputs) + len(cotangents)
        pullback = declare(module, f"{name}_adjoint", given, gradients)
        if accumulated:
            places = [place for n in accumulated for place in (first + accumulated.index(n), callee.wrt.index(n))]
            pullback.attributes[UPDATES] = ir.DenseI64ArrayAttr.get(places)
    wrt, of = tuple(callee.wrt), tuple(callee.of)
    taken, depends = tuple(range(len(inputs))), (wrt,) * len(results)
    split = Split(symbol(pullback), taken, (), of, wrt, depends, UNKNOWN_CALL, uses, accumulated, name)
    made[module, name, *callee.version] = symbol(augmented), split
    augmented.attributes[PURE] = ir.UnitAttr.get(module.context)  # its body says so, once it has one
    _copy, planned = plan(callee)
    del augmented.attributes[PURE]
    with functions(module)[name].location:
        _write_primal(augmented, planned)
        _write_pullback(pullback, planned, split)
    return symbol(augmented), split


def _write_primal(function: ir.Operation, plan: Plan) -> None:
    program, slicer = plan.program, plan.slicer
    entry = open_body(function)
    with ir.InsertionPoint(entry):
        scope = Scope().bind(program.arguments, entry.arguments)
        wanted = [*program.results, *slicer.effects(program.entry)]
        tape.emit_slice(slicer, slicer.block(program.entry, wanted), scope)
        close(function, [scope[r] for r in program.results])


def _write_pullback(function: ir.Operation, plan: Plan, split: Split) -> None:
    program, slicer = plan.program, plan.slicer
    results, wrt = [program.results[n] for n in split.of], [program.arguments[n] for n in split.wrt]
    entry = open_body(function)
    with ir.InsertionPoint(entry):
        given = iter(entry.arguments)
        scope = Scope().bind(program.arguments, [next(given) for _ in program.arguments])
        cotangents = [next(given) for _ in results]
        adjoints = {program.arguments[n]: next(given) for n in split.accumulated}
        needs = [*plan.needs[program.entry], *(size for v in (*results, *wrt) for size in program.dynamic_sizes(v))]
        tape.emit_slice(slicer, slicer.block(program.entry, needs), scope)
        sweep = adjoint_sweep(plan, scope, results, cotangents, adjoints)
        close(function, [sweep.gradient(v) for v in wrt])
