"""Which values that two loops carry are equal in every iteration.

The pair is assumed equal where both begin with one value and have one type; what the loops make of them is compared,
and pairs that do not hold are given up, until none is (optimistic value numbering: B. Alpern, M. Wegman, F. K. Zadeck,
"Detecting equality of variables in programs", POPL 1988). Operations are equal that do the same with equal operands.
Attributes of ours say how to compile an operation, not what it computes; they do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...analysis.effects import effects
from ...mlir import ir


@dataclass(frozen=True)
class Lane:
    """A value that a loop carries."""

    start: ir.Value
    before: ir.Value  # what stands for it in an iteration
    after: ir.Value  # what the iteration makes of it


def pairs(
    of: list[Lane], known: list[Lane], equal: Iterable[tuple[ir.Value, ir.Value]], behind: Mapping[ir.Value, ir.Value]
) -> tuple[dict[int, int], Equality]:
    """The lanes of one loop that are lanes of others: number in `of` -> number in `known`; and what else is equal then.

    `equal` are values inside the loops that are known to be equal, `behind` the values that block arguments stand for.
    """
    likely: list[tuple[int, int]] = []
    for k, lane in enumerate(of):
        for j, other in enumerate(known):
            if other.before.type == lane.before.type and Equality((), {}).holds(lane.start, other.start):
                likely.append((k, j))
    while True:
        assumed = Equality([*equal, *((of[k].before, known[j].before) for k, j in likely)], behind)
        right = [(k, j) for k, j in likely if assumed.holds(of[k].after, known[j].after)]
        if right == likely:
            return dict(likely), assumed
        likely = right


class Equality:
    """Which values are equal, given some that are."""

    def __init__(self, equal: Iterable[tuple[ir.Value, ir.Value]], behind: Mapping[ir.Value, ir.Value]):
        self.known = {pair: True for pair in equal}
        self.behind = behind

    def holds(self, x: ir.Value, y: ir.Value) -> bool:
        x, y = self.behind.get(x, x), self.behind.get(y, y)
        if (x, y) not in self.known:
            self.known[x, y] = x == y or self._is_made_alike(x, y)
        return self.known[x, y]

    def _is_made_alike(self, x: ir.Value, y: ir.Value) -> bool:
        if x.type != y.type or isinstance(x.owner, ir.Block) != isinstance(y.owner, ir.Block):
            return False
        if isinstance(x.owner, ir.Block):
            return self._are_carried_alike(x, y)
        one, other = x.owner.operation, y.owner.operation
        number, other_number = ir.OpResult(x).result_number, ir.OpResult(y).result_number
        if one.name == other.name == "scf.for" and not _has_effects(one, other):
            return self.holds(_body(one).arguments[number + 1], _body(other).arguments[other_number + 1])
        if one.name == other.name == "scf.if" and not _has_effects(one, other):
            ends = [(_ends(a)[number], _ends(b)[other_number]) for a, b in zip(one.regions, other.regions)]
            return self.holds(one.operands[0], other.operands[0]) and all(self.holds(*pair) for pair in ends)
        return number == other_number and self._are_alike(one, other)

    def _are_carried_alike(self, x: ir.Value, y: ir.Value) -> bool:
        """Of two loops inside, which may carry other things too, whether an argument of each has the same values."""
        one, other = x.owner.owner.operation, y.owner.owner.operation
        if {one.name, other.name} != {"scf.for"} or _has_effects(one, other):
            return False
        number, other_number = ir.BlockArgument(x).arg_number, ir.BlockArgument(y).arg_number
        if 0 in (number, other_number):
            return number == other_number and all(map(self.holds, list(one.operands)[:3], list(other.operands)[:3]))
        if not all(map(self.holds, _body(one).arguments[:1], _body(other).arguments[:1])):
            return False
        if not self.holds(one.operands[2 + number], other.operands[2 + other_number]):
            return False
        before = dict(self.known)
        self.known[x, y] = True
        if self.holds(_ends(one.regions[0])[number - 1], _ends(other.regions[0])[other_number - 1]):
            return True
        self.known = before  # without what followed from the assumption
        return False

    def _are_alike(self, one: ir.Operation, other: ir.Operation) -> bool:
        if one == other:  # of two equal operands, one may stand before a loop and be captured by both
            return True
        operands, others = list(one.operands), list(other.operands)
        return (
            (one.name, len(operands), len(one.regions)) == (other.name, len(others), len(other.regions))
            and _attributes(one) == _attributes(other)
            and [r.type for r in one.results] == [r.type for r in other.results]
            and next(effects(one), None) is None
            and all(map(self.holds, operands, others))
            and all(map(self._are_regions_alike, one.regions, other.regions))
        )

    def _are_regions_alike(self, one: ir.Region, other: ir.Region) -> bool:
        blocks, others = list(one.blocks), list(other.blocks)
        return len(blocks) == len(others) <= 1 and all(map(self._are_blocks_alike, blocks, others))

    def _are_blocks_alike(self, one: ir.Block, other: ir.Block) -> bool:
        """Whether two blocks of one region each end with the same values; what reads these ends is compared before."""
        arguments, others = list(one.arguments), list(other.arguments)
        if [a.type for a in arguments] != [a.type for a in others]:
            return False
        self.known.update({pair: True for pair in zip(arguments, others)})
        last, other_last = (list(block.operations)[-1].operation for block in (one, other))
        values, other_values = list(last.operands), list(other_last.operands)
        return len(values) == len(other_values) and all(map(self.holds, values, other_values))


def _has_effects(*ops: ir.Operation) -> bool:
    return any(next(effects(op), None) is not None for op in ops)


def _body(loop: ir.Operation) -> ir.Block:
    return loop.regions[0].blocks[0]


def _ends(region: ir.Region) -> list[ir.Value]:
    """What the last operation of a region gives on."""
    return list(list(region.blocks[0].operations)[-1].operands)


def _attributes(op: ir.Operation) -> dict[str, str]:
    return {name: str(op.attributes[name]) for name in op.attributes if not name.startswith("lagrad.")}
