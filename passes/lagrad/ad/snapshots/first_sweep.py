"""Snapshots that the primal sweep leaves behind, so that the adjoint need not run the loop for them once more.

A `while` loop is counted before it is differentiated (`ad/rewrites/counted_while.py`), by a loop of what its condition
depends on. A loop with snapshots takes the place of that one: it carries the whole state, offers it to the snapshots
as it goes on (`online.py`), and gives the number of its iterations. Loops that run as often for their results become
part of it. What they carry is carried once, where it is equal (`congruence.py`).

    n = while ...: what decides              n, results, stack = while ...: state, results, stack
    results = for i in 0 .. n: state    =>   for done in 0 .. n iter_args(stack) ...
    for done in 0 .. n: ...
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import build
from ...analysis.effects import effects
from ...analysis.program import captured_by
from ...mlir import ir
from ..emission import TAPE
from ..scope import Scope, copy_block, copy_in
from . import online
from .congruence import Lane, pairs
from .nest import Nest, move_before
from .stack import Stack


@dataclass(frozen=True)
class Counting:
    """An `scf.while`, and that of the values it carries which counts its iterations from 0."""

    loop: ir.Operation
    slot: int

    @property
    def blocks(self) -> tuple[ir.Block, ir.Block]:
        before, after = (region.blocks[0] for region in self.loop.regions)
        return before, after

    @property
    def passed(self) -> list[ir.Value]:
        """What the condition passes on."""
        return _last_operands(self.blocks[0])[1:]

    @property
    def trips(self) -> ir.Value:
        return self.loop.results[self.passed.index(self.number)]

    @property
    def number(self) -> ir.Value:
        """The iteration, where the condition is."""
        return self.blocks[0].arguments[self.slot]


def counting(trips: ir.Value) -> Counting | None:
    """The loop that a number of iterations was counted by, if it was."""
    trips = _unclamped(trips)
    if isinstance(trips.owner, ir.Block) or trips.owner.operation.name != "scf.while":
        return None
    loop = trips.owner.operation
    before, after = (region.blocks[0] for region in loop.regions)
    passed = _last_operands(before)[1:][ir.OpResult(trips).result_number]
    if passed.owner != before:
        return None
    slot = ir.BlockArgument(passed).arg_number
    found, more = Counting(loop, slot), _last_operands(after)[slot].owner
    if build.constant_of(loop.operands[slot]) != 0 or isinstance(more, ir.Block) or more.operation.name != "arith.addi":
        return None
    counted = [a for a, v in zip(after.arguments, found.passed) if v == passed]
    one, other = more.operation.operands
    is_next = one in counted and build.constant_of(other) == 1 or other in counted and build.constant_of(one) == 1
    return found if is_next else None


def online_stack(nest: Nest, count: Counting) -> Stack | None:
    """Has the loop that counts keep snapshots for a nest, and replaces it. None where it cannot."""
    old, block = count.loop, nest.loop.block
    if old.block != block or next(effects(old), None) is not None:
        return None
    operations = [view.operation for view in block.operations]
    span = operations[operations.index(old) : operations.index(nest.loop)]
    read = [v for rewind in nest.rewinds for v in [*list(rewind.operands)[3:], *captured_by(rewind)]]
    if not move_before(old, read, span, [old]):
        return None
    runs = [op for op in span if _runs_as_often(op, count) and move_before(old, _reads(op), span, [old])]
    with old.location, ir.InsertionPoint(old):
        places = build.index(nest.snapshots)
        return _Fusion(nest, count, runs).emit(online.with_first(nest.starts, places, nest.directory), places)


def _runs_as_often(op: ir.Operation, count: Counting) -> bool:
    """Whether a loop runs once for each counted iteration, for its results only."""
    if op.name != "scf.for" or TAPE in op.attributes or next(effects(op), None) is not None:
        return False
    lower, upper, step = list(op.operands)[:3]
    return (build.constant_of(lower), _unclamped(upper), build.constant_of(step)) == (0, count.trips, 1)


def _reads(loop: ir.Operation) -> list[ir.Value]:
    return [*list(loop.operands)[3:], *captured_by(loop)]


class _Fusion:
    """One loop in place of one that counts, of others that run as often, and of the first way of a nest."""

    def __init__(self, nest: Nest, count: Counting, runs: list[ir.Operation]):
        self.nest, self.count = nest, count
        before, after = count.blocks
        self.behind = dict(zip(after.arguments, count.passed))
        self.lanes = [Lane(*three) for three in zip(count.loop.operands, before.arguments, _last_operands(after))]
        self.added: list[tuple[ir.Operation, list[int]]] = []  # loops, and which of their values are lanes of their own
        self.slots: dict[ir.Operation, list[int]] = {}  # loop -> the lanes of what it carries
        for loop in (*nest.rewinds, *runs):
            self._join(loop)
        self.runs = runs

    def _join(self, loop: ir.Operation) -> None:
        number, *arguments = loop.regions[0].blocks[0].arguments
        after = _last_operands(loop.regions[0].blocks[0])
        of = [Lane(*three) for three in zip(list(loop.operands)[3:], arguments, after)]
        counters = [(number, self.count.number)]
        for other in self.slots:
            counters.append((number, other.regions[0].blocks[0].arguments[0]))
        found = pairs(of, self.lanes, counters, self.behind)
        own = [k for k in range(len(of)) if k not in found]
        self.slots[loop] = [found[k] if k in found else len(self.lanes) + own.index(k) for k in range(len(of))]
        self.lanes += [of[k] for k in own]
        if own:
            self.added.append((loop, own))

    def emit(self, stack: Stack, places: ir.Value) -> Stack:
        old, width = self.count.loop, len(self.lanes)
        more = [v for v in dict.fromkeys(self.count.passed) if v.owner != self.count.blocks[0]]  # no lanes
        starts = [*(lane.start for lane in self.lanes), *stack.values]
        types = [v.type for v in starts]
        loop = ir.Operation.create("scf.while", results=[*types, *(v.type for v in more)], operands=starts, regions=2)
        for name in old.attributes:
            loop.attributes[name] = old.attributes[name]
        with ir.InsertionPoint(block := _block(loop, 0, types)):
            scope = Scope().bind(self.count.blocks[0].arguments, list(block.arguments)[: len(old.operands)])
            condition, *_ = copy_in(scope, self.count.blocks[0])
            build.emit("scf.condition", [], [condition, *block.arguments, *map(scope.found, more)])
        with ir.InsertionPoint(block := _block(loop, 1, [*types, *(v.type for v in more)])):
            values = list(block.arguments)
            left = online.offered(
                stack.of(values[width : len(types)]),
                values[self.count.slot],
                self._state(values),
                places,
                self.nest.apart,
            )
            build.emit("scf.yield", [], [*self._next(values[:width], values[len(types) :], more), *left.values])
        results = list(loop.results)
        self._replace(results, dict(zip(more, results[len(types) :])))
        return stack.of(results[width : len(types)])

    def _state(self, lanes: list[ir.Value]) -> list[ir.Value]:
        return [lanes[k] for rewind in self.nest.rewinds for k in self.slots[rewind]]

    def _next(self, lanes: list[ir.Value], also: list[ir.Value], more: list[ir.Value]) -> list[ir.Value]:
        before, after = self.count.blocks
        known = dict(zip([*before.arguments, *more], [*lanes[: len(before.arguments)], *also]))
        scope = Scope().bind(after.arguments, [known[v] for v in self.count.passed])
        values = copy_in(scope, after)
        for loop, own in self.added:
            carried = [lanes[k] for k in self.slots[loop]]
            made = copy_block(loop.regions[0].blocks[0], [lanes[self.count.slot], *carried])
            values += [made[k] for k in own]
        return values

    def _replace(self, results: list[ir.Value], more: dict[ir.Value, ir.Value]) -> None:
        """Puts the results of the new loop in the places of those of the old ones."""
        known = dict(zip(self.count.blocks[0].arguments, results)) | more
        given = [known[v] for v in self.count.passed]
        for run in self.runs:
            for result, lane in zip(run.results, self.slots[run]):
                result.replace_all_uses_with(results[lane])
            run.erase()
        for result, value in zip(self.count.loop.results, given):
            result.replace_all_uses_with(value)
        self.count.loop.erase()


def _unclamped(trips: ir.Value) -> ir.Value:
    """n for max(n, 0): as the iterations of a loop from 0 to n are written, or as canonicalization leaves that."""
    if isinstance(trips.owner, ir.Block) or trips.owner.operation.name not in ("arith.maxsi", "arith.select"):
        return trips
    op, (first, *others) = trips.owner.operation, trips.owner.operation.operands
    if op.name == "arith.maxsi":
        return first if build.constant_of(others[0]) == 0 else trips
    if isinstance(first.owner, ir.Block) or build.constant_of(others[1]) != 0:
        return trips
    compare = first.owner.operation
    is_less = compare.name == "arith.cmpi" and ir.IntegerAttr(compare.attributes["predicate"]).value == 2
    is_clamp = is_less and build.constant_of(compare.operands[0]) == 0 and compare.operands[1] == others[0]
    return others[0] if is_clamp else trips


def _last_operands(block: ir.Block) -> list[ir.Value]:
    return list(list(block.operations)[-1].operands)


def _block(loop: ir.Operation, region: int, types: list[ir.Type]) -> ir.Block:
    return loop.regions[region].blocks.append(*types, arg_locs=[ir.Location.current] * len(types))
