"""A process that holds one tool's version of one benchmark on one input, and does what it is told.

It reads a job and then commands as lines of JSON, and answers each with a line:

    {"tool": ..., "bench": ..., "data": ..., "variant": ..., "threads": ...}
    {"do": "memory"}                                            MB that the derivative takes
    {"do": "save", "to": FOLDER}                                objective and derivative as .npy files
    {"do": "time", "what": "derivative", "seconds": 0.1}        seconds of each call

It runs in the interpreter that has the tool, so it imports nothing but NumPy and that.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from . import benchmark, peers

LONG = 0.05  # seconds: what takes longer needs no warm caches
MOST_CALLS = 1000


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is not an answer
    state: Any = None
    for line in sys.stdin:
        command = json.loads(line)
        try:
            if state is None:
                state = Reference(command) if command["tool"] == "reference" else Loaded(command)
                answer = state.facts
            else:
                answer = state.do(**command)
        except Exception as error:  # whatever a tool throws: this process is here to tell
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


class Reference:
    """The benchmark's own reference, which can only be saved."""

    def __init__(self, job: dict):
        self.benchmark = benchmark.find(job["bench"])
        self.given = self.benchmark.read(job["data"])
        self.facts: dict = {}

    def do(self, do: str, to: str) -> dict:
        save(to, "objective", self.benchmark.reference_objective(self.given))
        save(to, "derivative", self.benchmark.reference_derivative(self.given))
        return {}


class Loaded:
    """A tool's functions, compiled."""

    def __init__(self, job: dict):
        threads = job["threads"]
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-threads:])
        b = benchmark.find(job["bench"])
        self.calls = peers.load(job["tool"], b, b.read(job["data"]), job["variant"], threads)
        self.facts = {"compile_s": self.calls.compile_s, "version": self.calls.version}

    def do(self, do: str, **options) -> dict:
        return {"memory": self.memory, "save": self.save, "time": self.time}[do](**options)

    def memory(self) -> dict:
        """The peak while the derivative runs, and by how much it is above what was before.

        It has run once, as tools load code of their own at the first use, and all that it freed has
        gone back to the system.
        """
        self.calls.derivative()
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")  # the peak is now what is in use
        before = megabytes("VmRSS")
        self.calls.derivative()
        peak = megabytes("VmHWM")
        return {"peak_mb": peak, "delta_mb": max(0.0, peak - before)}

    def save(self, to: str) -> dict:
        save(to, "objective", self.calls.objective_arrays(self.calls.objective()))
        save(to, "derivative", self.calls.derivative_arrays(self.calls.derivative()))
        return {}

    def time(self, what: str, seconds: float) -> dict:
        """Calls for about so long, at least one; a first one, which warms the caches, does not count."""
        function = getattr(self.calls, what)
        start = time.perf_counter()
        function()
        first = time.perf_counter() - start
        times = [first] if first > LONG else []
        while not times or (sum(times) < seconds and len(times) < MOST_CALLS):
            start = time.perf_counter()
            function()
            times.append(time.perf_counter() - start)
        return {"seconds": times}


def save(folder: str, name: str, arrays: tuple) -> None:
    for i, array in enumerate(arrays):
        np.save(Path(folder) / f"{name}{i}.npy", np.asarray(array))


def megabytes(key: str) -> float:
    """A line of /proc/self/status."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) / 1024
    raise OSError(f"/proc/self/status has no {key}")


if __name__ == "__main__":
    main()
