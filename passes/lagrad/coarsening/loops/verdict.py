"""Whether the sums of a loop leave the loop around it, and why."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from ...mlir import ir
from ..budget import Budget, OutOfBudget
from .affine import AffineLoop, affine_loops
from .recurrences import start
from .sums import LoopSums, sums_of


@dataclass(frozen=True)
class LoopVerdict:
    """What is said of a loop. `sums` is None where the time for finding them was used up."""

    sums: LoopSums | None
    is_used: bool
    text: str

    @property
    def formulas(self) -> str:
        """What an iteration does to each value: p0, ... are parameters, d0, ... data, start0, ... the values."""
        return "" if self.sums is None else "; ".join(map(self._formula, self.sums.found))

    def _formula(self, number: int) -> str:
        own = self.sums.found[number]
        added = sympy.Add(*(key * part for key, part in own.added.items()))
        if own.is_sum(number):
            return f"adds {added}"
        return f"{start(number)} is {sympy.Add(added, *(factor * start(n) for n, factor in own.factors.items()))}"


@dataclass(frozen=True)
class ExitVerdict:
    """What is said of a result of a loop that has a closed form. `found` is None where the time was used up."""

    found: AffineLoop | None
    is_used: bool
    text: str

    @property
    def formula(self) -> str:
        return "" if self.found is None else self.found.formula


def judge_exits(
    loop: ir.Operation, active: set[ir.Value], budget: Budget, always: bool, is_by_one: bool
) -> list[ExitVerdict]:
    """The verdicts on what a loop carries by affine steps; `always` is as for segments.

    A derivative by one number runs forwards, beside a loop that has to run: its iterations do not wait for it.
    """
    try:
        with budget.spend():
            return [_exit_verdict(own, always, is_by_one and own.is_counted) for own in affine_loops(loop, active)]
    except OutOfBudget:
        return [ExitVerdict(None, False, "a loop: left to ordinary AD: the time for symbolic work is used up")]


def _exit_verdict(own: AffineLoop, always: bool, is_beside: bool) -> ExitVerdict:
    before, after = own.costs()
    is_cheaper = after < before
    reason = "the program asks for it" if always else f"it is {'' if is_cheaper else 'not '}cheaper"
    if is_beside and not always:
        is_cheaper, reason = False, "it runs beside the loop, by one number"
    derivative = "in closed form" if always or is_cheaper else "by iteration"
    text = f"a loop of affine steps: {before} before, {after} after; its derivative is {derivative}: {reason}"
    return ExitVerdict(own, always or is_cheaper, text)


def judge_loop(loop: ir.Operation, active: set[ir.Value], budget: Budget, always: bool) -> LoopVerdict | None:
    """The verdict on a loop; None if it computes nothing that could leave a loop. `always` is as for segments."""
    try:
        with budget.spend():
            sums = sums_of(loop, active)
            costs = sums.costs() if sums else None
    except OutOfBudget:
        return LoopVerdict(None, False, "a loop: left to ordinary AD: the time for symbolic work is used up")
    if sums is None:
        return None
    before, after = costs
    is_cheaper = after < before
    count = len(sums.looped())
    is_sum = all(own.is_sum(number) for number, own in sums.found.items())
    reason = "the program asks for it" if always else f"it is {'' if is_cheaper else 'not '}cheaper"
    is_used = always or is_cheaper
    return LoopVerdict(
        sums,
        is_used,
        f"a loop that {'adds to' if is_sum else 'carries'} {len(sums.found)} values, {count} "
        f"{'sums over' if is_sum else 'moments of'} its data: {before} before, {after} after; "
        f"{'these leave the loop around it' if is_used else 'left in the loop around it'}: {reason}",
    )
