"""One loop in place of one that counts and of others that run as often as it has counted.

    n = while ...: what decides              n, results, more = while ...: state, results, more
    results = for i in 0 .. n: state    =>

What they carry is carried once, where it is equal (`congruence.py`), and what they compute alike is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ... import build
from ...analysis.effects import effects
from ...analysis.program import captured_by
from ...mlir import ir
from ..scope import Scope, clone, copy_in
from .congruence import Equality, Lane, pairs
from .counting import Counting, last_operands, unclamped


def runs_as_often(op: ir.Operation, count: Counting) -> bool:
    """Whether a loop runs once for each counted iteration, for its results only."""
    if op.name != "scf.for" or next(effects(op), None) is not None:
        return False
    lower, upper, step = list(op.operands)[:3]
    return (build.constant_of(lower), unclamped(upper), build.constant_of(step)) == (0, count.trips, 1)


def reads(loop: ir.Operation) -> list[ir.Value]:
    """What an `scf.for` starts from, and what its body captures."""
    return [*list(loop.operands)[3:], *captured_by(loop)]


class Joined:
    """What the loop that takes the place of others carries: lanes. `slots` has the lanes of each of these loops."""

    def __init__(self, count: Counting, loops: Sequence[ir.Operation]):
        self.count = count
        before, after = count.blocks
        self.behind = dict(zip(after.arguments, count.passed))
        self.lanes = [Lane(*three) for three in zip(count.loop.operands, before.arguments, last_operands(after))]
        self.added: list[tuple[ir.Operation, list[int]]] = []  # loops, and which of their values are lanes of their own
        self.slots: dict[ir.Operation, list[int]] = {}
        self.shared: dict[ir.Operation, Shared] = {}
        for loop in loops:
            self._join(loop)

    def _join(self, loop: ir.Operation) -> None:
        number, *arguments = loop.regions[0].blocks[0].arguments
        after = last_operands(loop.regions[0].blocks[0])
        of = [Lane(*three) for three in zip(list(loop.operands)[3:], arguments, after)]
        counters = [(number, self.count.number)]
        for other in self.slots:
            counters.append((number, other.regions[0].blocks[0].arguments[0]))
        found, equal = pairs(of, self.lanes, counters, self.behind)
        self.shared[loop] = _shared(self.count, loop, equal)
        own = [k for k in range(len(of)) if k not in found]
        self.slots[loop] = [found[k] if k in found else len(self.lanes) + own.index(k) for k in range(len(of))]
        self.lanes += [of[k] for k in own]
        if own:
            self.added.append((loop, own))

    def emit(
        self,
        more: Sequence[ir.Value] = (),
        step: Callable[[list[ir.Value], list[ir.Value]], list[ir.Value]] = lambda lanes, more: more,
    ) -> tuple[ir.Operation, list[ir.Value]]:
        """Builds the loop in front of the one that counts, and puts its results in place of that one's and the others'.

        It carries `more`, too; from the lanes in an iteration and from these `step` makes the next ones. Gives the
        loop, and what `more` ends with.
        """
        old, width = self.count.loop, len(self.lanes)
        inside = [*self.count.passed, *(v for loop, _ in self.added for v in self.shared[loop].before.values())]
        own = [v for v in dict.fromkeys(inside) if v.owner != self.count.blocks[0]]  # no lanes
        starts = [*(lane.start for lane in self.lanes), *more]
        types = [v.type for v in starts]
        loop = ir.Operation.create("scf.while", results=[*types, *(v.type for v in own)], operands=starts, regions=2)
        for name in old.attributes:
            loop.attributes[name] = old.attributes[name]
        with ir.InsertionPoint(block := _block(loop, 0, types)):
            scope = Scope().bind(self.count.blocks[0].arguments, list(block.arguments)[: len(old.operands)])
            condition, *_ = copy_in(scope, self.count.blocks[0])
            build.emit("scf.condition", [], [condition, *block.arguments, *map(scope.found, own)])
        with ir.InsertionPoint(block := _block(loop, 1, [*types, *(v.type for v in own)])):
            values = list(block.arguments)
            lanes, also = values[:width], values[width : len(types)]
            made = step(lanes, also)
            build.emit("scf.yield", [], [*self._next(lanes, dict(zip(own, values[len(types) :]))), *made])
        results = list(loop.results)
        self._replace(results, dict(zip(own, results[len(types) :])))
        return loop, results[width : len(types)]

    def _next(self, lanes: list[ir.Value], own: dict[ir.Value, ir.Value]) -> list[ir.Value]:
        """Emits an iteration: the lanes after it."""
        before, after = self.count.blocks
        values, known = [], {}
        for loop, numbers in self.added:
            body, shared = loop.regions[0].blocks[0], self.shared[loop]
            scope = Scope().bind(body.arguments, [lanes[self.count.slot], *(lanes[k] for k in self.slots[loop])])
            made = _copy(body, scope, {v: own[same] for v, same in shared.before.items()})
            values += [made[k] for k in numbers]
            known |= {v: scope[same] for v, same in shared.after.items() if v not in known}
        passed = dict(zip(before.arguments, lanes)) | own
        scope = Scope().bind(after.arguments, [passed[v] for v in self.count.passed])
        return [*_copy(after, scope, known), *values]

    def _replace(self, results: list[ir.Value], own: dict[ir.Value, ir.Value]) -> None:
        """Puts the results of the new loop in the places of those of the old ones."""
        known = dict(zip(self.count.blocks[0].arguments, results)) | own
        given = [known[v] for v in self.count.passed]
        for loop, slots in self.slots.items():
            if loop.block == self.count.loop.block:  # not inside of another one, which computes it again
                for result, lane in zip(loop.results, slots):
                    result.replace_all_uses_with(results[lane])
                loop.erase()
        build.replace_op(self.count.loop, *given)


@dataclass(frozen=True)
class Shared:
    """What a loop and the one that counts for it compute alike in each iteration."""

    before: dict[ir.Value, ir.Value]  # of the loop -> in front of the condition
    after: dict[ir.Value, ir.Value]  # behind the condition -> of the loop


def _shared(count: Counting, loop: ir.Operation, equal: Equality) -> Shared:
    """`cse` would find what is equal as a whole; loops and branches may give other results besides."""
    (before, after), body = count.blocks, loop.regions[0].blocks[0]
    found: Shared = Shared({}, {})
    for block in (before, after):
        for result in _results(block):
            for same in _results(body):
                if same.owner.operation.name == result.owner.operation.name and equal.holds(same, result):
                    if block == after:
                        found.after[result] = same
                        break
                    found.before.setdefault(same, result)
    return found


def _results(block: ir.Block) -> list[ir.Value]:
    return [result for view in block.operations for result in view.operation.results]


def _copy(block: ir.Block, scope: Scope, known: dict[ir.Value, ir.Value]) -> list[ir.Value]:
    """Copies to the insertion point what a block computes that is not known; the operands of its terminator."""
    *operations, last = [view.operation for view in block.operations]
    for op in operations:
        if not op.results or any(r not in known for r in op.results):
            clone(op, scope)
        for result in op.results:
            if result in known:
                scope[result] = known[result]
    return [scope.found(v) for v in last.operands]


def _block(loop: ir.Operation, region: int, types: list[ir.Type]) -> ir.Block:
    return loop.regions[region].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
