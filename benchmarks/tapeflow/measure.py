"""What the passes over tapes change of a derivative: traffic, energy, instructions, time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from statistics import median

import numpy as np

import lagrad
from lagrad import execute
from lagrad.characterize import accesses, caches
from lagrad.characterize import page as report
from lagrad.characterize.accesses import differentiated

from .. import instructions
from .catalogue import Program

LAYOUT = "lagrad-layout-tape"
_LAYERED = "lagrad-layer-tape{scratchpad-bytes=1024},lagrad-index-scratchpad"
LAYERS = f"lagrad-pack-tape,lagrad-layout-tape{{field-bytes=0}},{_LAYERED}"  # what small scratchpads have room for
VARIANTS = {"plain": "", "layout": LAYOUT, "layers": LAYERS}
CAPACITY = 4_000_000
SHOWN_TAPES = ("record", "everything", "auto")  # of which times are compared
FIRST_LEVEL, LAST_LEVEL = 32 << 10, 1 << 20  # bytes of the data caches that callgrind simulates
_CACHES = ("--cache-sim=yes", f"--D1={FIRST_LEVEL},8,64", f"--LL={LAST_LEVEL},16,64")
_ROUNDS = 9  # the fewest


def error(program: Program, passes: str, tape: str) -> float:
    """The largest difference from JAX's gradient at the small size, relative to the largest entry of each array."""
    pipeline = ",".join(filter(None, [differentiated(tape), passes, "lagrad-to-llvm-strict"]))
    compiled = lagrad.compile(program.text(program.small), pipeline=pipeline, entry="df")
    found = compiled.df(*program.arguments(program.small))
    found = found if isinstance(found, tuple) else (found,)
    pairs = zip(found, program.expected(program.small), strict=True)
    return max(float(np.max(np.abs(a - b)) / np.max(np.abs(b))) for a, b in pairs)


@dataclass(frozen=True)
class Simulated:
    """The accesses of a variant, and what they cost with a cache of each size."""

    count: int
    tape_share: float
    tape_bytes: int
    caches: tuple[caches.Traffic, ...]


def simulated(program: Program, passes: str, tape: str, sizes: dict[str, int] | None = None) -> Simulated:
    """A derivative at the size of traces, with caches of 1 to 128 KiB."""
    made = variant(program, passes, tape, sizes)
    found = made.accesses
    return Simulated(found.count, found.tape_share, found.tape_bytes, tuple(made.caches))


def variant(program: Program, passes: str, tape: str, sizes: dict[str, int] | None = None) -> report.Variant:
    """The same as `lagrad-tape-report` shows it."""
    sizes = sizes or program.traced
    module = execute.parse(program.text(sizes))
    found = accesses.of(module, "df", program.arguments(sizes), passes, CAPACITY, tape)
    return report.Variant(passes, found, [caches.simulate(found, size) for size in caches.SIZES])


@dataclass(frozen=True)
class Counted:
    """The instructions of a variant, and its misses of data in caches of FIRST_LEVEL and LAST_LEVEL bytes."""

    instructions: int
    first_level: int
    last_level: int


def counted(program: Program, tape: str, sizes: dict[str, int] | None = None) -> dict[str, Counted]:
    """What callgrind counts of each variant, at the size of times."""
    sizes = sizes or program.large
    arguments, text = program.arguments(sizes), program.text(sizes)
    results = [arguments[place].size for place in program.wrt]
    found = {}
    for name, passes in VARIANTS.items():
        derived = ",".join(filter(None, [differentiated(tape), passes]))
        events = instructions.events(text, derived, arguments, results, _CACHES)
        first, last = (events[f"{level}mr"] + events[f"{level}mw"] for level in ("D1", "DL"))
        found[name] = Counted(events["Ir"], first, last)
    return found


@dataclass(frozen=True)
class Timed:
    """Processor seconds of a call, and how many times as many as without the passes: medians of some rounds."""

    seconds: float
    ratio: float


def timed(program: Program, tape: str, seconds: float = 2.0, sizes: dict[str, int] | None = None) -> dict[str, Timed]:
    """A call of each variant, which take turns in this process, so that what slows it down slows down all of them."""
    sizes = sizes or program.large
    calls = {}
    for name, passes in VARIANTS.items():
        pipeline = ",".join(filter(None, [differentiated(tape), passes, "lagrad-to-llvm"]))
        calls[name] = lagrad.compile(program.text(sizes), pipeline=pipeline, entry="df").df
    given, rounds = program.arguments(sizes), {name: [] for name in calls}
    for call in calls.values():
        call(*given)
    end = time.process_time() + seconds
    while time.process_time() < end or len(rounds["plain"]) < _ROUNDS:
        for name, call in calls.items():
            repeats = max(1, int(1e-3 / rounds[name][0])) if rounds[name] else 1
            before = time.process_time()
            for _ in range(repeats):
                call(*given)
            rounds[name].append((time.process_time() - before) / repeats)
    return {
        name: Timed(median(own), median(mine / plain for mine, plain in zip(own, rounds["plain"])))
        for name, own in rounds.items()
    }
