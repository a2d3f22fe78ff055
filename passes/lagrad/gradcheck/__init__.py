"""Checks derivatives against finite differences of the primal, compiled from the same module.

For a primal f, cotangents ct and a direction v over the arguments in wrt, a pullback must
satisfy  <pullback(x, ct), v> = d/dt <ct, f(x + t v)>,  where <a, b> is the real part of the sum
of a * b, as complex cotangents pair with their values; a pushforward,  <ct, pushforward(x, v)>  the
same. One random direction tests all entries of a gradient at once, one random cotangent all
tangents. Few entries are tested one by one as well; among many, a wrong one is found by bisection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import numpy as np

from .. import execute, pipelines, requests
from ..analysis.call_graph import functions, is_declaration
from ..errors import Failure
from ..mlir import ir
from .asked import Asked
from .comparison import Check
from .outcome import Entry, Outcome
from .point import Point

__all__ = ["Entry", "Outcome", "check"]


Inputs = Callable[[ir.Operation], Sequence]
Running = Callable[[str], AbstractContextManager]


def check(
    module: ir.Module,
    inputs: Inputs,
    *others: Inputs,
    tolerance: float | None = None,
    seed: int = 0,
    pipeline: str = execute.PIPELINE,
    before: Mapping[str, str] = {},
    running: Running = lambda name: nullcontext(),
    libraries: Sequence[str] = (),
) -> list[Outcome]:
    """An outcome for each derivative that the module asks for, in program order.

    `inputs(function)` gives the arguments of a primal, each of the `others` those of one more point. There, and in
    what the pipelines `before` make, the derivative is tried along random directions only, and where finite
    differences say nothing no harm is done; `before` are tried first, and their names tell which of them is wrong.
    `running(name)` is entered while that function runs. `libraries` have the functions that the module only declares.
    `tolerance` is relative to the largest entry of the gradient; the default depends on the narrowest type. The module
    is not changed.
    Raises Failure if it cannot be compiled or asks for no derivative, and what its functions raise.
    """
    with module.context:
        copy = ir.Module.parse(module.operation.get_asm(enable_debug_info=True))
        pipelines.run(copy.operation, pipelines.RAISE)
        requests.declare_operations(copy.operation)
        asked = requests.collect(copy.operation)
        if not asked:
            raise Failure("the program asks for no derivative; there is nothing to check")
        table = functions(copy.operation)
        for name in {request.primal for request in asked}:
            if not is_declaration(table[name]) and "sym_visibility" in table[name].attributes:
                del table[name].attributes["sym_visibility"]  # so that it is there to be called
        points = {
            r.primal: _points(copy.operation, r.primal, [give(table[r.primal]) for give in (inputs, *others)])
            for r in asked
        }
        plain = [Asked.of(copy.operation, request) for request in asked]
        order = list(table)
        del asked, table  # handles into the module, which compiling may replace
    names = {name for request in plain for name in (request.name, request.checked)} | set(points)
    found = {request: [] for request in plain}
    for code, text in {**before, "": pipeline}.items():
        compiled = execute.compile(copy, pipeline=text, entry=sorted(names), libraries=libraries)
        told = _told(compiled, running)
        for request in plain:
            found[request] += _outcomes(told, request, points[request.primal], code, seed, tolerance)
    return [_whole(found[request]) for request in sorted(plain, key=lambda request: order.index(request.name))]


def _points(module: ir.Operation, primal: str, arguments: Sequence[Sequence]) -> list[Point]:
    """Those that are not the first one again."""
    first = [np.asarray(value) for value in arguments[0]]
    new = [a for a in arguments[1:] if not all(map(np.array_equal, first, map(np.asarray, a)))]
    return [Point.of(module, primal, a) for a in (arguments[0], *new)]


def _told(functions: execute.Program, running: Running) -> dict[str, Callable]:
    """The functions, which say when they run."""

    def tell(name: str, function: Callable) -> Callable:
        def call(*arguments):
            with running(name):
                return function(*arguments)

        return call

    return {name: tell(name, function) for name, function in functions.functions.items()}


def _outcomes(
    functions: dict[str, Callable], request: Asked, points: list[Point], code: str, seed: int, tolerance
) -> list[Outcome]:
    """What became of a request in one code; in the last code that of all entries, at the first point, is the last."""

    def outcome(request: Asked, n: int) -> Outcome:
        found = Check(functions, request, points[n], seed + n, tolerance).run(quickly=bool(n or code))
        if not found.passed or request.checked == request.primal:
            return found
        below = outcome(request.gradient(), n)  # which may be wrong, and its derivative right
        return found if below.passed else replace(below, request=found.request, kind=found.kind)

    found = []
    for n in reversed(range(len(points))):
        one = outcome(request, n)
        if one.is_conclusive or not (n or code):
            place = f"with --seed {seed + n}" if n else ""
            found.append(replace(one, where=" ".join(filter(None, (code and f"in {code}", place))), points=len(points)))
    return found


def _whole(found: list[Outcome]) -> Outcome:
    """The one that went wrong, or the last with the largest error of all."""
    last = found[-1]
    wrong = [one for one in found if not one.passed]
    if wrong:
        return last if last in wrong else wrong[0]
    return replace(last, error=max(one.error for one in found), where="")
