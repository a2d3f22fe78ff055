"""Coarsening of a module: its segments, the verdict on each, and the program with the good ones replaced."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.call_graph import functions, is_declaration
from ..analysis.dependence import dependents
from ..analysis.program import Program
from ..build import has_derivative
from ..dialect import COARSEN, NO_COARSEN, SEGMENT
from ..mlir import ir
from ..requests import collect, declare_operations, fresh_name
from .budget import Budget
from .functions_of_segment import define_copy, define_form, define_pullback, define_pushforward, replace
from .segments import segments
from .verdict import Verdict, judge

_OWN = ("lagrad.custom_pullback", "lagrad.custom_pushforward", "lagrad.inactive")


def coarsen(module: ir.Operation, budget: Budget, largest: int) -> Iterator[tuple[ir.Location, str]]:
    """Replaces segments of a module by calls, where that is cheaper; the verdict on each segment, and its place."""
    declare_operations(module)
    asked = _asked(module)
    for name, function in functions(module).items():
        if not _is_open(function):
            continue
        active = _active(function, asked.get(name))
        left = list(segments(function, largest))
        while left:
            verdict = judge(left.pop(0), active, budget, COARSEN in function.attributes)
            yield verdict.segment.location, verdict.text
            if verdict.is_used:
                old, new = _coarsen(module, name, verdict)
                active = {new if value == old else value for value in active}
                for other in left:
                    other.inputs = [new if value == old else value for value in other.inputs]

def _is_open(function: ir.Operation) -> bool:
    """Whether the segments of a function may be replaced."""
    if is_declaration(function) or len(list(function.regions[0].blocks)) != 1:
        return False
    return {NO_COARSEN, SEGMENT, *_OWN}.isdisjoint(function.attributes)


def _asked(module: ir.Operation) -> dict[str, set[int]]:
    """Function -> the arguments with respect to which some derivative of it is asked for."""
    found: dict[str, set[int]] = {}
    for request in collect(module):
        found.setdefault(request.primal, set()).update(request.wrt)
    return found


def _active(function: ir.Operation, wrt: set[int] | None) -> set[ir.Value]:
    """What depends on the arguments in `wrt`; on any float argument, where nothing is asked of the function itself."""
    program = Program(function)
    chosen = [v for n, v in enumerate(program.arguments) if has_derivative(v.type) and (wrt is None or n in wrt)]
    return dependents(program, chosen)


def _coarsen(module: ir.Operation, name: str, verdict: Verdict) -> tuple[ir.Value, ir.Value]:
    """Replaces a segment by a call; the value that was, and the one that is in its place."""
    segment, old = verdict.segment, verdict.segment.root
    own = fresh_name(module, f"{name}_segment")
    if verdict.patterns:
        function = define_form(module, own, segment, verdict.symbols, verdict.expression)
    else:
        function = define_copy(module, own, segment)
    rest = segment, verdict.symbols, verdict.form
    pullback = define_pullback(module, f"{own}_pullback", *rest)
    pushforward = define_pushforward(module, f"{own}_pushforward", *rest)
    return old, replace(segment, function, pullback, pushforward)
