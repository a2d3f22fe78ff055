"""Plans of a function parts of which are pieces and loops of which keep snapshots, as a budget of memory tries them.

The parts become functions of the module. Those of a trial that is not taken go again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ...analysis.call_graph import calls, functions, symbol
from ...analysis.program import walk
from ...analysis.recording.tbr import Plan
from ...analysis.request import Request
from ...analysis.split import Split
from ...dialect import SNAPSHOTS
from ...errors import Failure, Report
from ...mlir import ir
from ..calls.declarations import fresh
from ..calls.outlined_parts import outline_parts
from ..calls.split_calls import RUN_AGAIN
from ..division import Division


@dataclass
class Trial:
    """A plan, the module that it speaks of, and the plans of the functions that are split for it."""

    copy: ir.Module
    plan: Plan
    split: dict[str, Plan]
    splits: dict
    report: Report
    added: list[ir.Operation]
    planned: list[tuple] = field(default_factory=list)


class Trials:
    """Of a request whose function is planned already. `plan(request, report, splits, known)` plans another one."""

    def __init__(self, module: ir.Operation, request: Request, plan: Plan, splits: dict, planned: Callable):
        self.module, self.request, self.plan, self.splits, self.planned = module, request, plan, splits, planned

    @property
    def split(self) -> dict[str, Plan]:
        """The plans of the functions that are split so far."""
        return _plans(self.module, self.splits)

    def of(self, division: Division) -> Trial | None:
        """None where a part cannot be a piece."""
        before = functions(self.module)
        splits = {key: dict(made) if key == (self.module, "plans") else made for key, made in self.splits.items()}
        splits.pop((self.module, "uses"), None)  # of functions that are there
        told, planned = Report(), []
        told.planned = lambda *of: planned.append(of)
        function = self._divided(division, fresh(f"{self.request.primal}_in_pieces", before))
        # Loops record nothing that these give: the search counts what they record of bodies that are not cut.
        splits[self.module, RUN_AGAIN] = functions(self.module).keys() - before - {symbol(function)}
        try:
            request = replace(self.request, primal=symbol(function))
            copy, plan = self.planned(request, told, splits, self._known())
        except Failure:
            copy = None
        function.erase()
        added = [op for name, op in functions(self.module).items() if name not in before]
        if copy is None:
            _erase(added)
            return None
        return Trial(copy, plan, _plans(self.module, splits), splits, told, added, planned)

    def take(self, trial: Trial, report: Report) -> Plan:
        """Has the module keep what a trial has added, as far as it is called."""
        self.splits.update(trial.splits)
        kept = {made[1].pullback for made in trial.splits.values() if _is_split(made)}
        added = {symbol(op): op for op in trial.added}
        while unused := added.keys() - kept - self._called(trial.plan):
            _erase([added.pop(name) for name in unused])
        report.remarks += trial.report.remarks
        report.entries += trial.report.entries
        for of in trial.planned:
            report.planned(*of)
        return trial.plan

    def drop(self, trial: Trial) -> None:
        _erase(trial.added)

    def _divided(self, division: Division, name: str) -> ir.Operation:
        """A copy of the function in the module, in which parts are pieces and loops are marked."""
        original = self.plan.program.function
        with ir.InsertionPoint(self.module.regions[0].blocks[0]):
            function = original.clone(ip=ir.InsertionPoint.current).operation
        function.attributes["sym_name"] = ir.StringAttr.get(name, self.module.context)
        function.attributes["sym_visibility"] = ir.StringAttr.get("private")
        copies = dict(zip(walk(original), walk(function), strict=True))
        for loop, snapshots in division.marks:
            count = ir.IntegerType.get_signless(64)
            copies[loop].attributes[SNAPSHOTS] = ir.IntegerAttr.get(count, snapshots)
        for op, region, parts in division.inside:
            outline_parts(self.module, self.request.primal, copies[op].regions[region].blocks[0], parts)
        outline_parts(self.module, self.request.primal, function.regions[0].blocks[0], division.parts)
        return function

    def _called(self, plan: Plan) -> set[str]:
        callers = (*functions(self.module).values(), plan.program.function)
        return {name for op in callers for name in calls(op)}

    def _known(self) -> dict[str, Split]:
        """The functions that the copy calls which are split."""
        return {made[0]: made[1] for key, made in self.splits.items() if key[0] == self.module and _is_split(made)}


def _is_split(made: object) -> bool:
    return isinstance(made, tuple) and len(made) == 2 and isinstance(made[1], Split)


def _plans(module: ir.Operation, splits: Mapping) -> dict[str, Plan]:
    return {name: plan for name, (_, plan) in splits.get((module, "plans"), {}).items()}


def _erase(added: list[ir.Operation]) -> None:
    for function in added:
        function.erase()
