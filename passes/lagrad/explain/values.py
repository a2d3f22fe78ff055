"""Which values are active, and through what: the shortest way from an argument in wrt, and the one to a result.

`Activity` has the sets; this has their breadth-first trees over the same edges, so that a way never goes through
anything that activity does not go through.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from ..analysis.activity import Activity, depends_on, influences
from ..analysis.program import Program, walk
from ..build import has_derivative
from ..mlir import ir
from .sources import Text

Tree = dict[ir.Value, ir.Value | None]  # a value -> the one before it; None of a seed
_STATES = {(True, True): "active", (True, False): "varied", (False, True): "useful", (False, False): "neither"}


def tree(seeds: Iterable[ir.Value], step: Callable[[ir.Value], Iterable[ir.Value]]) -> Tree:
    """The breadth-first tree of what is found from some values."""
    before: Tree = dict.fromkeys(seeds)
    work = deque(before)
    while work:
        value = work.popleft()
        for other in step(value):
            if other not in before:
                before[other] = value
                work.append(other)
    return before


class Values:
    """The values of a differentiated program, numbered as they are met."""

    def __init__(self, program: Program, activity: Activity, wrt: Iterable[int], text: Text):
        self.program, self.activity, self.text = program, activity, text
        self.numbers: dict[ir.Value, int] = {}
        arguments = (program.arguments[n] for n in wrt if n < len(program.arguments))
        self.origin = tree((v for v in arguments if v in activity.varied), lambda v: influences(program, v))
        self.goal = tree((v for v in program.results if v in activity.useful), lambda v: depends_on(program, v))

    def table(self) -> list[dict]:
        """A row for each value that has a derivative or is on a way, with what the text calls it and where.

        `before` and `after` are numbers of rows: the next value on the way to an argument, and to a result.
        """
        for value in [*self._floats(), *self.origin, *self.goal]:
            self.numbers.setdefault(value, len(self.numbers))
        return [self._row(value) for value in self.numbers]

    def _floats(self) -> Iterable[ir.Value]:
        yield from (a for a in self.program.arguments if has_derivative(a.type))
        for op in walk(self.program.function):
            yield from (r for r in op.results if has_derivative(r.type))
            for region in op.regions:
                for block in region.blocks:
                    yield from (a for a in block.arguments if has_derivative(a.type))

    def _row(self, value: ir.Value) -> dict:
        activity, owner = self.activity, value.owner
        op = owner.owner.operation if isinstance(owner, ir.Block) else owner.operation
        span = self.text.definition(value.location)
        implied = op.name.startswith("linalg.") and isinstance(owner, ir.Block) and value.location == op.location
        return {
            "at": None if implied else span,
            "name": self.text.named(span),
            "type": str(value.type),
            "what": f"argument of {op.name}" if isinstance(owner, ir.Block) else op.name,
            "state": _STATES[value in activity.varied, value in activity.useful],
            "before": self._next(self.origin, value),
            "after": self._next(self.goal, value),
            "origin": value in self.origin,
            "goal": value in self.goal,
        }

    def _next(self, way: Tree, value: ir.Value) -> int | None:
        other = way.get(value)
        return None if other is None else self.numbers[other]
