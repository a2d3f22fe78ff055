"""The loads and stores of one call of a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .. import execute, pipelines
from ..errors import Failure
from ..lowering import pipeline as lowering
from ..mlir import ir
from ..tape import mark_tapes, trace_accesses

TAPES = ("auto", "record", "recompute", "min-memory", "everything")


@dataclass(frozen=True)
class Accesses:
    """In their order: `address` and `bytes` of each (int64), whether it is a `store`, whether of a `tape` (bool).

    Memory that is a tape's when the tape is filled counts as the tape's throughout, and so does a `scratchpad`'s.
    `moved` are the loads and stores that move rows of a tape into a scratchpad or out of it, one on each side.
    """

    address: np.ndarray
    bytes: np.ndarray
    store: np.ndarray
    tape: np.ndarray
    scratchpad: np.ndarray
    moved: np.ndarray
    results: tuple = ()  # what the function returned

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

    @cached_property
    def scratchpad_bytes(self) -> int:
        return _covered(self.address[self.scratchpad], self.bytes[self.scratchpad])

    @property
    def tape_share(self) -> float:
        """Of all accesses, those of scratchpads among the tape's."""
        return float((self.tape | self.scratchpad).mean()) if self.count else 0.0

    def lines(self, size: int) -> np.ndarray:
        """The cache line of each access."""
        return self.address // size


def _covered(address: np.ndarray, bytes: np.ndarray) -> int:
    """How many bytes some accesses reach: those that begin at one address have one size."""
    starts, first = np.unique(address, return_index=True)
    return int(bytes[first].sum()) if len(starts) else 0


def differentiated(tape: str = "auto") -> str:
    """`lagrad-default` with that `tape` of `lagrad-differentiate`."""
    return pipelines.NAMED["lagrad-default"].replace("lagrad-differentiate", f"lagrad-differentiate{{tape={tape}}}")


def pipeline(passes: str, capacity: int, tape: str = "auto") -> str:
    """The lowering of a derivative on which `passes` have run to code that writes its accesses down."""
    lowered = lowering.pipeline(strict=True, counted=True)
    tracing = f"{trace_accesses.TraceAccesses.name}{{capacity={capacity}}}"
    lowered = lowered.replace("lagrad-count-operations", tracing)
    return ",".join(filter(None, [differentiated(tape), passes, mark_tapes.MarkTapes.name, lowered]))


def check_bounds(
    module: ir.Module,
    entry: str,
    arguments: Sequence,
    tape: str = "auto",
    running: Callable[[], AbstractContextManager] = nullcontext,
) -> None:
    """Calls a function in code that looks at each index; CheckFailed where one is out of bounds."""
    pipeline = pipelines.with_bounds(f"{differentiated(tape)},lagrad-to-llvm-strict")
    program = execute.compile(module, pipeline=pipeline, entry=entry)
    with running():
        program[entry](*deepcopy(arguments))


def of(
    module: ir.Module,
    entry: str,
    arguments: Sequence,
    passes: str = "",
    capacity: int = 1_000_000,
    tape: str = "auto",
    running: Callable[[], AbstractContextManager] = nullcontext,
) -> Accesses:
    """Compiles a function, calls it, and gives its accesses; Failure if there are more than `capacity`.

    `passes` run on the derivative, which `tape` says how to make. `running()` is entered while the function runs.
    Arguments that are memory keep what they hold.
    """
    program = execute.compile(module, pipeline=pipeline(passes, capacity, tape), entry=entry)
    with running():
        returned = program[entry](*deepcopy(arguments))
    count, *_ = written = program[trace_accesses.TRACE]()
    if count > capacity:
        raise Failure(f"@{entry} reads and writes memory {count} times; --capacity says how often it is written down")
    return _read(written[1 : 1 + int(count)], returned if isinstance(returned, tuple) else (returned,))


def _read(words: np.ndarray, results: tuple) -> Accesses:
    kind, address = words & 3, words >> trace_accesses.ADDRESS_AT
    size, special = 1 << (words >> trace_accesses.SIZE_AT & 3), (words >> trace_accesses.SPECIAL_AT & 1).astype(bool)
    is_access = kind <= trace_accesses.STORE
    within = {
        is_scratchpad: _within(
            address[is_access],
            address[(kind == trace_accesses.BEGIN) & (special == is_scratchpad)],
            address[(kind == trace_accesses.END) & (special == is_scratchpad)],
        )
        for is_scratchpad in (False, True)
    }
    store, moved = kind[is_access] == trace_accesses.STORE, special[is_access]
    return Accesses(address[is_access], size[is_access], store, within[False], within[True], moved, results)


def _within(address: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Which addresses lie between a beginning and its end."""
    inside = np.zeros(len(address), bool)
    for begin, end in {(int(b), int(e)) for b, e in zip(begins, ends)}:
        inside |= (address >= begin) & (address < end)
    return inside
