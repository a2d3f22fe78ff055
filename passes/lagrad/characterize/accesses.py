"""The loads and stores of one call of a function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .. import execute
from ..errors import Failure
from ..lowering import pipeline as lowering
from ..mlir import ir
from ..tape import trace

PREPARED = "lagrad-default"


@dataclass(frozen=True)
class Accesses:
    """In their order: `address` and `bytes` of each (int64), whether it is a `store`, whether of a `tape` (bool).

    Memory that is a tape's when the tape is filled counts as the tape's throughout.
    """

    address: np.ndarray
    bytes: np.ndarray
    store: np.ndarray
    tape: np.ndarray
    results: tuple  # what the function returned

    @property
    def count(self) -> int:
        return len(self.address)

    @cached_property
    def working_set(self) -> int:
        """Bytes that are read or written at all."""
        return _covered(self.address, self.bytes)

    @cached_property
    def tape_bytes(self) -> int:
        return _covered(self.address[self.tape], self.bytes[self.tape])

    @property
    def tape_share(self) -> float:
        """Of all accesses."""
        return float(self.tape.mean()) if self.count else 0.0

    def lines(self, size: int) -> np.ndarray:
        """The cache line of each access."""
        return self.address // size


def _covered(address: np.ndarray, bytes: np.ndarray) -> int:
    """How many bytes some accesses reach: those that begin at one address have one size."""
    starts, first = np.unique(address, return_index=True)
    return int(bytes[first].sum()) if len(starts) else 0


def pipeline(passes: str, capacity: int) -> str:
    """The lowering of a derivative on which `passes` have run to code that writes its accesses down."""
    lowered = lowering.pipeline(strict=True, counted=True)
    tracing = f"{trace.TraceAccesses.name}{{capacity={capacity}}}"
    lowered = lowered.replace("lagrad-count-operations", tracing)
    return ",".join(filter(None, [PREPARED, passes, trace.MarkTapes.name, lowered]))


def of(module: ir.Module, entry: str, arguments: Sequence, passes: str = "", capacity: int = 1_000_000) -> Accesses:
    """Compiles a function, calls it, and gives its accesses; Failure if there are more than `capacity`."""
    program = execute.compile(module, pipeline=pipeline(passes, capacity), entry=entry)
    returned = program[entry](*arguments)
    count, *_ = written = program[trace.TRACE]()
    if count > capacity:
        raise Failure(f"@{entry} reads and writes memory {count} times; --capacity says how often it is written down")
    return _read(written[1 : 1 + int(count)], returned if isinstance(returned, tuple) else (returned,))


def _read(words: np.ndarray, results: tuple) -> Accesses:
    kind, address = words & 3, words >> trace.ADDRESS_AT
    size = 1 << (words >> trace.SIZE_AT & 3)
    begins, ends = address[kind == trace.TAPE_BEGIN], address[kind == trace.TAPE_END]
    is_access = kind <= trace.STORE
    address = address[is_access]
    tape = np.zeros(len(address), bool)
    for begin, end in {(int(b), int(e)) for b, e in zip(begins, ends)}:
        tape |= (address >= begin) & (address < end)
    return Accesses(address, size[is_access], kind[is_access] == trace.STORE, tape, results)
