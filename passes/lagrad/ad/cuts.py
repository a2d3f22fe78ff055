"""The ways to cut a function into pieces: its own block, and what its loops and branches hold.

A loop for which there is no room keeps snapshots. Where an iteration keeps too much for its own adjoint, the body of
the loop is cut as the function's own block is, in the room beside its tapes or its snapshots. So is each side of a
branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..analysis.recording.rewound import is_counted
from ..analysis.recording.schedule_cost import least_advances
from ..analysis.recording.tbr import Plan
from ..errors import Failure, Report
from ..mlir import ir
from .account import counted
from .calls.outlined_parts import Part
from .division import INFINITE, NOTHING, Division, Divisions
from .kept_bytes import KeptBytes
from .reverse.trials import Trials
from .snapshot_search import Marks, Search

ROOMS = 8  # that are tried for what a loop or a branch holds, from the least on
Kept = tuple[Division, int]  # how an operation keeps less, and what it leaves behind for its adjoint


@dataclass(frozen=True)
class Found:
    """A division of straight code, and the bytes that its plan keeps."""

    division: Division
    most: int


class Cut:
    """The ways to cut a function, with snapshots of the loops in the pieces."""

    def __init__(self, known: KeptBytes, search: Search, trials: Trials):
        self.known, self.search, self.trials = known, search, trials
        self.program = search.program
        self._divisions: dict[tuple, Divisions] = {}
        self._most: dict[Division, int | None] = {}
        self.divisions = self._of(self.program.entry, {})

    def cost(self, budget: int) -> float:
        found = self.fitting(budget)
        return found.division.cost if found else INFINITE

    def fitting(self, budget: int) -> Found | None:
        """What costs least of what keeps no more bytes than a budget: the plan of it is asked, too."""
        least = self.divisions.least()
        room = max(budget, least)  # its plan may keep less than it seems
        while room >= least:
            division = self.divisions.within(room)
            if (most := self._bytes(division)) is not None and most <= budget:
                return Found(division, most)
            room = min(room - 1, (room + least) // 2)  # its plan keeps more than it seems
        return None

    def take(self, budget: int, name: str, location: ir.Location, short: str, report: Report) -> tuple[ir.Module, Plan]:
        """The plan of what fits."""
        found = self.fitting(budget)
        way = "in pieces" if found.division.is_cut else "with snapshots"
        report.remark(location, f"{short}: {way} it keeps {counted(found.most, 'byte')} at most")
        self._say(self.program.entry, found.division.parts, name, report)
        for op, region, parts in found.division.inside:
            self._say(self.program.body(op, region), parts, name, report)
        self.search.say(self.known, name, dict(found.division.marks), report)
        trial = self.trials.of(found.division)
        return trial.copy, self.trials.take(trial, report)

    def _say(self, block: ir.Block, parts: Sequence[Part], name: str, report: Report) -> None:
        for part in parts:
            ops = self.program.ops(block)[part.begin : part.end]
            report.remark(
                ops[0].location,
                f"@{name} runs {counted(len(ops), 'operation')} from here on again for their adjoint, as a piece: "
                f"they would keep {counted(part.most, 'byte')}",
            )
            self._say(block, part.inside, name, report)

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

    # -- what loops and branches hold -----------------------------------------------------------

    def _of(self, block: ir.Block, around: Marks) -> Divisions:
        """The divisions of a block, in loops `around` with snapshots."""
        key = block, frozenset(around)
        if key not in self._divisions:
            kept = self.search.kept(self.search.mode, around) if around else self.known
            self._divisions[key] = Divisions(kept, block, lambda op, room: self._inside(op, room, around))
        return self._divisions[key]

    def _inside(self, op: ir.Operation, room: int, around: Marks) -> Kept | None:
        """What costs least of all with which a loop or a branch keeps no more."""
        match op.name:
            case "scf.for":
                cut = self._bodies(op, room, around)
            case "scf.if":
                cut = self._sides(op, room, around)
            case _:
                return None
        found = [kept for kept in (self._snapshots(op, room, around), *cut) if kept is not None]
        return min(found, key=lambda kept: (kept[0].cost, kept[1]), default=None)

    def _snapshots(self, op: ir.Operation, room: int, around: Marks) -> Kept | None:
        """Snapshots of the loops in an operation, or of itself."""
        search, left = self.search, room
        loops = self.known.loops_of(op)
        while loops and (choice := search.choose(loops, left, around)) is not None:
            kept = search.kept(search.mode, {**around, **choice.marks})
            if (most := kept.most_in([op])) <= room:
                return Division(choice.cost, (), tuple(choice.marks.items())), kept.leaves(op)
            left -= most - room
        return None

    def _bodies(self, loop: ir.Operation, room: int, around: Marks) -> Iterator[Kept]:
        """The body of a loop is cut, which records or keeps snapshots."""
        search, body, trips = self.search, self.program.body(loop), self.search.trips(loop) or 1
        recorded = search.kept(search.mode, around)
        left = recorded.left(loop)
        for _, division in self._smaller(body, room - left - recorded.own_snapshots(loop), around):
            yield division.within(loop, 0, trips), left
        try:
            kept = search.kept(search.mode, {**around, loop: 1})
        except Failure:
            return  # its states cannot be computed again
        if loop not in kept.plan.rewound:
            return  # it is not active
        state = kept.state(loop)
        for used, division in self._smaller(body, room - state, {**around, loop: 1}):
            number = min((room - used) // state, max(1, trips))
            marked = replace(division, marks=((loop, number), *division.marks)).within(loop, 0, trips)
            cost = marked.cost + least_advances(trips, number) * search.step(loop)
            yield replace(marked, cost=cost), number * state if is_counted(loop) else 0

    def _sides(self, branch: ir.Operation, room: int, around: Marks) -> Iterator[Kept]:
        """The sides of a branch are cut, one of which runs."""
        whole = NOTHING
        for region, body in enumerate(self.program.bodies(branch)):
            divisions = self._of(body, around)
            fits = divisions.most(0, len(divisions.ops)) <= room
            found = [NOTHING] if fits else [division for _, division in self._smaller(body, room, around)]
            if not found:
                return
            best = min(found, key=lambda division: division.cost).within(branch, region)
            whole = replace(whole.then(best), cost=max(whole.cost, best.cost))
        yield whole, 0

    def _smaller(self, block: ir.Block, room: int, around: Marks) -> Iterable[tuple[int, Division]]:
        """Divisions of a block, and the rooms that they take, for some rooms up to one; none where it need not be."""
        divisions = self._of(block, around)
        most, least = divisions.most(0, len(divisions.ops)), divisions.least()
        for number in range(ROOMS):
            tried = least + (most - least) * number // ROOMS
            if tried < most and tried <= room and (division := divisions.within(tried)) is not None:
                yield tried, division
