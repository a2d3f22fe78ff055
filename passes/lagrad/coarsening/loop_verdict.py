"""Whether the sums of a loop leave the loop around it, and why."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from ..mlir import ir
from .budget import Budget, OutOfBudget
from .sums import LoopSums, sums_of


@dataclass(frozen=True)
class LoopVerdict:
    """What is said of a loop. `sums` is None where the time for finding them was used up."""

    sums: LoopSums | None
    is_used: bool
    text: str

    @property
    def formulas(self) -> str:
        """What an iteration adds to each sum: p0, p1, ... are parameters, d0, d1, ... data."""
        if self.sums is None:
            return ""
        added = (sympy.Add(*(key * part for key, part in own.items())) for own in self.sums.added.values())
        return "; ".join(f"adds {own}" for own in added)


def judge_loop(loop: ir.Operation, active: set[ir.Value], budget: Budget, always: bool) -> LoopVerdict | None:
    """The verdict on an `scf.for`; None if it adds up nothing that could leave a loop. `always` is as for segments."""
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
    count = len(sums.coefficients())
    reason = "the program asks for it" if always else f"it is {'' if is_cheaper else 'not '}cheaper"
    is_used = always or is_cheaper
    return LoopVerdict(
        sums,
        is_used,
        f"a loop that adds to {len(sums.added)} values, {count} sums over its data: {before} before, {after} after; "
        f"{'these leave the loop around it' if is_used else 'left in the loop around it'}: {reason}",
    )
