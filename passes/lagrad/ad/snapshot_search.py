"""Which loops of a function keep snapshots, and how many, so that it keeps no more bytes.

Of the outermost loops that record, each set is tried as those that go on recording; with many loops, those with the
largest tapes are the first ones that do not. A loop that does not record takes as many snapshots as there is room for
beside what its iterations keep, or fewer, and the loops in it keep snapshots as well. What costs least is taken, in
operations computed again (`cost.py` and `schedule_cost.py` of `analysis/recording/`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from ..analysis.activity import Activity
from ..analysis.program import Program
from ..analysis.recording.cost import Costs, recompute
from ..analysis.recording.rewound import is_counted
from ..analysis.recording.schedule_cost import least_advances
from ..analysis.recording.slices import Slicer
from ..analysis.recording.tbr import Plan
from ..errors import Failure, Report, error, note
from ..mlir import ir
from .account import counted
from .kept_bytes import KeptBytes, trips_of
from .recording import Recording

STEPS, EXACT = 12, 4  # towards less room, where a plan keeps more than it seems; how many are by just that much
MANY = 4  # loops from which on not every set of them is tried
Marks = Mapping[ir.Operation, int]


@dataclass(frozen=True)
class Choice:
    """The loops with snapshots, and how many they have; what is computed again for that."""

    cost: float
    marks: dict[ir.Operation, int] = field(default_factory=dict)


class Search:
    def __init__(self, program: Program, activity: Activity, recording: Recording, split: Mapping[str, Plan]):
        self.program, self.activity, self.mode = program, activity, recording.mode
        self.trips: Callable[[ir.Operation], int | None] = trips_of(recording.trips)
        self.slicer = Slicer(program)
        self._kept: dict = {}
        self._chosen: dict = {}
        self.split = split  # the plans of functions that stay functions, by the names of their augmented primals

    def say(self, known: KeptBytes, name: str, marks: Marks, report: Report) -> None:
        """Remarks on the loops that have snapshots, beside what is `known` of them without."""
        kept = self.kept(self.mode, marks)
        for loop, snapshots in marks.items():
            trips = self.trips(loop)
            again = f"{least_advances(trips, snapshots) / trips:.2f}" if trips else "0"
            report.remark(
                loop.location,
                f"@{name} keeps {counted(snapshots, 'state')} of {counted(kept.state(loop), 'byte')} of this loop, "
                f"whose tapes would take {counted(known.tapes(loop), 'byte')}, and computes each iteration again "
                f"{again} times on average",
            )

    def refuse_calls(self) -> None:
        """Failure for functions that stay functions whose plan is not known, as those that call themselves."""
        calls = [op for block in self.program.blocks() for op in self.program.ops(block) if op.name == "func.call"]
        for call in calls:
            if self.activity.is_active_op(call) and call.attributes["callee"].value not in self.split:
                raise Failure(
                    error(
                        call.location,
                        "cannot keep to a memory-budget: what this function keeps for its adjoint is not known here",
                        note(None, "let it be inlined, or leave out the budget and use 'lagrad.snapshots'"),
                    )
                )

    def kept(self, mode: str, marks: Marks = {}) -> KeptBytes:
        """The plan in which some loops have snapshots. Failure where one can have none."""
        key = mode, frozenset(marks.items())
        if key not in self._kept:
            plan = Plan(self.slicer, self.activity, Costs(mode), snapshots=dict(marks))
            plan.block(self.program.entry)
            self._kept[key] = KeptBytes(plan, self.trips, self.split)
        return self._kept[key]

    def fitting(self, budget: int) -> Choice | None:
        """The best choice that keeps no more bytes than a budget."""
        entry = self.program.entry
        return self._within(entry, self.kept(self.mode).loops(entry), budget, {})

    def choose(self, loops: list[ir.Operation], room: int, around: Marks = {}) -> Choice | None:
        """The best choice for some loops that follow one another, in loops `around` with snapshots."""
        return self._loops(loops, room, around) if room >= 0 else None

    def _loops(self, loops: list[ir.Operation], room: int, around: Marks) -> Choice | None:
        """The best choice for loops that follow one another, in loops `around` with snapshots; None if none fits."""
        kept = self.kept(self.mode, around)
        found = [self._with(kept, loops, recorded, room, around) for recorded in self._sets(kept, loops)]
        return min((choice for choice in found if choice is not None), key=lambda c: c.cost, default=None)

    def _sets(self, kept: KeptBytes, loops: list[ir.Operation]) -> Iterator[frozenset[ir.Operation]]:
        """Which of some loops may go on recording."""
        large = [loop for loop in sorted(loops, key=kept.left) if kept.left(loop) + kept.own(loop)]
        small = [loop for loop in loops if loop not in large]
        for count in range(len(large), -1, -1):
            some = combinations(large, count) if len(large) <= MANY else [large[:count]]
            yield from (frozenset([*small, *chosen]) for chosen in some)

    def _with(self, kept: KeptBytes, loops: list, recorded: frozenset, room: int, around: Marks) -> Choice | None:
        """The choice in which these loops record, and each of the others takes as much as it can.

        While a loop has its adjoint, there is what loops before it have left behind, and what a `while` keeps is there
        all the time: it takes no more than its part of what the others do not need to record.
        """
        cost, marks = 0.0, {}
        before = sum(kept.left(loop) for loop in recorded if is_counted(loop))
        reserved = kept.most([loop for loop in recorded if not is_counted(loop)])
        whiles = [loop for loop in loops if is_counted(loop) and loop not in recorded]
        rest = [loop for loop in loops if loop not in whiles]
        for n, loop in enumerate([*whiles, *rest]):
            if loop in recorded:
                before += 0 if is_counted(loop) else kept.left(loop)
                if before + kept.own(loop) > room:
                    return None
                continue
            share = room - before
            if is_counted(loop):
                share = (share - reserved) // (len(whiles) - n + (len(rest) > len(recorded)))
            choice = self._snapshots(loop, share, around)
            if choice is None:
                return None
            cost, marks = cost + choice.cost, marks | choice.marks
            before += self.kept(self.mode, {**around, loop: choice.marks[loop]}).left(loop)
        return Choice(cost, marks)

    def _snapshots(self, loop: ir.Operation, room: int, around: Marks) -> Choice | None:
        """The best choice for a loop that keeps snapshots."""
        key = loop, room, frozenset(around.items())
        if key not in self._chosen:
            self._chosen[key] = self._choose_snapshots(loop, room, around)
        return self._chosen[key]

    def _choose_snapshots(self, loop: ir.Operation, room: int, around: Marks) -> Choice | None:
        try:
            kept = self.kept(self.mode, {**around, loop: 1})
        except Failure:
            return None  # its states cannot be computed again
        state, trips, body = kept.state(loop), self.trips(loop) or 1, self.program.body(loop)
        inside, step = kept.loops(body), self.step(loop)
        found = []
        if (most := (room - kept.most_in(self.program.ops(body))) // state) > 0:
            found.append(_of(loop, min(most, max(1, trips)), trips, step, Choice(0.0)))
        for number in self.numbers(room // state, trips) if kept.most(inside) else ():
            choice = self._within(body, inside, room - number * state, {**around, loop: 1})
            if choice is not None:
                found.append(_of(loop, number, trips, step, choice))
        return min(found, key=lambda c: c.cost, default=None)

    def _within(self, block: ir.Block, loops: list[ir.Operation], room: int, around: Marks) -> Choice | None:
        """The best choice for the loops of a block that keeps no more, with what its straight code keeps.

        What one loop records may depend on whether another one has snapshots, so that there is less room than it seems.
        """
        left = room
        for step in range(STEPS):
            choice = self.choose(loops, left, around)
            if choice is None:
                return None
            if (most := self.kept(self.mode, {**around, **choice.marks}).most_in(self.program.ops(block))) <= room:
                return choice
            left -= max(most - room, left * (step - EXACT) // (STEPS - EXACT))
        return None

    def step(self, loop: ir.Operation) -> int:
        """The cost of an iteration."""
        return sum(recompute(self.program, op) for op in self.program.ops(self.program.body(loop)))

    @staticmethod
    def numbers(most: int, trips: int) -> Iterator[int]:
        """How many snapshots a loop may have, some of these numbers."""
        number = 1
        while number <= min(most, max(1, trips)):
            yield number
            number *= 2


def _of(loop: ir.Operation, snapshots: int, trips: int, step: int, inside: Choice) -> Choice:
    cost = least_advances(trips, snapshots) * step + trips * inside.cost
    return Choice(cost, {loop: snapshots, **inside.marks})
