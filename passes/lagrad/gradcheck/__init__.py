"""Checks derivatives against finite differences of the primal, compiled from the same module.

For a primal f, cotangents ct and a direction v over the arguments in wrt, a pullback must
satisfy  <pullback(x, ct), v> = d/dt <ct, f(x + t v)>,  where <a, b> is the real part of the sum
of a * b, as complex cotangents pair with their values; a pushforward,  <ct, pushforward(x, v)>  the
same. One random direction tests all entries of a gradient at once, one random cotangent all
tangents. Few entries are tested one by one as well; among many, a wrong one is found by bisection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .. import execute, requests
from ..errors import Failure
from ..mlir import ir
from .asked import Asked
from .comparison import Check
from .outcome import Entry, Outcome
from .point import Point

__all__ = ["Entry", "Outcome", "check"]


def check(
    module: ir.Module,
    inputs: Callable[[ir.Operation], Sequence],
    *,
    tolerance: float | None = None,
    seed: int = 0,
    pipeline: str = execute.PIPELINE,
) -> list[Outcome]:
    """An outcome for each derivative that the module asks for, in program order.

    `inputs(function)` gives the arguments of a primal. `tolerance` is relative to the largest
    entry of the gradient; the default depends on the narrowest type. The module is not changed.
    Raises Failure if it cannot be compiled or asks for no derivative.
    """
    with module.context:
        copy = ir.Module.parse(module.operation.get_asm(enable_debug_info=True))
        requests.declare_operations(copy.operation)
        asked = requests.collect(copy.operation)
        if not asked:
            raise Failure("the program asks for no derivative; there is nothing to check")
        table = requests.functions(copy.operation)
        for name in {request.primal for request in asked}:
            if not requests.is_declaration(table[name]) and "sym_visibility" in table[name].attributes:
                del table[name].attributes["sym_visibility"]  # so that it is there to be called
        points = {r.primal: Point.of(copy.operation, r.primal, inputs(table[r.primal])) for r in asked}
        plain = [Asked.of(copy.operation, request) for request in asked]
        order = list(table)
        del asked, table  # handles into the module, which compiling may replace
    names = {name for request in plain for name in (request.name, request.checked)} | set(points)
    functions = execute.compile(copy, pipeline=pipeline, entry=sorted(names))

    def outcome(request: Asked) -> Outcome:
        found = Check(functions, request, points[request.primal], seed, tolerance).run()
        if not found.passed or request.checked == request.primal:
            return found
        below = outcome(request.gradient())  # which may be wrong, and its derivative right
        return found if below.passed else replace(below, request=found.request, kind=found.kind)

    return [outcome(request) for request in sorted(plain, key=lambda request: order.index(request.name))]
