"""How many iterations a loop computes again, for a number of snapshots (A. Griewank and A. Walther, "Algorithm 799:
revolve", ACM TOMS 26, 2000)."""

from __future__ import annotations

from math import comb


def least_advances(steps: int, snapshots: int) -> int:
    """The fewest iterations to advance so that each of `steps` can be undone, the last one first, with its state.

    At most `snapshots` states are kept at a time, the first one among them. With c of them and no iteration advanced
    more than r times, (c + r)! / (c! r!) can be undone.
    """
    repeats = 0
    while comb(snapshots + repeats, repeats) < steps:
        repeats += 1
    return repeats * steps - comb(snapshots + repeats, repeats - 1) if repeats else 0


def fewest_snapshots(steps: int, advances: float) -> int:
    """The fewest snapshots with which no more iterations than these are advanced; at most one for each step."""
    low, high = 1, max(1, steps)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if least_advances(steps, middle) <= advances else (middle + 1, high)
    return low
