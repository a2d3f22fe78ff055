"""A budget of memory: which loops of a function keep snapshots, and how many, and which parts of it are pieces, so that
it keeps no more bytes.

Snapshots of loops (`snapshot_search`) stand against pieces, with snapshots of the loops in them where these need it
(`cuts`), and against the plan of `tape=min-memory`.
"""

from __future__ import annotations

from ..analysis.recording.cost import recompute
from ..analysis.recording.tbr import Plan
from ..errors import Failure, Report, error, note
from ..mlir import ir
from .account import counted
from .cuts import Cut
from .division import INFINITE
from .kept_bytes import KeptBytes
from .recording import Recording
from .reverse.trials import Trials
from .snapshot_search import Search


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
    costs = {"smaller": INFINITE, "snapshots": choice.cost if choice else INFINITE, "pieces": cut.cost(budget)}
    if smaller.all() <= budget:
        top = known.loops(plan.program.entry)
        costs["smaller"] = sum(recompute(plan.program, loop) for loop in top)
    way = min(costs, key=costs.__getitem__)
    if costs[way] == INFINITE:
        raise Failure(_too_little(search, cut, name, location, budget))
    if way == "smaller":
        report.remark(location, f"{short}: it computes again all that costs memory, as with tape=min-memory")
        return copy, smaller.plan
    if way == "pieces":
        return cut.take(budget, name, location, short, report)
    kept = search.kept(recording.mode, choice.marks)
    report.remark(location, f"{short}: with snapshots it keeps {counted(kept.all(), 'byte')} at most")
    search.say(known, name, choice.marks, report)
    return copy, kept.plan


def _too_little(search: Search, cut: Cut, name: str, location: ir.Location, budget: int):
    low, high = budget, max(budget + 1, search.kept(search.mode).all())
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if search.fitting(middle) is not None else (middle, high)
    least = min(high, search.kept("min-memory").all())
    while least - 1 > budget and (found := cut.fitting(least - 1)) is not None:
        least = found.most
    loops = note(None, "a loop needs a state at least, and what the loops in it keep; carry less, or allow more")
    pieces = note(None, "a piece needs what it reads, and what one operation in it keeps; allow more")
    kept, program = search.kept(search.mode), search.program
    blocks = [program.entry, *(program.body(loop) for loop in kept.loops(program.entry))]
    return error(
        location,
        f"cannot keep @{name} within a memory-budget of {counted(budget, 'byte')}: the least is {least}",
        *([loops] if kept.loops(program.entry) else []),
        *([pieces] if any(map(kept.fixed, blocks)) else []),
    )
