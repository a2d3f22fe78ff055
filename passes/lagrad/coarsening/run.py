"""Coarsening of a module: its segments, the verdict on each, and the program with the good ones replaced."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from ..analysis.call_graph import functions, is_declaration
from ..analysis.dependence import dependents
from ..analysis.memory import LOADS
from ..analysis.program import Program, walk
from ..build import has_derivative, is_tensor, shape_of
from ..dialect import COARSEN, COARSENED, NO_COARSEN, SEGMENT
from ..errors import Failure, error
from ..mlir import ir
from ..requests import collect, declare_operations, fresh_name
from . import quotients
from .budget import Budget
from .loops.closed_exits import close
from .loops.hoisted_sums import hoist
from .loops.parts import pass_all_on
from .loops.sums import LOOPS
from .loops.verdict import judge_exits, judge_loop
from .segments.cones import parts, segments
from .segments.functions_of_segment import define_copy, define_form, define_pullback, define_pushforward, replace
from .segments.verdict import Verdict, judge, unless_parts_are_better

_OWN = ("lagrad.custom_pullback", "lagrad.custom_pushforward", "lagrad.inactive")


class Said(NamedTuple):
    """What is said of a segment or a loop, and where; `formulas` has it in symbols, where there is a closed form."""

    location: ir.Location
    text: str
    formulas: str


def coarsen(module: ir.Operation, budget: Budget, largest: int, phi: bool = True) -> Iterator[Said]:
    """Replaces segments of a module by calls, where that is cheaper; the verdict on each segment.

    Without `phi` no segment has choices, and nothing leaves a loop: what coarsening is without its calculus.
    """
    declare_operations(module)
    asked = _asked(module)
    closed = {name: why for name, function in functions(module).items() if (why := _why_closed(function))}
    _check_marks(module, closed)
    for name, function in functions(module).items():
        if name in closed:
            continue
        wrt, always = asked.get(name), COARSEN in function.attributes
        if phi:
            for loop in reversed([op for op in walk(function) if op.name == "scf.while"]):
                pass_all_on(loop)
            yield from _hoist_sums(function, wrt, budget, always)
        quotients.mark(function, _active(function, wrt))
        if phi:
            yield from _close_exits(module, name, function, wrt, budget, always)
        active = _active(function, wrt)
        left = list(segments(function, largest, phi))
        while left:
            segment = left.pop(0)
            verdict = judge(segment, active, budget, always)
            if segment.nests and verdict.is_used and not always:
                smaller = (judge(own, active, budget, always) for own in parts(segment, largest))
                verdict = unless_parts_are_better(verdict, smaller)
            if segment.nests and not verdict.is_used:
                left = [*parts(segment, largest), *left]
            yield Said(verdict.segment.location, verdict.text, verdict.formulas)
            if verdict.is_used:
                old, new = _coarsen(module, name, verdict)
                active = {new if value == old else value for value in active}
                for other in left:
                    other.inputs = [new if value == old else value for value in other.inputs]
    quotients.multiply(module)


def _hoist_sums(function: ir.Operation, wrt: set[int] | None, budget: Budget, always: bool) -> Iterator[Said]:
    """Takes sums over data out of the loops of a function; what is said of each loop that has some."""
    for loop in reversed([op for op in walk(function) if op.name in LOOPS]):
        verdict = judge_loop(loop, _active(function, wrt), budget, always)
        if verdict is None:
            continue
        yield Said(loop.location, verdict.text, verdict.formulas)
        if verdict.is_used:
            hoist(verdict.sums, Program(function))


def _close_exits(
    module: ir.Operation, name: str, function: ir.Operation, wrt: set[int] | None, budget: Budget, always: bool
) -> Iterator[Said]:
    """Gives what loops carry by affine steps a derivative in closed form, inner loops first; what is said of each."""
    is_by_one = wrt is not None and _is_one_number(function, wrt)
    for loop in reversed([op for op in walk(function) if op.name in LOOPS]):
        location = loop.location
        verdicts = judge_exits(loop, _active(function, wrt), budget, always, is_by_one)
        yield from [Said(location, verdict.text, verdict.formula) for verdict in verdicts]
        if used := [verdict.found for verdict in verdicts if verdict.is_used]:
            close(module, name, used)


def _is_one_number(function: ir.Operation, wrt: set[int]) -> bool:
    types = [function.regions[0].blocks[0].arguments[number].type for number in wrt]
    return len(types) == 1 and (not is_tensor(types[0]) or prod(shape_of(types[0])) == 1)


def _check_marks(module: ir.Operation, closed: dict[str, str]) -> None:
    """Failure for all functions that are to be coarsened, but may not be."""
    table = functions(module)
    if marked := [name for name in closed if COARSEN in table[name].attributes]:
        raise Failure(
            *(error(table[name].location, f"'{name}' is marked '{COARSEN}', but {closed[name]}") for name in marked)
        )


def _why_closed(function: ir.Operation) -> str:
    """Why the segments of a function may not be replaced, and what to do; nothing if they may."""
    if is_declaration(function):
        return "it has no body: say it of the function that has one"
    if len(list(function.regions[0].blocks)) != 1:
        return "it has several blocks: run 'lift-cf-to-scf' before"
    marks = [mark for mark in (NO_COARSEN, SEGMENT, *_OWN) if mark in function.attributes]
    return f"it says '{marks[0]}': leave out one of them" if marks else ""


def _asked(module: ir.Operation) -> dict[str, set[int]]:
    """Function -> the arguments with respect to which some derivative of it is asked for."""
    found: dict[str, set[int]] = {}
    for request in collect(module):
        found.setdefault(request.primal, set()).update(request.wrt)
    return found


def _active(function: ir.Operation, wrt: set[int] | None) -> set[ir.Value]:
    """What depends on the arguments in `wrt`; on any float argument, where nothing is asked of the function itself.

    What is read from memory may have been written by anybody.
    """
    program = Program(function)
    chosen = [v for n, v in enumerate(program.arguments) if has_derivative(v.type) and (wrt is None or n in wrt)]
    loads = [op.results[0] for op in walk(function) if op.name in LOADS and has_derivative(op.results[0].type)]
    return dependents(program, chosen + loads)


def _coarsen(module: ir.Operation, name: str, verdict: Verdict) -> tuple[ir.Value, ir.Value]:
    """Replaces a segment by a call; the value that was, and the one that is in its place."""
    segment, old = verdict.segment, verdict.segment.root
    module.attributes[COARSENED] = ir.UnitAttr.get(module.context)
    own = fresh_name(module, f"{name}_segment")
    if verdict.patterns:
        function = define_form(module, own, segment, verdict.symbols, verdict.expression)
    else:
        function = define_copy(module, own, segment)
    rest = segment, verdict.symbols, verdict.form
    pullback = define_pullback(module, f"{own}_pullback", *rest)
    pushforward = define_pushforward(module, f"{own}_pushforward", *rest)
    return old, replace(segment, function, pullback, pushforward)
