"""A process that holds one tool's version of one benchmark on one input, and does what it is told.

It reads a job and then commands as lines of JSON, and answers each with a line:

    {"tool": ..., "bench": ..., "data": ..., "variant": ..., "threads": ..., "core": 0}
    {"do": "memory"}                                            MB that the derivative takes
    {"do": "check", "against": FOLDER}                          the largest error against the reference there
    {"do": "time", "what": "derivative", "seconds": 0.1}        seconds of each call

With one thread it stays on the core of the job, but for times: they are all of the last core. A job for the tool
`reference` knows {"do": "save", "to": FOLDER} only: objective, derivative and, for the tangents in `direction_of`,
pushforward as .npy files; of inputs whose derivative is too large, the rows in `rows.npy`.

It runs in the interpreter that has the tool, so it imports nothing but NumPy and that.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from . import agreement, benchmark, heap, peers, subnormals

# Seconds: a first call that takes longer counts; a process that waited for long may have lost its memory to others.
LONG = 3
MOST_CALLS = 1000


def main() -> None:
    serve(lambda job: Reference(job) if job["tool"] == "reference" else Loaded(job))


def serve(load: Callable[[dict], Any]) -> None:
    """Answer what standard input asks. `load` makes of the job what has `facts`, and `do` for each command."""
    Path("/proc/self/oom_score_adj").write_text("1000")  # where memory runs out, the sweep itself goes on
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is not an answer
    state: Any = None
    for line in sys.stdin:
        command = json.loads(line)
        try:
            if state is None:
                state = load(command)
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
        b, given = self.benchmark, self.given
        if sampled := b.sample(given):
            given = sampled.given
            save(to, "rows", (sampled.rows,))
        derivative = b.reference_derivative(given)
        save(to, "objective", b.reference_objective(given))
        save(to, "derivative", derivative)
        if b.reference_pushforward and not sampled:
            save(to, "pushforward", b.reference_pushforward(given, derivative, benchmark.direction_of(b, given)))
        return {}


class Loaded:
    """A tool's functions, compiled."""

    def __init__(self, job: dict):
        threads = job["threads"]
        self.prepare(job)
        b = benchmark.find(job["bench"])
        self.what = "pushforward" if job["variant"].startswith(peers.PUSHFORWARD) else "derivative"
        self.calls = peers.load(job["tool"], b, b.read(job["data"]), job["variant"], threads)
        self.first_call()

    def prepare(self, job: dict) -> None:
        """Stay on the cores of the job, and take subnormal numbers for zero."""
        threads, cores = job["threads"], sorted(os.sched_getaffinity(0))
        self.cores = cores[-threads:]
        os.sched_setaffinity(0, [cores[job["core"] % len(cores)]] if threads == 1 else self.cores)
        if job["tool"] != "lagrad":
            subnormals.flush()  # as -ffast-math does, JAX by itself, and PyTorch where it is asked to

    def first_call(self) -> None:
        self.facts = {"compile_s": self.calls.compile_s, "version": self.calls.version}
        start = time.perf_counter()
        self.calls.derivative()  # tools load code of their own at the first use
        self.facts["first_s"] = time.perf_counter() - start

    def do(self, do: str, **options) -> dict:
        return {"memory": self.memory, "check": self.check, "time": self.time}[do](**options)

    def memory(self) -> dict:
        """The peak while the derivative runs, and by how much it is above what was before.

        It has run once, and all that it freed has gone back to the system. Then, what it holds of the heap at its peak.
        """
        gc.collect()
        if self.calls.release:
            self.calls.release()
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")  # the peak is now what is in use
        before = megabytes("VmRSS")
        results = self.calls.derivative()
        peak = megabytes("VmHWM")
        into = self.calls.into
        if self.calls.release:
            self.calls.release()
        heap_mb = heap.taken(self.calls.derivative if into is None else lambda: into(results))
        return {"peak_mb": peak, "delta_mb": max(0.0, peak - before), "heap_mb": heap_mb}

    def check(self, against: str) -> dict:
        expected = saved(against)
        (rows,) = expected.get("rows") or (slice(None),)
        results = {
            "objective": self.calls.objective_arrays(self.calls.objective()),
            self.what: self.calls.derivative_arrays(self.calls.derivative()),
        }
        worst = 0.0
        for name, arrays in results.items():
            if len(arrays) != len(expected[name]):
                raise ValueError(f"{name}: {len(arrays)} arrays, not {len(expected[name])}")
            for array, right in zip(arrays, expected[name]):
                found = np.asarray(array)
                worst = max(worst, agreement.relative_error(found[rows] if found.ndim else found, right))
        return {
            "max_rel_err": worst,
            "allowed": agreement.bound_for([a for arrays in expected.values() for a in arrays]),
        }

    def time(self, what: str, seconds: float) -> dict:
        """Calls for about so long, at least one; a first one, which warms the caches, does not count."""
        for task in os.listdir("/proc/self/task"):  # threads that there are by now do not follow the process
            with contextlib.suppress(ProcessLookupError):  # it has ended since
                os.sched_setaffinity(int(task), self.cores)
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


def saved(folder: str) -> dict[str, list[np.ndarray]]:
    """What was saved there, by name."""
    found: dict[str, list[np.ndarray]] = {}
    for path in sorted(Path(folder).glob("*.npy")):
        found.setdefault(path.stem.rstrip("0123456789"), []).append(np.load(path, mmap_mode="r"))
    return found


def megabytes(key: str) -> float:
    """A line of /proc/self/status."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) / 1024
    raise OSError(f"/proc/self/status has no {key}")


if __name__ == "__main__":
    main()
