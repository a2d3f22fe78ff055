"""A budget of memory: which loops of a function keep snapshots, and how many, so that it keeps no more bytes.

Of the outermost loops that record, each set is tried as those that go on recording; with many loops, those with the
largest tapes are the first ones that do not. A loop that does not record takes as many snapshots as there is room for
beside what the loops in it keep, or fewer, and the loops in it keep snapshots as well. What costs least is taken, in
operations computed again (`analysis/cost.py`, `analysis/schedule_cost.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from ..analysis.activity import Activity
from ..analysis.cost import Costs, recompute
from ..analysis.program import Program
from ..analysis.rewound import is_counted
from ..analysis.schedule_cost import least_advances
from ..analysis.slices import Slicer
from ..analysis.tbr import Plan
from ..dialect import CHECKPOINT
from ..errors import Failure, Report, error, note
from ..mlir import ir
from .account import counted
from .kept_bytes import KeptBytes, is_piece, trips_of
from .recording import Recording

MANY = 8  # loops from which on not every set of them is tried
Marks = Mapping[ir.Operation, int]


@dataclass(frozen=True)
class Choice:
    """The loops with snapshots, and how many they have; what is computed again for that."""

    cost: float
    marks: dict[ir.Operation, int] = field(default_factory=dict)


def within(
    plan: Plan, name: str, location: ir.Location, recording: Recording, report: Report, split: Mapping[str, Plan] = {}
) -> Plan:
    """The plan, or another one that keeps no more bytes than the budget. Failure, with the least, where none does."""
    search = Search(plan.program, plan.activity, recording, split)
    search.refuse_calls()
    known = KeptBytes(plan, search.trips, split)
    top = known.loops(plan.program.entry)
    if (most := known.all()) <= recording.budget:
        report.remark(location, f"@{name} keeps {counted(most, 'byte')} at most, of the {recording.budget} it may")
        return plan
    short = f"@{name} would keep {counted(most, 'byte')}, of the {recording.budget} it may"
    choice, smaller = search.fitting(recording.budget), search.kept("min-memory")
    if smaller.all() <= recording.budget:
        again = sum(recompute(plan.program, loop) for loop in top)
        if choice is None or again <= choice.cost:
            report.remark(location, f"{short}: it computes again all that costs memory, as with tape=min-memory")
            return smaller.plan
    if choice is None:
        raise Failure(_too_little(search, name, location, recording.budget))
    kept = search.kept(recording.mode, choice.marks)
    report.remark(location, f"{short}: with snapshots it keeps {counted(kept.all(), 'byte')} at most")
    for loop, snapshots in choice.marks.items():
        trips = search.trips(loop)
        again = f"{least_advances(trips, snapshots) / trips:.2f}" if trips else "0"
        report.remark(
            loop.location,
            f"@{name} keeps {counted(snapshots, 'state')} of {counted(kept.state(loop), 'byte')} of this loop, "
            f"whose tapes would take {counted(known.tapes(loop), 'byte')}, and computes each iteration again "
            f"{again} times on average",
        )
    return kept.plan


def _too_little(search: "Search", name: str, location: ir.Location, budget: int):
    low, high = budget, max(budget + 1, search.kept(search.mode).all())
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if search.fitting(middle) is not None else (middle, high)
    smaller = search.kept("min-memory")
    least = min(high, smaller.all())
    return error(
        location,
        f"cannot keep @{name} within a memory-budget of {counted(budget, 'byte')}: the least is {least}",
        note(None, "a loop needs a state at least, and what the loops in it keep; carry less, or allow more"),
        *_of_straight_code(search.kept(search.mode).straight()),
    )


def _of_straight_code(kept: int) -> list:
    told = f"{counted(kept, 'byte')} of these are values between operations; a part marked '{CHECKPOINT}' keeps none"
    return [note(None, told)] if kept else []


class Search:
    def __init__(self, program: Program, activity: Activity, recording: Recording, split: Mapping[str, Plan]):
        self.program, self.activity, self.mode = program, activity, recording.mode
        self.trips: Callable[[ir.Operation], int | None] = trips_of(recording.trips)
        self.slicer = Slicer(program)
        self._kept: dict = {}
        self.split = split  # the plans of functions that stay functions, by the names of their augmented primals

    def refuse_calls(self) -> None:
        """Failure for functions that stay functions: what is kept for their adjoints is not in this one's plan."""
        calls = [op for block in self.program.blocks() for op in self.program.ops(block) if op.name == "func.call"]
        for call in calls:
            if self.activity.is_active_op(call) and not is_piece(self.program, call):
                raise Failure(
                    error(
                        call.location,
                        "cannot keep to a memory-budget: "
                        "this function is not inlined, and what it keeps is not known here",
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
        """The best choice that keeps no more bytes than a budget.

        What one loop records may depend on whether another one has snapshots, so that there is less room than it seems.
        """
        recorded = self.kept(self.mode)
        top, room = recorded.loops(self.program.entry), budget - recorded.fixed()
        while (choice := self._loops(top, room, {})) is not None:
            if (most := self.kept(self.mode, choice.marks).all()) <= budget:
                return choice
            room -= most - budget
        return None

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
        """The choice in which these loops record; the others share what is left, each taking as much as it can."""
        cost, marks = 0.0, {}
        room -= sum(kept.left(loop) for loop in recorded)
        reserved = max((kept.own(loop) for loop in recorded), default=0)
        if room < reserved:
            return None
        others = sorted((loop for loop in loops if loop not in recorded), key=lambda loop: not is_counted(loop))
        left = sum(map(is_counted, others))
        for loop in others:
            share = room  # a loop takes its turn, but what a `while` keeps is there all the time
            if is_counted(loop):
                share = min(room - reserved, room // (left + 1) if len(others) > 1 else room)
            choice = self._snapshots(loop, share, around)
            if choice is None:
                return None
            cost, marks = cost + choice.cost, marks | choice.marks
            if is_counted(loop):
                room, left = room - self.kept(self.mode, {**around, loop: choice.marks[loop]}).left(loop), left - 1
        return Choice(cost, marks)

    def _snapshots(self, loop: ir.Operation, room: int, around: Marks) -> Choice | None:
        """The best choice for a loop that keeps snapshots."""
        try:
            kept = self.kept(self.mode, {**around, loop: 1})
        except Failure:
            return None  # its states cannot be computed again
        state, trips = kept.state(loop), self.trips(loop) or 1
        inside = kept.loops(self.program.body(loop))
        step = sum(recompute(self.program, op) for op in self.program.ops(self.program.body(loop)))
        found = []
        if (most := (room - kept.most(inside)) // state) > 0:
            found.append(_of(loop, min(most, max(1, trips)), trips, step, Choice(0.0)))
        for number in self._numbers(room // state, trips) if kept.most(inside) else ():
            choice = self._loops(inside, room - number * state, {**around, loop: 1})
            if choice is not None:
                found.append(_of(loop, number, trips, step, choice))
        return min(found, key=lambda c: c.cost, default=None)

    def _numbers(self, most: int, trips: int) -> Iterator[int]:
        number = 1
        while number <= min(most, max(1, trips)):
            yield number
            number *= 2


def _of(loop: ir.Operation, snapshots: int, trips: int, step: int, inside: Choice) -> Choice:
    cost = least_advances(trips, snapshots) * step + trips * inside.cost
    return Choice(cost, {loop: snapshots, **inside.marks})
