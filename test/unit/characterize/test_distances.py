"""Reuse distances and lifetimes, against what one finds by looking at each access."""

import numpy as np
import pytest

from lagrad.characterize.accesses import Accesses
from lagrad.characterize.distances import NEVER, lifetimes, previous, reuse


def looked_up(keys: list[int]) -> list[int]:
    distances = []
    for now, key in enumerate(keys):
        earlier = [then for then in range(now) if keys[then] == key]
        distances.append(len(set(keys[earlier[-1] + 1 : now])) if earlier else NEVER)
    return distances


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("count, kinds", [(1, 1), (64, 3), (97, 40), (200, 7)])
def test_reuse_distances(seed, count, kinds):
    keys = np.random.default_rng(seed).integers(0, kinds, count)
    assert reuse(keys).tolist() == looked_up(keys.tolist())


def test_nothing_is_accessed():
    assert reuse(np.zeros(0, np.int64)).tolist() == []


def test_previous():
    assert previous(np.array([5, 7, 5, 5, 7])).tolist() == [-1, -1, 0, 2, 1]


def test_lifetimes():
    """Element 8 is stored at 0 and read last at 4; 16 is stored and never read; 24 is no tape's."""
    address = np.array([8, 16, 8, 24, 8, 24])
    store = np.array([True, True, False, True, False, False])
    tape = address < 24
    found = lifetimes(Accesses(address, np.full(6, 8), store, tape, *[np.zeros(6, bool)] * 2))
    assert found.tolist() == [4]
