"""An adjoint loop that computes the state of each iteration again (`ad/reverse/rewinding.py`), found in a program.

    for done in 0 .. n {lagrad.snapshots = k}
      state = for i in 0 .. n - 1 - done iter_args(start) {lagrad.rewind}
                advance
      adjoint of iteration n - 1 - done, from the state

Several loops that rewind may stand in one adjoint loop: together they have one state.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from ... import build
from ...analysis.effects import effects
from ...analysis.program import captured_by, walk
from ...dialect import DIRECTORY, REWIND, SCHEDULE, SCHEDULES, SNAPSHOTS, SNAPSHOTS_APART
from ...mlir import ir
from ..scope import copy_block


@dataclass(frozen=True)
class Nest:
    """An adjoint loop, and the loops in it that rewind."""

    loop: ir.Operation
    rewinds: tuple[ir.Operation, ...]

    @property
    def trips(self) -> ir.Value:
        return self.loop.operands[1]

    @property
    def starts(self) -> list[ir.Value]:
        """The state before the first iteration."""
        return [v for rewind in self.rewinds for v in list(rewind.operands)[3:]]

    @property
    def states(self) -> list[ir.Value]:
        """What stands for the state of an iteration in its adjoint."""
        return [v for rewind in self.rewinds for v in rewind.results]

    @property
    def snapshots(self) -> int:
        return ir.IntegerAttr(self.loop.attributes[SNAPSHOTS]).value

    @property
    def schedule(self) -> str:
        return self.loop.attributes[SCHEDULE].value if SCHEDULE in self.loop.attributes else SCHEDULES[0]

    @property
    def directory(self) -> str:
        """Where snapshots are in a file; empty for memory."""
        return self.loop.attributes[DIRECTORY].value if DIRECTORY in self.loop.attributes else ""

    @property
    def apart(self) -> int:
        """How many iterations there are between two snapshots at least."""
        said = self.loop.attributes
        return ir.IntegerAttr(said[SNAPSHOTS_APART]).value if SNAPSHOTS_APART in said else 1

    def advance(self, number: ir.Value, state: list[ir.Value]) -> list[ir.Value]:
        """Emits one iteration of the primal: the state after it."""
        after: list[ir.Value] = []
        for rewind in self.rewinds:
            count = len(rewind.results)
            after += copy_block(_body(rewind), [number, *state[len(after) : len(after) + count]])
        return after


def nests(root: ir.Operation) -> Iterator[Nest]:
    """The nests inside an operation, inner ones first; what their loops that rewind share stands before them."""
    for loop, rewinds in reversed(list(rewinding(root))):
        if _hoist(loop, rewinds):
            yield Nest(loop, tuple(rewinds))


def rewinding(root: ir.Operation) -> Iterator[tuple[ir.Operation, list[ir.Operation]]]:
    """The marked loops inside an operation with loops that rewind, outer ones first, and these."""
    for loop in walk(root):
        if loop.name == "scf.for" and SNAPSHOTS in loop.attributes:
            rewinds = [op.operation for op in _body(loop).operations if REWIND in op.operation.attributes]
            if rewinds:
                yield loop, rewinds


def _hoist(loop: ir.Operation, rewinds: list[ir.Operation]) -> bool:
    """Moves in front of a loop what those in it that rewind read; False if that depends on the iteration."""
    read = [v for rewind in rewinds for v in [*list(rewind.operands)[3:], *captured_by(rewind)]]
    return move_before(loop, read, [view.operation for view in _body(loop).operations], rewinds)


def move_before(
    place: ir.Operation, values: Iterable[ir.Value], span: list[ir.Operation], fixed: Container[ir.Operation]
) -> bool:
    """Moves before `place` those operations of `span`, some of a block, that values follow from.

    False, and nothing is moved, if a value follows from one that is `fixed` or has an effect, or from an argument of a
    block that `place` is not in.
    """
    block, within, found, work = span[0].block, set(span), {}, list(values)
    while work:
        owner = work.pop().owner
        if isinstance(owner, ir.Block):
            if owner == block != place.block:
                return False
        elif (op := owner.operation) in within and op not in found:
            if op in fixed or next(effects(op), None) is not None:
                return False
            found[op] = None
            work += [*op.operands, *captured_by(op)]
    for op in span:
        if op in found:
            op.move_before(place)
    return True


def _body(loop: ir.Operation) -> ir.Block:
    return loop.regions[0].blocks[0]


def iteration(nest: Nest, done: ir.Value) -> ir.Value:
    """The iteration of the primal whose adjoint is next, after so many."""
    last = build.emit1("arith.subi", done.type, nest.trips, build.index(1))
    return build.emit1("arith.subi", done.type, last, done)
