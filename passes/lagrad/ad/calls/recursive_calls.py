"""Functions that call themselves, directly or through others.

They stay functions, as those marked `no_inline` do, and are split for the adjoint of their callers
(`split_calls`). What a call of itself leaves behind would be among the residuals of the function, and
so on without end; no type of a result holds that.

First the pullback is written without residuals: it takes the arguments, and computes again what it
reads, for which it may call the primal.

    f(x) = g(x, f(h(x)))        f_adjoint(x, ct):  reads f(h(x)) if the adjoint of g does, and calls
                                                   f_adjoint(h(x), ...)

If no adjoint reads what these calls gave, as in sums over trees, that costs as much as the primal, times a
constant, and it stays. If one does, each level would compute those below it once more. Then they are written
again with records (`records`): the augmented primal gives tensors in which each call has left what it gave, and
the pullback is that of a function that reads it there. Only calls in an order can be recorded; of others, in the
bodies of parallel loops that are not differentiated, the first way stays.

Adjoints of tensors are passed on and added to, so that a call that adds to one element of an array does not make a
whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ...analysis.call_graph import functions, mutual, recursive, signature, symbol
from ...analysis.program import walk
from ...analysis.recorded import Recorded, recorded
from ...analysis.recording.cost import UNKNOWN_CALL
from ...analysis.recording.tbr import Plan
from ...analysis.split import Split, Uses
from ...build import is_tensor
from ...dialect import PURE, UPDATES
from ...errors import Diagnostic, Report, note
from ...mlir import ir
from ..reverse import tape
from ..reverse.pullback import adjoint_sweep
from ..scope import Scope
from . import recalls, record_layout, records
from .declarations import close, declare, fresh, open_body
from .kept_calls import effect, of_vectors, refusal, takes_vectors


def find(module: ir.Operation, name: str, own: Container[str]) -> tuple[list[str], dict[str, Callable]]:
    """The functions, of one and all that it calls, that call themselves and are split; of the others, how a call is
    refused.
    """
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


@dataclass
class _Run:
    """Functions that call each other, while they are written: a version of one at a time, as calls of it are met."""

    names: dict[str, str]  # what calls of them name -> the function
    written: list["_Written"] = field(default_factory=list)


@dataclass(frozen=True)
class _Written:
    name: str
    callee: Any
    augmented: str
    pullback: str


def write(
    module: ir.Operation, name: str, callee, uses: Uses, plan: Callable, made: dict, report: Report
) -> tuple[str, Split]:
    """Writes an augmented primal and the pullback of a function that calls itself; see `split_calls.Callee`.

    `plan(callee, report)` plans its adjoint. `made` learns of both before they are written, as they call each other.
    """
    if (module, "records", name) in made:
        return write_recorded(module, name, callee, uses, plan, made, report)
    around: _Run | None = made.get((module, "run"))
    if around is not None and name in around.names:
        return _write_plain(module, name, callee, uses, plan, made, report, around)
    group = mutual(module, name)
    run = made[module, "run"] = _Run({each: each for each in group})
    try:
        found = _write_plain(module, name, callee, uses, plan, made, Report(), run)
    finally:
        made[module, "run"] = around
    layout = _layout(module, run, group)
    if layout is None:
        for each in run.written:  # for what it tells; calls inside the group are gone by now
            plan(replace(each.callee, function=callee.function), report)
        return found
    table, primals = functions(module), {}
    for each in run.written:
        primals.setdefault(each.name, table[each.augmented])
    written = records.write(module, primals, layout)
    for each in run.written:
        del made[module, each.name, *each.callee.version]
        table[each.augmented].erase()
        table[each.pullback].erase()
    for each in group:
        made[module, "records", each] = written[each], layout
    return write_recorded(module, name, callee, uses, plan, made, report)


def _layout(module: ir.Operation, run: _Run, group: list[str]) -> record_layout.Layout | None:
    """What is to be recorded of these functions; None if nothing needs it, or it cannot be done."""
    table = functions(module)
    read = {
        (run.names[name], number)
        for each in run.written
        for op in walk(table[each.pullback])
        if op.name == "func.call" and (name := op.attributes["callee"].value) in run.names
        for number, result in enumerate(op.results)
        if list(result.uses)
    }
    layout = record_layout.layout({each: signature(table[each])[1] for each in group}, read, run.names)
    is_whole = {each.name for each in run.written} == set(group)
    if not read or not is_whole or not all(records.can_record(table[each.augmented], layout) for each in run.written):
        return None
    return layout


def write_recorded(
    module: ir.Operation, name: str, callee, uses: Uses, plan: Callable, made: dict, report: Report
) -> tuple[str, Split]:
    """The same of a function of which `made` knows the records, or which has them itself (`lagrad.recorded`)."""
    table = functions(module)
    known = recorded(table[name])
    if known is None:
        augmented = records.write_augmented(module, name, *made[module, "records", name])
        known = recorded(augmented)
    else:  # each version of a call has a name of its own
        augmented = table[name].clone(ip=ir.InsertionPoint(table[name])).operation
        augmented.attributes["sym_name"] = ir.StringAttr.get(fresh(name, table), module.context)
    inputs, results = signature(augmented)
    key = module, known.replay, *callee.version
    if key not in made:
        _write_replayed(module, known, callee, uses, plan, made, report)
    split = made[key]
    first = len(results) - (len(split.arguments) - len(inputs))  # of the records, if the call gives them
    depends = (*split.depends, *[()] * (len(results) - len(split.depends)))
    taken, kept = tuple(range(len(inputs))), tuple(range(first, len(results)))
    return symbol(augmented), replace(split, arguments=taken, kept=kept, depends=depends, uses=uses)


def _write_plain(
    module: ir.Operation, name: str, callee, uses: Uses, plan: Callable, made: dict, report: Report, run: _Run
) -> tuple[str, Split]:
    """Writes an augmented primal, which gives nothing but the results, and the pullback."""
    inputs, results = signature(functions(module)[name])
    with functions(module)[name].location:
        augmented = declare(module, f"{name}_augmented", inputs, results)
    if UPDATES in functions(module)[name].attributes:
        augmented.attributes[UPDATES] = functions(module)[name].attributes[UPDATES]
    split = _declare_pullback(module, name, name, callee, uses)
    run.names[symbol(augmented)] = name
    run.written.append(_Written(name, callee, symbol(augmented), split.pullback))
    made[module, name, *callee.version] = symbol(augmented), split
    augmented.attributes[PURE] = ir.UnitAttr.get(module.context)  # its body says so, once it has one
    _copy, planned = plan(callee, report)
    del augmented.attributes[PURE]
    with functions(module)[name].location:
        _write_primal(augmented, planned)
        _write_pullback(functions(module)[split.pullback], planned, split)
    return symbol(augmented), split


def _write_replayed(
    module: ir.Operation, known: Recorded, callee, uses: Uses, plan: Callable, made: dict, report: Report
) -> None:
    """Writes the pullback of a function that reads records."""
    split = _declare_pullback(module, known.replay, known.primal, callee, uses)
    made[module, known.replay, *callee.version] = split
    _copy, planned = plan(replace(callee, primal=known.replay), report)
    with functions(module)[known.replay].location:
        _write_pullback(functions(module)[split.pullback], planned, split)
    recalls.complete(module, functions(module)[split.pullback])


def _declare_pullback(module: ir.Operation, name: str, primal: str, callee, uses: Uses) -> Split:
    """Declares the pullback of a function that gives what `primal` gives, or is it."""
    function = functions(module)[name]
    inputs, results = signature(function)
    cotangents, gradients = [results[n] for n in callee.of], [inputs[n] for n in callee.wrt]
    accumulated = tuple(n for n in callee.wrt if is_tensor(inputs[n]))
    given = [*inputs, *cotangents, *(inputs[n] for n in accumulated)]
    with function.location:
        pullback = declare(module, f"{primal}_adjoint", given, gradients)
    if accumulated:
        first = len(inputs) + len(cotangents)
        places = [place for n in accumulated for place in (first + accumulated.index(n), callee.wrt.index(n))]
        pullback.attributes[UPDATES] = ir.DenseI64ArrayAttr.get(places, module.context)
    wrt, of = tuple(callee.wrt), tuple(callee.of)
    taken, depends = tuple(range(len(inputs))), (wrt,) * len(results)
    return Split(symbol(pullback), taken, (), of, wrt, depends, UNKNOWN_CALL, uses, accumulated, primal)


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
