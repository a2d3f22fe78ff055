"""What coarsening gains on the programs of other benchmarks: `python -m benchmarks.coarsening.elsewhere`.

A row for each program in which it changes anything: processor time of the derivative, ordinary and coarsened, the
least of rounds in which they take turns in one process.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import lagrad
from lagrad import execute, pipelines
from lagrad.errors import Report

from ..simulations.catalogue import PROGRAMS
from ..workloads import WORKLOADS
from .tools import pipeline

ROUNDS = 40
LEAST = 0.02  # seconds of a measurement


def main() -> None:
    print("| | lagrad, ordinary, ms | lagrad, coarsened, ms | gain |\n|---|---:|---:|---:|")
    for name, load in programs().items():
        text, entry, arguments = load()
        if not is_changed(text):
            print(f"| {name} | | | nothing is coarsened |", flush=True)
            continue
        calls = [
            lagrad.compile(text, entry=[entry], pipeline=pipeline(way))[entry] for way in ("ordinary", "coarsened")
        ]
        ordinary, coarse = least([lambda c=call: c(*arguments) for call in calls])
        print(f"| {name} | {1e3 * ordinary:.4g} | {1e3 * coarse:.4g} | {ordinary / coarse:.2f} |", flush=True)


def programs() -> dict[str, Callable[[], tuple]]:
    """For each program a function that gives its text, the name of its derivative, and arguments."""
    found = {
        name: lambda w=work: (w.program.text, w.program.derivative, w.arguments) for name, work in WORKLOADS.items()
    }
    return found | {
        f"simulations, {name}": lambda p=own: (p.text(p.counted), "df", p.arguments(p.counted))
        for name, own in PROGRAMS.items()
    }


def is_changed(text: str) -> bool:
    """Whether `lagrad-coarsened` coarsens, writes out, or lifts anything of a program."""
    before = pipelines.NAMED["lagrad-coarsened"].partition("lagrad-differentiate")[0].rstrip(",")
    module, report = execute.parse(text), Report()
    pipelines.run(module, pipelines.read(before), report)
    return any(
        word in each.message
        for each in report.remarks
        for word in ("coarsened:", "leave the loop", "written out", "scalars")
    )


def least(calls: list[Callable]) -> list[float]:
    """Seconds of each call, in the round in which it was the fastest."""
    often = []
    for call in calls:
        call()
        start = time.process_time()
        call()
        often.append(max(1, round(LEAST / max(time.process_time() - start, 1e-7))))
    samples: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for own, call, count in zip(samples, calls, often):
            start = time.process_time()
            for _ in range(count):
                call()
            own.append((time.process_time() - start) / count)
    return list(map(min, samples))


if __name__ == "__main__":
    main()
