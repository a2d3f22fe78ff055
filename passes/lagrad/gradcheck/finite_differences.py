"""Derivatives from values alone: central differences, extrapolated to a step of zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

RATIO = 2.0  # from one step to the next


@dataclass(frozen=True)
class Estimate:
    """A derivative, how much the best two extrapolations of it disagree, and the least step that it is from."""

    value: float
    uncertainty: float
    step: float


def directional(along: Callable[[float], float], step: float, levels: int) -> Estimate:
    """The derivative at 0 of a function of one number.

    Ridders' method: central differences at `step`, half of it, and so on fill a Richardson
    table; the entry that differs least from its neighbours is taken, so neither truncation
    nor rounding has to be known beforehand. Where no step gives a number, neither does this.
    """
    best = Estimate(np.nan, np.inf, step)
    row: list[float] = []
    for level in range(levels):
        h = step / RATIO**level
        previous, row = row, [(along(h) - along(-h)) / (2 * h)]
        for order, coarse in enumerate(previous, 1):
            factor = RATIO ** (2 * order)
            row.append((factor * row[-1] - coarse) / (factor - 1))
            doubt = max(abs(row[-1] - row[-2]), abs(row[-1] - coarse))
            if doubt < best.uncertainty:
                best = Estimate(float(row[-1]), float(doubt), h)
    return best
