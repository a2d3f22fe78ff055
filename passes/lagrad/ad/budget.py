"""A budget of memory: which loops of a function keep snapshots, and how many, and which parts of it are pieces, so that
it keeps no more bytes.

Of the outermost loops that record, each set is tried as those that go on recording; with many loops, those with the
largest tapes are the first ones that do not. A loop that does not record takes as many snapshots as there is room for
beside what the loops in it keep, or fewer, and the loops in it keep snapshots as well. What costs least is taken, in
operations computed again (`cost.py` and `schedule_cost.py` of `analysis/recording/`). Against that stand pieces, with
snapshots of the loops in them where these need it (`division`), and the plan of `tape=min-memory`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..analysis.activity import Activity
from ..analysis.recording.cost import Costs, recompute
from ..analysis.program import Program
from ..analysis.recording.rewound import is_counted
from ..analysis.recording.schedule_cost import least_advances
from ..analysis.recording.slices import Slicer
from ..analysis.recording.tbr import Plan
from ..errors import Failure, Report, error, note
from ..mlir import ir
from .account import counted
from .calls.outlined_parts import Part
from .division import INFINITE, Division, Divisions
from .kept_bytes import KeptBytes, trips_of
from .recording import Recording
from .reverse.trials import Trials

STEPS = 8  # towards less room, where a plan keeps more than it seems
MANY = 4  # loops from which on not every set of them is tried
Marks = Mapping[ir.Operation, int]


@dataclass(frozen=True)
class Choice:
    """The loops with snapshots, and how many they have; what is computed again for that."""

    cost: float
    marks: dict[ir.Operation, int] = field(default_factory=dict)


def within(
    copy: ir.Module, plan: Plan, name: str, location: ir.Location, recording: Recording, report: Report, trials: Trials
) -> tuple[ir.Module, Plan]:
    """The plan, or another one that keeps no more bytes than the budget, and the module that it speaks of.

    Failure, with the least, where none does.
    """
    search = Search(plan.program, plan.activity, recording, trials.split)
    search.refuse_calls()
    known, budget = KeptBytes(plan, search.trips, search.split), recording.budget
    if (most := known.all()) <= budget:
        report.remark(location, f"@{name} keeps {counted(most, 'byte')} at most, of the {budget} it may")
        return copy, plan
    short = f"@{name} would keep {counted(most, 'byte')}, of the {budget} it may"
    cut = Cut(known, search, trials)
    choice, smaller = search.fitting(budget), search.kept("min-memory")
    costs = {"pieces": cut.cost(budget), "snapshots": choice.cost if choice else INFINITE, "smaller": INFINITE}
    if smaller.all() <= budget:
        top = known.loops(plan.program.entry)
        costs["smaller"] = sum(recompute(plan.program, loop) for loop in top)
    way = min(("smaller", "snapshots", "pieces"), key=costs.__getitem__)
    if costs[way] == INFINITE:
        raise Failure(_too_little(search, cut, name, location, budget))
    if way == "smaller":
        report.remark(location, f"{short}: it computes again all that costs memory, as with tape=min-memory")
        return copy, smaller.plan
    if way == "pieces":
        return cut.take(budget, name, location, short, report)
    kept = search.kept(recording.mode, choice.marks)
    report.remark(location, f"{short}: with snapshots it keeps {counted(kept.all(), 'byte')} at most")
    _say_snapshots(search, known, name, choice.marks, report)
    return copy, kept.plan


def _say_snapshots(search: "Search", known: KeptBytes, name: str, marks: Marks, report: Report) -> None:
    kept = search.kept(search.mode, marks)
    for loop, snapshots in marks.items():
        trips = search.trips(loop)
        again = f"{least_advances(trips, snapshots) / trips:.2f}" if trips else "0"
        report.remark(
            loop.location,
            f"@{name} keeps {counted(snapshots, 'state')} of {counted(kept.state(loop), 'byte')} of this loop, "
            f"whose tapes would take {counted(known.tapes(loop), 'byte')}, and computes each iteration again "
            f"{again} times on average",
        )


def _too_little(search: "Search", cut: "Cut", name: str, location: ir.Location, budget: int):
    low, high = budget, max(budget + 1, search.kept(search.mode).all())
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if search.fitting(middle) is not None else (middle, high)
    least = min(high, search.kept("min-memory").all(), cut.least())
    while least - 1 > budget and (found := cut.fitting(least - 1)) is not None:
        least = found.most
    loops = note(None, "a loop needs a state at least, and what the loops in it keep; carry less, or allow more")
    pieces = note(None, "a piece needs what it reads, and what one operation in it keeps; allow more")
    kept = search.kept(search.mode)
    return error(
        location,
        f"cannot keep @{name} within a memory-budget of {counted(budget, 'byte')}: the least is {least}",
        *([loops] if kept.loops(search.program.entry) else []),
        *([pieces] if kept.fixed() else []),
    )


@dataclass(frozen=True)
class Found:
    """A division of straight code, and the bytes that its plan keeps."""

    division: Division
    most: int


class Cut:
    """The ways to cut a function into pieces, with snapshots of the loops in these."""

    def __init__(self, known: KeptBytes, search: "Search", trials: Trials):
        self.known, self.search, self.trials = known, search, trials
        self.divisions = Divisions(known, self._loops)
        self._most: dict[Division, int | None] = {}

    def cost(self, budget: int) -> float:
        found = self.fitting(budget)
        return found.division.cost if found else INFINITE

    def fitting(self, budget: int) -> Found | None:
        """What costs least of what keeps no more bytes than a budget: the plan of it is asked, too."""
        least, room = self.divisions.least(), budget
        while room >= least:
            division = self.divisions.within(room)
            if (most := self._bytes(division)) is not None and most <= budget:
                return Found(division, most)
            room = min(room - 1, (room + least) // 2)  # its plan keeps more than it seems
        return None

    def least(self) -> int:
        """What is kept in the least room that there is a division for."""
        most = self._bytes(self.divisions.within(self.divisions.least()))
        return INFINITE if most is None else most

    def take(self, budget: int, name: str, location: ir.Location, short: str, report: Report) -> tuple[ir.Module, Plan]:
        """The plan of what fits."""
        found = self.fitting(budget)
        way = "in pieces" if found.division.parts else "with snapshots"
        report.remark(location, f"{short}: {way} it keeps {counted(found.most, 'byte')} at most")
        self._say(found.division.parts, name, report)
        _say_snapshots(self.search, self.known, name, dict(found.division.marks), report)
        trial = self.trials.of(found.division)
        return trial.copy, self.trials.take(trial, report)

    def _say(self, parts: Sequence[Part], name: str, report: Report) -> None:
        for part in parts:
            ops = self.divisions.ops[part.begin : part.end]
            report.remark(
                ops[0].location,
                f"@{name} runs {counted(len(ops), 'operation')} from here on again for their adjoint, as a piece: "
                f"they would keep {counted(self.divisions.most(part.begin, part.end), 'byte')}",
            )
            self._say(part.inside, name, report)

    def _bytes(self, division: Division | None) -> int | None:
        """What the plan of a division keeps; None if there is none."""
        if division is None:
            return None
        if division not in self._most:
            trial = self.trials.of(division)
            self._most[division] = trial and KeptBytes(trial.plan, self.search.trips, trial.split).all()
            if trial:
                self.trials.drop(trial)
        return self._most[division]

    def _loops(self, op: ir.Operation, room: int) -> tuple[Division, int] | None:
        """Snapshots of the loops in an operation with which it keeps no more, and what it leaves behind then."""
        search, left = self.search, room
        loops = self.known.loops_of(op)
        while loops and (choice := search.choose(loops, left)) is not None:
            kept = search.kept(search.mode, choice.marks)
            if (most := kept.most_in([op])) <= room:
                return Division(choice.cost, (), tuple(choice.marks.items())), kept.leaves(op)
            left -= most - room
        return None


class Search:
    def __init__(self, program: Program, activity: Activity, recording: Recording, split: Mapping[str, Plan]):
        self.program, self.activity, self.mode = program, activity, recording.mode
        self.trips: Callable[[ir.Operation], int | None] = trips_of(recording.trips)
        self.slicer = Slicer(program)
        self._kept: dict = {}
        self._chosen: dict = {}
        self.split = split  # the plans of functions that stay functions, by the names of their augmented primals

    def refuse_calls(self) -> None:
        """Failure for functions that stay functions whose plan is not known, as those that call themselves."""
        calls = [op for block in self.program.blocks() for op in self.program.ops(block) if op.name == "func.call"]
        for call in calls:
            if self.activity.is_active_op(call) and call.attributes["callee"].value not in self.split:
                raise Failure(
                    error(
                        call.location,
                        "cannot keep to a memory-budget: "
                        "what this function keeps for its adjoint is not known here",
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
        for step in range(STEPS):
            if (choice := self.choose(top, room)) is None:
                return None
            if (most := self.kept(self.mode, choice.marks).all()) <= budget:
                return choice
            room -= max(most - budget, room * step // STEPS)
        return None

    def choose(self, loops: list[ir.Operation], room: int) -> Choice | None:
        """The best choice for some outermost loops."""
        return self._loops(loops, room, {}) if room >= 0 else None

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
        key = loop, room, frozenset(around.items())
        if key not in self._chosen:
            self._chosen[key] = self._choose_snapshots(loop, room, around)
        return self._chosen[key]

    def _choose_snapshots(self, loop: ir.Operation, room: int, around: Marks) -> Choice | None:
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
