"""The other end of `worker.py`: one worker, started when it is asked something."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import heap, peers

TUNED = "+malloc"  # ends the name of a variant that runs with the tuned allocator

# Memory that has been touched stays with the process, in huge pages. Page faults cost 0.4 ms a MB on
# virtual machines, and decide over whatever allocates much.
ALLOCATOR = (
    "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1:glibc.malloc.mmap_threshold=8589934592"
    ":glibc.malloc.trim_threshold=17179869184:glibc.malloc.top_pad=268435456"
)
SECONDS = 1800  # after which a worker is taken for stuck


class WorkerFailed(Exception):
    """A worker could not do what it was told; the text says why."""


class TooMuch(WorkerFailed):
    """It took more time or memory than there is."""


@dataclass(frozen=True)
class Cell:
    """What one line of the results is about."""

    tool: str
    bench: str
    data: str
    variant: str
    threads: int

    def __str__(self) -> str:
        return " ".join(filter(None, (self.tool, self.variant, self.bench, self.data)))


class Worker:
    """A process for a cell. `facts` is what it said when it had loaded the cell."""

    module = "benchmarks.adbench.worker"

    def __init__(self, cell: Cell, python: Path, core: int = 0, limit: float = SECONDS):
        """An answer takes `limit` seconds at most, else TooMuch."""
        self.cell, self.python, self.core, self.limit = cell, python, core, limit
        self.facts: dict[str, Any] = {}
        self._process: subprocess.Popen | None = None

    def ask(self, do: str, **options) -> dict[str, Any]:
        if self._process is None:
            self._start()
        return self._answer({"do": do, **options})

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
            self._errors.close()

    def _start(self) -> None:
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self._process = subprocess.Popen(
            [self.python, "-m", self.module],
            cwd=peers.ROOT,
            env=environment(self.cell),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        cell = vars(self.cell) | {"variant": self.cell.variant.removesuffix(TUNED), "core": self.core}
        if Path(cell["data"]).exists():
            cell["data"] = str(Path(cell["data"]).absolute())  # the worker runs elsewhere
        self.facts = self._answer(cell)

    def _answer(self, question: dict) -> dict[str, Any]:
        process = self._process
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass  # it has died; there will be no answer
        ready, _, _ = select.select([process.stdout], [], [], self.limit)
        if not ready:
            self.close()
            raise TooMuch(f"no answer within {self.limit:g} s")
        line = process.stdout.readline()
        if not line:
            status = process.wait()
            self._errors.seek(0)
            said = self._errors.read().strip().splitlines()[-1:]
            self.close()
            if status == -signal.SIGKILL:
                raise TooMuch("the system ended the process: out of memory")
            raise WorkerFailed(": ".join([f"the process ended with status {status}", *said]))
        answer = json.loads(line)
        if "error" in answer:
            self.close()
            raise WorkerFailed(answer["error"])
        return answer


def environment(cell: Cell) -> dict[str, str]:
    """This process's, with the number of threads and the allocator of the cell."""
    threads = str(cell.threads)
    own = {name: threads for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    if cell.threads == 1:
        own["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    if cell.variant.endswith(TUNED):
        own["GLIBC_TUNABLES"] = ALLOCATOR
    return os.environ | own | heap.preload()
