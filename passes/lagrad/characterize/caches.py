"""Caches between a program and memory, simulated by pycachesim."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ..errors import Failure
from .accesses import Accesses

SIZES = tuple(1024 << n for n in range(8))  # bytes: 1 to 128 KiB
LINE, WAYS = 64, 4
_PAGE = 4096
_READ_8_KIB = 10.0  # picojoules for 64 bits from a cache of 8 KiB (M. Horowitz, ISSCC 2014, figure 1.1.9)
_READ_MEMORY = 2000.0  # and from memory: 1300 to 2600 there


@dataclass(frozen=True)
class Traffic:
    """What passed between a cache and memory, in bytes, and what the program asked the cache for."""

    size: int
    accesses: int
    misses: int
    read: int
    written: int

    @property
    def bytes(self) -> int:
        return self.read + self.written

    @property
    def miss_rate(self) -> float:
        return self.misses / self.accesses if self.accesses else 0.0

    @property
    def energy_on_chip(self) -> float:
        """Nanojoules for the accesses and for filling and emptying lines."""
        return access_energy(self.size) * (self.accesses + self.bytes / 8) / 1000

    @property
    def energy(self) -> float:
        """Nanojoules, memory's included."""
        return self.energy_on_chip + _READ_MEMORY * self.bytes / 8 / 1000


def access_energy(size: int) -> float:
    """Picojoules for 64 bits from an on-chip memory of `size` bytes: 10 at 8 KiB, 20 at 32 KiB, 100 at 1 MiB.

    Those are Horowitz's numbers for 45 nm; in between the energy goes with the square root of the size, as they do.
    """
    return _READ_8_KIB * sqrt(size / 8192)


def simulate(accesses: Accesses, size: int, ways: int = WAYS, line: int = LINE) -> Traffic:
    """A cache that writes back, allocates on writes, and replaces the line that was used longest ago.

    The lines that it holds dirty at the end are written. Failure where pycachesim is not installed.
    """
    try:
        from cachesim import Cache, CacheSimulator, MainMemory
    except ModuleNotFoundError:
        raise Failure("caches are simulated by pycachesim, which is not there: pip install lagrad[report]") from None
    if size % (ways * line):
        raise Failure(f"a cache of {size} bytes has no {ways} ways of lines of {line} bytes")
    memory = MainMemory()
    cache = Cache("cache", size // (ways * line), ways, line, "LRU")
    memory.load_to(cache)
    memory.store_from(cache)
    simulator = CacheSimulator(cache, memory)
    load, store = simulator.load, simulator.store
    address = _placed(accesses.address, line)
    for at, bytes, stores in zip(address.tolist(), accesses.bytes.tolist(), accesses.store.tolist()):
        (store if stores else load)(at, bytes)
    simulator.force_write_back()
    read, written = memory.stats()["LOAD_count"] * line, memory.stats()["STORE_count"] * line
    return Traffic(size, accesses.count, cache.stats()["MISS_count"], read, written)


def _placed(address: np.ndarray, line: int) -> np.ndarray:
    """The addresses with each region of memory at a place that does not depend on the process.

    What is a page or more apart is in two regions; they follow one another, and each begins on a line.
    """
    if not len(address):
        return address
    known = np.unique(address)
    begins = np.flatnonzero(np.diff(known, prepend=known[0] - 2 * _PAGE) >= _PAGE)
    ends = known[np.append(begins[1:] - 1, len(known) - 1)] + 16
    room = -(-(ends - known[begins]) // line) * line
    places = np.concatenate([[0], np.cumsum(room)[:-1]])
    region = np.searchsorted(known[begins], address, side="right") - 1
    return address - known[begins][region] + places[region]
