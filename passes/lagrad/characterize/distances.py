"""Reuse distances and lifetimes of what is accessed."""

from __future__ import annotations

import numpy as np

from .accesses import Accesses

NEVER = np.iinfo(np.int64).max  # the distance of a first access


def previous(keys: np.ndarray) -> np.ndarray:
    """For each access the one before it of the same key, -1 if it is the first."""
    order = np.argsort(keys, kind="stable")
    same = keys[order][1:] == keys[order][:-1]
    found = np.full(len(keys), -1)
    found[order[1:][same]] = order[:-1][same]
    return found


def reuse(keys: np.ndarray) -> np.ndarray:
    """How many different keys are accessed between an access and the one before it of the same key; else NEVER.

    That is the position in the stack of a cache that forgets what was used longest ago (R. L. Mattson et al.,
    "Evaluation techniques for storage hierarchies", IBM Systems Journal 1970): it holds a key if it has more places.
    Between the accesses p < t of a key, a key is met first at j if its access before j is before p: so the number is
    that of j < t with previous(j) < p, without the p + 1 of them with j <= p, which all are such.
    """
    before = previous(keys)
    smaller = _smaller_in_front(before)
    distance = smaller - (before + 1)
    distance[before < 0] = NEVER
    return distance


def _smaller_in_front(values: np.ndarray) -> np.ndarray:
    """For each number, how many in front of it are smaller: by merging sorted halves, each level at once."""
    n = len(values)
    count, width = np.zeros(n, np.int64), 1
    order = np.arange(n)  # positions, sorted by value within blocks
    while width < n:
        block = np.arange(n) // (2 * width)
        merged = order[np.lexsort((order, values[order], order // (2 * width)))]
        left = (merged // width) % 2 == 0
        lefts = np.cumsum(left)
        first = np.searchsorted(block, block, side="left")  # where the block of a place begins
        ahead = lefts - np.where(first > 0, lefts[first - 1], 0)
        # Equal numbers: the left one comes first, so subtract those that are equal.
        count[merged[~left]] += (ahead - _equal_on_left(values[merged], merged // (2 * width), left))[~left]
        order, width = merged, 2 * width
    return count


def _equal_on_left(sorted_values: np.ndarray, block: np.ndarray, left: np.ndarray) -> np.ndarray:
    """For each place, how many of the left half have the number that stands there."""
    starts = np.flatnonzero(np.r_[True, (sorted_values[1:] != sorted_values[:-1]) | (block[1:] != block[:-1])])
    sums = np.add.reduceat(left.astype(np.int64), starts)
    return np.repeat(sums, np.diff(np.r_[starts, len(left)]))


def lifetimes(accesses: Accesses) -> np.ndarray:
    """For each element of a tape that is read, the accesses from its first store to its last load."""
    born, died = lives(accesses)
    return died - born


def lives(accesses: Accesses) -> tuple[np.ndarray, np.ndarray]:
    """For each element of a tape that is read, which access stores it first, and which loads it last."""
    places = np.flatnonzero(accesses.tape)
    address, store = accesses.address[places], accesses.store[places]
    order = np.argsort(address[store], kind="stable")
    written, first = np.unique(address[store][order], return_index=True)
    born = places[store][order][first]
    loaded = address[~store][::-1]  # backwards: the first that is found is the last load
    read, last = np.unique(loaded, return_index=True)
    died = places[~store][::-1][last]
    both, at_born, at_died = np.intersect1d(written, read, return_indices=True)
    return born[at_born], died[at_died]
