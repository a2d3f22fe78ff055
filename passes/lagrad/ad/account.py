"""The account of a plan: what is differentiated, recorded and computed again, and how many bytes
the tapes hold. It decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod

from ..analysis.activity import Activity
from ..analysis.program import Program
from ..analysis.recording.slices import BlockSlice, Key, Residual
from ..analysis.recording.tbr import Plan
from ..build import DYNAMIC, bytes_of, has_derivative, shape_of
from ..forms import trip_count
from ..mlir import ir
from .reverse.tape_layout import Column, Trajectory, layout


@dataclass(frozen=True)
class Bytes:
    """A number of bytes, times one size or trip count that is not known for each of `unknown`."""

    number: int
    unknown: int = 0

    @property
    def known(self) -> int | None:
        return None if self.unknown else self.number

    def times(self, count: int | None) -> "Bytes":
        return Bytes(self.number, self.unknown + 1) if count is None else Bytes(self.number * count, self.unknown)

    def __str__(self) -> str:
        if self.unknown:
            return f"{' * '.join([str(self.number), *'?' * self.unknown])} bytes"
        return counted(self.number, "byte")


@dataclass(frozen=True)
class Recorded:
    """A key of the body of `loop` that has a row on a tape."""

    loop: ir.Operation
    key: Key
    row: Bytes
    tape: Bytes
    nested: bool  # a row of a tape of an outer loop takes the whole of this tape


@dataclass(frozen=True)
class Reader:
    """An operation whose adjoint reads a recorded key."""

    op: ir.Operation
    directly: bool  # else it reads what is computed again from the key


class Account:
    def __init__(
        self,
        plan: Plan,
        with_primal: bool = False,
        trips: Callable[[ir.Operation], int | None] = trip_count.known,
    ):
        self.plan = plan
        self.with_primal = with_primal
        self.trips = trips

    @cached_property
    def differentiated(self) -> list[ir.Operation]:
        """The operations that have an adjoint."""
        return active_operations(self.plan.program, self.plan.activity)

    @cached_property
    def active(self) -> list[ir.Value]:
        return [v for v in float_values(self.plan.program) if self.plan.activity.is_active(v)]

    @cached_property
    def loops(self) -> list[ir.Operation]:
        program = self.plan.program
        return [op for block in program.blocks() for op in program.ops(block) if op.name == "scf.for"]

    @cached_property
    def recorded(self) -> list[Recorded]:
        rows = {key for _, key in self._rows()}
        return [
            Recorded(loop, key, self._bytes(key), self._bytes(Residual(loop, key)), Residual(loop, key) in rows)
            for loop, key in self._rows()
        ]

    @cached_property
    def snapshots(self) -> list[Snapshots]:
        """The loops of which states are kept, and computed again from these."""
        found = []
        for loop in sorted(self.plan.rewound, key=self.plan.program.position):
            arguments = list(self.plan.program.body(loop).arguments)
            state = tuple(arguments[k + 1] for k in self.plan.rewound[loop].advance.slots)
            found.append(Snapshots(loop, self.plan.snapshots_of(loop), state))
        return found

    def _rows(self) -> Iterator[tuple[ir.Operation, Key]]:
        for loop in sorted(self.plan.recorded, key=self.plan.program.position):
            yield from ((loop, key) for key in self.plan.recorded[loop])

    @cached_property
    def tapes(self) -> list[Bytes]:
        """What each tape holds; one that is a row of another counts with that."""
        return [size for sizes in self.tapes_of.values() for size in sizes]

    @cached_property
    def tapes_of(self) -> dict[ir.Operation, list[Bytes]]:
        """The same for each loop that has tapes."""
        outermost: dict[ir.Operation, list[Residual]] = {}
        for one in self.recorded:
            if not one.nested:
                outermost.setdefault(one.loop, []).append(Residual(one.loop, one.key))
        return {
            loop: [self._bytes_of_tape(tape) for tape in layout(self.plan.slicer, loop, rows)]
            for loop, rows in outermost.items()
        }

    def _bytes(self, key: Key) -> Bytes:
        return bytes_of_key(key, self.trips)

    def _bytes_of_tape(self, tape: Column) -> Bytes:
        if isinstance(tape, Trajectory):
            before = tape.residuals[0]
            trips = self.trips(before.loop)
            return self._bytes(before.key).times(None if trips is None else trips + 1)
        one = self._bytes(tape.residuals[0])
        return Bytes(one.number * len(tape.residuals), one.unknown)

    @cached_property
    def recomputed(self) -> list[ir.Operation]:
        """The operations of loops and branches that the adjoint of their block runs."""
        found: dict[ir.Operation, None] = {}
        for _, part in adjoint_slices(self.plan):
            found.update(dict.fromkeys(self.operations(part)))
        return sorted(found, key=self.plan.program.position)

    @cached_property
    def elided(self) -> list[ir.Operation]:
        """The loops that the derivative does not run, neither before its adjoint nor in it."""
        if not self.loops:
            return []
        run = {*self.operations(self.primal_slice()), *self.recomputed}
        return [loop for loop in self.loops if loop not in run]

    def primal_slice(self) -> BlockSlice:
        """What runs before the adjoint sweep."""
        plan = self.plan
        program = plan.program
        results = [r for r in program.results if has_derivative(r.type)]
        sizes = [size for r in results for size in program.dynamic_sizes(r)]
        primal = program.results if self.with_primal else []
        effects = plan.slicer.effects(program.entry)
        return plan.slicer.block(program.entry, [*plan.needs[program.entry], *primal, *sizes, *effects])

    def operations(self, part: BlockSlice) -> Iterator[ir.Operation]:
        """The operations of a slice and those of its loops and branches; a linalg op is one."""
        for op, keys in part.ops:
            yield op
            if op.name == "scf.for":
                yield from self.operations(self.plan.slicer.loop(op, keys).body)
            elif op.name == "scf.if":
                for body in self.plan.slicer.branch(op, keys).bodies:
                    yield from self.operations(body)

    def readers(self, recorded: Recorded) -> list[Reader]:
        """The adjoints for which a key is recorded."""
        program, slicer = self.plan.program, self.plan.slicer
        body = program.body(recorded.loop)
        whole = {program.overwritten[state]: state for state in self.plan.undone.get(recorded.loop, ())}
        wanted = whole.get(recorded.key, recorded.key)
        found = []
        for op in program.ops(body):
            reads = [key for key in self.plan._reads(op) if slicer.home(key) == body]
            if wanted in reads:
                found.append(Reader(op, True))
            elif any(wanted in self._behind(key, body, recorded.loop) for key in reads):
                found.append(Reader(op, False))
        return found

    def _behind(self, key: Key, body: ir.Block, loop: ir.Operation) -> set[Key]:
        """The recorded keys from which a key of the body is computed again."""
        slicer = self.plan.slicer
        given, seen, work = set(self.plan.given(loop)), {key}, [key]
        while work:
            key = work.pop()
            op = slicer.maker(key)
            if key in given or op is None or slicer.home(key) != body:
                continue
            behind = slicer.behind(op, [key])
            work += [k for k in behind if k not in seen]
            seen.update(behind)
        return seen & given


def active_operations(program: Program, activity: Activity) -> list[ir.Operation]:
    return [op for block in program.blocks() for op in program.ops(block) if activity.is_active_op(op)]


def float_values(program: Program) -> Iterator[ir.Value]:
    """Everything that could have a derivative, in program order."""
    for block in program.blocks():
        yield from (a for a in block.arguments if has_derivative(a.type))
        for op in program.ops(block):
            yield from (r for r in op.results if has_derivative(r.type))


def adjoint_slices(plan: Plan) -> Iterator[tuple[ir.Operation, BlockSlice]]:
    """The operations with regions that have an adjoint, and what it computes again of each region."""
    for block, needs in plan.needs.items():
        op = block.owner.operation
        if op.name == "scf.for":
            yield op, plan.slicer.block(block, needs, plan.given(op))
        elif op.name == "scf.if":
            yield op, plan.slicer.block(block, needs)
    for op, peaks in plan.peaks.items():
        yield from ((op, peak.body) for peak in peaks)
    for op, groups in plan.groups.items():
        for group in groups:
            yield op, group.body
            yield from adjoint_slices(group.plan)


@dataclass(frozen=True)
class Snapshots:
    """A loop of which at most `count` states are kept."""

    loop: ir.Operation
    count: int
    state: tuple[ir.Value, ...]  # what of its carried values is part of a state

    @property
    def sizes(self) -> list[Bytes]:
        """Of each part of one state."""
        return [bytes_of_key(part) for part in self.state]


def bytes_of_key(key: Key, trips: Callable[[ir.Operation], int | None] = trip_count.known) -> Bytes:
    counts = []
    while isinstance(key, Residual):
        counts.append(trips(key.loop))
        key = key.key
    shape = shape_of(key.type)
    size = Bytes(bytes_of(key.type) * prod(n for n in shape if n != DYNAMIC), shape.count(DYNAMIC))
    for count in counts:
        size = size.times(count)
    return size


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
