"""Indices that change by the same number in every iteration of a loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .. import build
from ..forms import trip_count
from ..mlir import ir
from .not_raised import NotRaised


@dataclass(frozen=True)
class Steady:
    """An index: `step * iteration + constant + sum(factor * value)`, the values made outside of the loop."""

    step: int = 0
    constant: int = 0
    terms: Mapping[ir.Value, int] = field(default_factory=dict)

    def plus(self, other: "Steady", times: int = 1) -> "Steady":
        terms = dict(self.terms)
        for value, factor in other.terms.items():
            terms[value] = terms.get(value, 0) + times * factor
        left = {value: factor for value, factor in terms.items() if factor}
        return Steady(self.step + times * other.step, self.constant + times * other.constant, left)

    def times(self, factor: int) -> "Steady":
        return Steady().plus(self, factor)

    def number(self) -> int | None:
        """The index, where it is a number."""
        return None if self.step or self.terms else self.constant

    def start(self) -> ir.Value | int:
        """Emits the index in the first iteration; a number where it is one."""
        total: ir.Value | None = None
        for value, factor in self.terms.items():
            if factor != 1:
                value = build.emit1("arith.muli", value.type, value, build.index(factor))
            total = value if total is None else build.emit1("arith.addi", value.type, total, value)
        if total is None:
            return self.constant
        return build.emit1("arith.addi", total.type, total, build.index(self.constant)) if self.constant else total


class Indices:
    """What the indices are that one iteration computes."""

    def __init__(self, loop: ir.Operation):
        self.bounds = list(loop.operands)[:3]
        lower, _, step = self.bounds
        self.known: dict[ir.Value, Steady] = {}
        self.block = loop.regions[0].blocks[0]
        number = build.constant_of(step)
        if number is not None and isinstance(lower.type, ir.IndexType):
            self.known[self.block.arguments[0]] = self.of(lower).plus(Steady(step=number))

    def of(self, value: ir.Value | int) -> Steady:
        """Raises NotRaised where nothing is known of it."""
        if isinstance(value, int):
            return Steady(constant=value)
        if value not in self.known:
            if (found := self._sum(value)) is None and self._is_inside(value):
                raise NotRaised("an index is not a first one and so much more in each iteration")
            self.known[value] = Steady(terms={value: 1}) if found is None else found
        return self.known[value]

    def _is_inside(self, value: ir.Value) -> bool:
        return (value.owner if isinstance(value.owner, ir.Block) else value.owner.operation.block) == self.block

    def _sum(self, value: ir.Value) -> Steady | None:
        """An index as a constant, or by the arithmetic that it comes from."""
        if isinstance(value.owner, ir.Block) or not isinstance(value.type, ir.IndexType):
            return None
        if (number := build.constant_of(value)) is not None:
            return Steady(constant=int(number))
        op = value.owner.operation
        if op.name not in ("arith.addi", "arith.subi", "arith.muli"):
            return None
        left, right = map(self.of, op.operands)
        if op.name != "arith.muli":
            return left.plus(right, 1 if op.name == "arith.addi" else -1)
        for one, other in ((left, right), (right, left)):
            if (factor := one.number()) is not None:
                return other.times(factor)
        return None

    def end(self, index: Steady) -> Steady | None:
        """What comes behind the index of the last iteration, if iterations run and are one apart."""
        lower, upper, step = self.bounds
        if index.step != 1 or build.constant_of(step) != 1:
            return None
        return Steady(0, index.constant, index.terms).plus(self.of(upper)).plus(self.of(lower), -1)

    def are_ordered(self) -> bool:
        """Whether the upper bound of the loop is never below the lower one."""
        lower, upper, _ = self.bounds
        if not isinstance(lower.type, ir.IndexType):
            return False
        least = self.least(self.of(upper).plus(self.of(lower), -1))
        return least is not None and least >= 0

    def least(self, index: Steady) -> int | None:
        """A number that an index which all iterations have is never below, by the bounds of the loops around it."""
        while index.terms:
            counters = [value for value in index.terms if _counts(value)]
            if not counters:
                return None
            value = max(counters, key=_depth)
            lower, upper = list(value.owner.owner.operands)[:2]
            factor = index.terms[value]
            bound = self.of(lower) if factor > 0 else self.of(upper).plus(Steady(constant=-1))
            index = index.plus(Steady(terms={value: factor}), -1).plus(bound, factor)
        return index.constant


def _counts(value: ir.Value) -> bool:
    """Whether a value is the counter of a loop."""
    if not isinstance(value.owner, ir.Block) or value.owner.owner.name != "scf.for":
        return False
    return value == value.owner.arguments[0] and not trip_count.is_unsigned(value.owner.owner.operation)


def _depth(counter: ir.Value) -> int:
    depth, op = 0, counter.owner.owner.operation
    while op.parent is not None:
        depth, op = depth + 1, op.parent.operation
    return depth
