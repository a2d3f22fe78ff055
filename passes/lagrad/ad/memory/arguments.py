"""The arguments of a derivative of a function on memory, sorted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...analysis.derivative_types import has_tangent
from ...analysis.memory import is_memory
from ...analysis.request import Derivative
from ...mlir import ir
from .overlaps.apart import Pairs, pairs_to_compare


@dataclass(frozen=True)
class Arguments:
    """Those of the function; tangents or shadows of its arguments, by their numbers; cotangents of its results."""

    primal: list[ir.Value]
    directions: dict[int, ir.Value]
    cotangents: list[ir.Value]

    @classmethod
    def of(cls, asked: Derivative, inputs: list[ir.Type], results: list[ir.Type], given: list[ir.Value]) -> Arguments:
        rest, primal, directions = iter(given), [], {}
        is_forward = asked.kind == "pushforward"
        for number in range(len(inputs)):
            primal.append(next(rest))
            if is_forward and number in asked.wrt:
                directions[number] = next(rest)
        if is_forward:
            return cls(primal, directions, [])
        floats = [t for t in results if has_tangent(t)] if asked.kind == "pullback" else []
        cotangents = [next(rest) for _ in floats]
        return cls(primal, {n: next(rest) for n in asked.wrt if is_memory(inputs[n])}, cotangents)

    def pairs(self, written: Sequence[int], globals: Sequence[tuple[ir.Value, bool]]) -> Pairs:
        """What must lie apart of all memory that the derivative knows. Of globals it is said whether they change."""
        all_of_it = [v for v in (*self.primal, *self.directions.values(), *self.cotangents) if is_memory(v.type)]
        changed = [self.primal[n] for n in written] + [buffer for buffer, is_changed in globals if is_changed]
        changed += [v for v in self.directions.values() if is_memory(v.type)]
        return pairs_to_compare([*all_of_it, *(buffer for buffer, _ in globals)], changed)
