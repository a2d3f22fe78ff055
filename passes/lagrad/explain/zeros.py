"""Why a derivative is zero: the arguments in wrt on which no result depends, and where their derivative stops."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.activity import influences
from ..analysis.dependence import closure, dependents, onward
from ..analysis.program import Program
from ..mlir import ir
from ..rules import INACTIVE
from .sources import Text

_SHOWN = 12  # stops of one argument


def zeros(program: Program, wrt: list[int], names: list[str], text: Text) -> list[dict]:
    """A row for each argument whose derivative is zero whatever the numbers are.

    Its `stops` are operations that use what depends on the argument, and give something that results depend on, as a
    comparison or a rounding does, but no derivative.
    """
    found = []
    for number in wrt:
        argument = program.arguments[number]
        varied = closure([argument], lambda v: influences(program, v))
        if not varied.intersection(program.results):
            stops = list(_stops(program, varied))
            found.append({
                "argument": number,
                "name": names[number],
                "at": text.definition(argument.location),
                "stops": stops[:_SHOWN],
                "more": max(len(stops) - _SHOWN, 0),
                "reaches": not dependents(program, [argument]).isdisjoint(program.results),
            })  # fmt: skip
    return found


def _stops(program: Program, varied: set[ir.Value]) -> Iterator[dict]:
    seen = set()
    for value in varied:
        for use in value.uses:
            op = use.owner.operation
            if op in seen or op.name == "func.return":
                continue
            seen.add(op)
            behind = set(onward(program, value, (), lambda op, _: op.results))
            if dependents(program, behind - varied).isdisjoint(program.results):
                continue
            why = "has no derivative" if op.name in INACTIVE else "decides, and passes no derivative on"
            yield {"op": op.name, "location": op.location, "why": why}
