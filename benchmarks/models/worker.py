"""A process that holds one tool's version of one model; it speaks as `benchmarks.adbench.worker` does.

{"do": "check", "against": FILE}     the largest error of value and gradient against the arrays there, in f64
{"do": "memory"}                     MB that a call takes
{"do": "use", "seconds": 0.5}        of each call: time by the clock, of processors, page faults; blocks of the heap
"""

from __future__ import annotations

import contextlib
import os
import resource
import statistics
import time

import numpy as np

from ..adbench import agreement, heap
from ..adbench.worker import Loaded, serve
from . import catalogue, tools

MOST_CALLS = 2000


class LoadedModel(Loaded):
    """A tool's functions, compiled."""

    def __init__(self, job: dict):
        self.prepare(job)
        self.model = catalogue.models()[job["bench"]]
        self.calls = tools.load(job["tool"], self.model, job["threads"])
        self.first_call()

    def do(self, do: str, **options) -> dict:
        return {"memory": self.memory, "check": self.check, "use": self.use}[do](**options)

    def check(self, against: str) -> dict:
        with np.load(against) as expected:
            return self.check_arrays([expected[name] for name in expected.files])

    def check_arrays(self, right: list[np.ndarray]) -> dict:
        found = self.calls.derivative_arrays(self.calls.derivative())
        errors = [agreement.relative_error(a, b) for a, b in zip(found, right, strict=True)]
        return {"max_rel_err": max(errors), "allowed": self.model.allowed}

    def use(self, seconds: float) -> dict:
        """Medians over calls for about so long; a first call does not count."""
        for task in os.listdir("/proc/self/task"):
            with contextlib.suppress(ProcessLookupError):  # it has ended since
                os.sched_setaffinity(int(task), self.cores)
        call = self.calls.derivative
        call()
        walls: list[float] = []
        before = resource.getrusage(resource.RUSAGE_SELF)
        while not walls or (sum(walls) < seconds and len(walls) < MOST_CALLS):
            start = time.perf_counter()
            call()
            walls.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_SELF)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {
            "wall_ms": 1e3 * statistics.median(walls),
            "processor_ms": 1e3 * used / len(walls),
            "page_faults": (after.ru_minflt - before.ru_minflt) / len(walls),
            "blocks": heap.blocks(call),
            "calls": len(walls),
        }


if __name__ == "__main__":
    serve(LoadedModel)
