"""Where a list repeats: parts of it that are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

_STEPS = 8  # distances that are looked at, the most common ones


class Repeat(NamedTuple):
    """Parts of `length` items from `begin` on, each `step` items after the one before it, `count` of them."""

    begin: int
    length: int
    step: int
    count: int
    spare: int  # so many items later the parts may begin, too


def repeats(keys: Sequence[Hashable], weights: Sequence[int], least: int) -> Iterator[Repeat]:
    """Where items have the same keys, what saves most first; no item is in two of them, wherever they begin.

    A repeat saves the weights of all its parts but one; `least` at least.
    """
    numbers: dict[Hashable, int] = {}
    left = np.array([numbers.setdefault(key, len(numbers)) for key in keys])
    sums = np.concatenate([[0], np.cumsum(weights)])
    while found := max(_candidates(left, sums), default=None):
        saved, repeat = found
        if saved < least:
            return
        yield repeat
        end = repeat.begin + repeat.step * (repeat.count - 1) + repeat.length + repeat.spare
        for begin in range(repeat.begin, end, repeat.step):
            part = slice(begin, min(begin + repeat.length, end))
            left[part] = -1 - np.arange(begin, part.stop)  # like no other


def _candidates(items: np.ndarray, sums: np.ndarray) -> Iterator[tuple[int, Repeat]]:
    """Repeats at the most common distances, and what each of them saves."""
    for step in _distances(items, sums):
        same = np.concatenate([[False], items[:-step] == items[step:], [False]])
        edges = np.flatnonzero(same[1:] != same[:-1])
        for begin, end in zip(map(int, edges[::2]), map(int, edges[1::2])):
            count, spare = (end - begin) // step + 1, (end - begin) % step
            repeat = Repeat(begin, step, step, count, spare) if count > 1 else Repeat(begin, end - begin, step, 2, 0)
            saved = sums[repeat.begin + repeat.length * (repeat.count - 1)] - sums[repeat.begin]
            yield int(saved), repeat


def _distances(items: np.ndarray, sums: np.ndarray) -> list[int]:
    """The distances from an item to the next one like it that most of the weight has."""
    last: dict[int, int] = {}
    found: Counter[int] = Counter()
    for place, item in enumerate(items.tolist()):
        if item in last:
            found[place - last[item]] += int(sums[place + 1] - sums[place])
        last[item] = place
    return [step for step, _ in found.most_common(_STEPS)]
