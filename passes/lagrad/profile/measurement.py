"""A function that is timed loop by loop, and what its loops compute and move."""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np

from .. import execute, pipelines
from ..errors import Failure
from ..lowering.profile.profile_loops import BYTES, COUNTERS, ENTRIES, OPERATIONS, SITES, TICKS
from ..mlir import ir
from .machine import TYPES, Machine, machine

SECONDS, LEAST, MOST = 0.5, 3, 10_000  # without `repeat`: calls for so long, but so many at least, and at most
Running = Callable[[], AbstractContextManager]
_CALIBRATION = 0.02  # seconds over which the clock of the code is compared with the system's


@dataclass(frozen=True)
class Measured:
    """A function, loop, call or copy: what it took itself, in one call, without what is told apart inside it.

    `kind`, `name`, `place`, `parent` and `records` are those of `lowering.profile.sites.Site`. `operations` on floats
    and `bytes` that instructions read and write are None for a called function of which nothing is known.
    """

    kind: str
    name: str
    place: str
    parent: int | None
    records: bool
    seconds: float
    entries: int
    operations: int | None
    bytes: int | None


@dataclass(frozen=True)
class Profile:
    """One call of a function: the fastest of `calls`. `plain` are the seconds of the same code without clocks, and
    `timed` those with them, both as seen from Python."""

    function: str
    calls: int
    plain: float
    timed: float
    depth: int
    machine: Machine
    sites: tuple[Measured, ...]

    @property
    def seconds(self) -> float:
        """What all sites took: the call without Python."""
        return sum(site.seconds for site in self.sites)


def measure(
    program: ir.Module | str | bytes | os.PathLike,
    entry: str,
    arguments: Sequence,
    *,
    pipeline: str = execute.PIPELINE,
    depth: int = 2,
    repeat: int | None = None,
    libraries: Iterable[str] = (),
    running: Running = nullcontext,
) -> Profile:
    """Compiles a program three times - as it is, with clocks, and with counters - and calls its function `entry`.

    `depth` is how many loops inside each other are told apart; `repeat` how often the code with clocks is called.
    Arguments are copied for each call, as it may write to them. `running()` is entered while the function runs.
    Raises Failure for a program that cannot be compiled, and for a pipeline that has no lowering of ours or several
    threads.
    """

    def compiled(text: str) -> execute.Program:
        return execute.compile(program, pipeline=text, entry=entry, libraries=list(libraries))

    timed = compiled(pipelines.with_profile(pipeline, "time", depth))
    worked = compiled(pipelines.with_profile(pipeline, "work", depth))
    described = json.loads(bytes(timed[SITES]()))
    if described != json.loads(bytes(worked[SITES]())):
        raise Failure("the code with clocks and the code with counters have other loops: this is a bug in lagrad")
    untimed = compiled(pipeline)[entry]
    with running():
        plain, with_clocks, calls, ticks = _timed(untimed, timed[entry], timed[COUNTERS], arguments, repeat)
        worked[COUNTERS]()
        worked[entry](*copy.deepcopy(list(arguments)))
    work = worked[COUNTERS]()[1:]
    rate = _ticks_per_second(timed[COUNTERS])
    found = []
    for site, times, does in zip(described, ticks, work):
        counted = site.pop("counted")
        operations, moved = (int(does[column]) if counted else None for column in (OPERATIONS, BYTES))
        spent, entries = max(int(times[TICKS]), 0) / rate, int(times[ENTRIES])
        found.append(Measured(**site, seconds=spent, entries=entries, operations=operations, bytes=moved))
    return Profile(entry, calls, plain, with_clocks, depth, machine(_type(arguments)), tuple(found))


def _timed(plain: Callable, timed: Callable, counters: Callable, arguments: Sequence, repeat: int | None):
    """The least seconds without clocks and with them, which take turns; how often; and the counters of the call whose
    sites took the least."""
    least, best, calls, begin = [float("inf")] * 2, None, 0, time.perf_counter()
    while calls < repeat if repeat else calls < LEAST or calls < MOST and time.perf_counter() - begin < SECONDS:
        for which, function in enumerate((plain, timed)):
            values = copy.deepcopy(list(arguments))
            counters()
            start = time.perf_counter()
            function(*values)
            least[which] = min(least[which], time.perf_counter() - start)
        found = counters()[1:]
        if best is None or found[:, TICKS].sum() < best[:, TICKS].sum():
            best = found
        calls += 1
    return *least, calls, best


def _ticks_per_second(counters: Callable) -> float:
    start, first = time.perf_counter(), int(counters()[0, 0])
    while time.perf_counter() - start < _CALIBRATION:
        pass
    end, last = time.perf_counter(), int(counters()[0, 0])
    if last <= first:
        raise Failure("this processor has no clock that programs may read: there is no profile")
    return (last - first) / (end - start)


def _type(arguments: Sequence) -> str:
    """Of the peak that operations are compared with: f32 if the first floats among the arguments are."""
    dtypes = (np.asarray(argument).dtype for argument in arguments)
    first = next((dtype for dtype in dtypes if dtype.kind == "f"), np.dtype(np.float64))
    return next((name for name, of in TYPES.items() if first == of), "f64")
