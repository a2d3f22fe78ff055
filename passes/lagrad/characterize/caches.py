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
READ_MEMORY = 2000.0  # and from memory: 1300 to 2600 there


@dataclass(frozen=True)
class Traffic:
    """What passed between the chip and memory, in bytes, and what the program asked cache and scratchpad for.

    A scratchpad is memory of its own beside the cache, and what moves between it and memory does not pass the cache.
    """

    size: int  # of the cache
    accesses: int  # of the cache
    misses: int
    read: int
    written: int
    moved: int = 0  # of these bytes, those between scratchpad and memory
    scratchpad: int = 0  # its bytes
    scratchpad_accesses: int = 0
    ways: int = WAYS

    @property
    def bytes(self) -> int:
        return self.read + self.written

    @property
    def miss_rate(self) -> float:
        return self.misses / self.accesses if self.accesses else 0.0

    @property
    def energy_on_chip(self) -> float:
        """Nanojoules for the accesses, those of scratchpads that move rows among them, and for filling lines."""
        cache = access_energy(self.size) * (self.accesses + (self.bytes - self.moved) / 8)
        return (cache + access_energy(self.scratchpad) * self.scratchpad_accesses) / 1000

    @property
    def energy(self) -> float:
        """Nanojoules, memory's included."""
        return self.energy_on_chip + READ_MEMORY * self.bytes / 8 / 1000


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
        raise Failure("caches are simulated by pycachesim, which is not there: pip install lagrad[benchmark]") from None
    if size % (ways * line):
        raise Failure(f"a cache of {size} bytes has no {ways} ways of lines of {line} bytes")
    memory = MainMemory()
    cache = Cache("cache", size // (ways * line), ways, line, "LRU")
    memory.load_to(cache)
    memory.store_from(cache)
    through = ~(accesses.moved | accesses.scratchpad)
    address, store = _placed(accesses.address, line)[through].tolist(), accesses.store[through].tolist()
    simulator = CacheSimulator(cache, memory)
    # A scalar lies in one line, so it does not matter how many bytes it has.
    simulator.loadstore([(None, (at,)) if stores else ((at,), None) for at, stores in zip(address, store)])
    simulator.force_write_back()
    streamed = accesses.moved & ~accesses.scratchpad
    moved = [int(accesses.bytes[streamed & (accesses.store == stores)].sum()) for stores in (False, True)]
    read, written = memory.stats()["LOAD_count"] * line, memory.stats()["STORE_count"] * line
    return Traffic(
        size,
        len(address),
        cache.stats()["MISS_count"],
        read + moved[0],
        written + moved[1],
        sum(moved),
        accesses.scratchpad_bytes,
        int(accesses.scratchpad.sum()),
        ways,
    )


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
