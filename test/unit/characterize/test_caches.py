"""Caches: traffic that can be counted by hand, and the stack distances that decide it."""

from dataclasses import replace

import numpy as np
import pytest

from lagrad.characterize.accesses import Accesses
from lagrad.characterize.caches import access_energy, simulate
from lagrad.characterize.distances import reuse
from lagrad.errors import Failure

pytest.importorskip("cachesim", reason="pycachesim, of the extra 'bench', is not installed")


def of_words(words: list[int], stores: list[bool]) -> Accesses:
    count = len(words)
    return Accesses(8 * np.array(words), np.full(count, 8), np.array(stores), *[np.zeros(count, bool)] * 3)


def test_a_stream_is_read_once():
    found = simulate(of_words(list(range(800)), [False] * 800), 1024)
    assert (found.misses, found.read, found.written) == (100, 6400, 0)


def test_what_is_written_is_written_back_once():
    found = simulate(of_words(list(range(80)) * 2, [True] * 160), 1024)
    assert (found.read, found.written) == (640, 640)


def test_one_set_holds_what_the_stack_distance_says():
    """With one set, a line is a hit if fewer other lines than ways were used since."""
    words = 8 * np.random.default_rng(3).integers(0, 12, 500)
    found = simulate(of_words(words.tolist(), [False] * 500), 8 * 64, ways=8)
    assert found.misses == (reuse(words) >= 8).sum()


def test_ways_keep_lines_that_share_a_set():
    """Two lines 1 KiB apart, in turns, push each other out of a direct-mapped cache of 1 KiB, and of no other."""
    words = of_words([0, 128] * 10, [False] * 20)
    assert [simulate(words, 1024, ways).misses for ways in (1, 2, 4)] == [20, 2, 2]
    assert simulate(words, 2048, 1).misses == 2 and simulate(words, 1024, 2).ways == 2


def test_scratchpads_are_beside_the_cache():
    """Ten words are read through the cache, stored in a scratchpad, and moved from there to memory."""
    cached, pad, memory = list(range(10)), list(range(1000, 1010)), list(range(2000, 2010))
    all_words = of_words(cached + pad + pad + memory, [False] * 10 + [True] * 10 + [False] * 10 + [True] * 10)
    place = np.arange(40) // 10
    found = simulate(replace(all_words, scratchpad=(place == 1) | (place == 2), moved=place >= 2), 1024)
    assert (found.accesses, found.misses, found.read, found.written, found.moved) == (10, 2, 128, 80, 80)
    assert (found.scratchpad, found.scratchpad_accesses) == (80, 20)
    of_cache, of_pad = access_energy(1024) * (10 + 128 / 8), access_energy(80) * 20
    assert found.energy_on_chip == pytest.approx((of_cache + of_pad) / 1000)


def test_where_memory_lies_does_not_matter():
    stores = [False] * 300
    here = of_words(np.random.default_rng(1).integers(0, 400, 300).tolist(), stores)
    there = replace(here, address=here.address + 123456 * 64)
    assert simulate(here, 1024) == simulate(there, 1024)


def test_larger_memories_take_more_energy():
    assert access_energy(8192) == 10 and access_energy(32768) == 20


def test_sets_are_whole():
    with pytest.raises(Failure, match="a cache of 1000 bytes has no 4 ways of lines of 64 bytes"):
        simulate(of_words([0], [False]), 1000)
