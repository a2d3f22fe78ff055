"""A sweep over cells: each benchmark on each input by every tool; validated, then timed in turns.

All cells of one input are measured together. Each has a process of its own, where the derivative's
memory is measured first and its results are saved; what does not agree with the reference is told and
not timed. The rest takes turns, A B C A B C, so that whatever else the machine does meets all tools
alike.
"""

from __future__ import annotations

import datetime
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import measure
from .benchmark import Benchmark
from .peers import Tool, tools
from .steps import STEPS
from .worker_process import TUNED, Cell, Worker, WorkerFailed

IN_MEMORY = 0.6  # of the machine's memory: what the processes of one input may take together


@dataclass(frozen=True)
class Effort:
    """How long to measure: so many rounds of so many seconds, fewer once a cell took `most` seconds."""

    rounds: int
    seconds: float
    most: float


QUICK = Effort(rounds=3, seconds=0.01, most=1)
USUAL = Effort(rounds=9, seconds=0.1, most=30)
FULL = Effort(rounds=15, seconds=0.2, most=90)


@dataclass
class Group:
    """The cells of one input."""

    benchmark: Benchmark
    data: str
    cells: list[Cell]
    size_mb: float  # of the arguments and of what the derivative returns; the latter is known later


@dataclass
class Timed:
    """A cell that agrees with the reference, and its times so far, in seconds."""

    worker: Worker
    memory: dict[str, float]
    error: float
    objective: list[float] = field(default_factory=list)
    derivative: list[float] = field(default_factory=list)
    medians: list[float] = field(default_factory=list)  # of the derivative, one a round
    spent: float = 0.0

    def turn(self, effort: Effort) -> None:
        start = time.perf_counter()
        self.objective += self.worker.ask("time", what="objective", seconds=effort.seconds)["seconds"]
        seconds = self.worker.ask("time", what="derivative", seconds=effort.seconds)["seconds"]
        self.derivative += seconds
        self.medians.append(float(np.median(seconds)))
        self.spent += time.perf_counter() - start

    def wants_more(self, effort: Effort) -> bool:
        rounds = len(self.medians)
        return rounds < min(3, effort.rounds) or (rounds < effort.rounds and self.spent < effort.most)


def cells(b: Benchmark, data: str, chosen: Sequence[Tool], threads: int, *, quick: bool, steps: bool) -> Group:
    """Every way of every tool, with both allocators; if `quick` the first way with the usual one."""
    given = b.read(data)
    found = []
    for tool in chosen:
        names = tool.variants(b, given)
        if quick:
            names = names[:1]
        else:
            names = [name + allocator for name in names for allocator in ("", TUNED)]
        if steps and tool.name == "lagrad":
            names += [f"{names[0]}:{step}" for step in list(STEPS)[:-1]]  # the last one is all of them
        found += [Cell(tool.name, b.name, data, name, threads) for name in names]
    arguments = b.arguments(given)
    return Group(b, data, found, sum(np.asarray(a).nbytes for a in arguments) / 1e6)


def run(group: Group, effort: Effort, tell: Callable[[str], None], step: Callable[[], None]) -> Iterator[dict[str, Any]]:
    """The lines of a group. `tell` hears what went wrong, `step` is called twice for each cell."""
    with tempfile.TemporaryDirectory(prefix="adbench-") as folder:
        timed = _validated(group, Path(folder), tell, step)
    try:
        while turns := [t for t in timed if t.wants_more(effort)]:
            for t in turns:
                try:
                    t.turn(effort)
                except WorkerFailed as failure:
                    tell(f"{t.worker.cell}: {failure}")
                    timed.remove(t)
                if _is_crowded(timed):
                    t.worker.close()
        for t in timed:
            step()
            yield _line(t, group)
    finally:
        for t in timed:
            t.worker.close()


def _validated(group: Group, folder: Path, tell: Callable, step: Callable) -> list[Timed]:
    reference = Worker(Cell("reference", group.benchmark.name, group.data, "", os.cpu_count()), tools()["jax"].python)
    try:
        reference.ask("save", to=_made(folder / "reference"))
    except WorkerFailed as failure:
        tell(f"{group.benchmark.name} {group.data}: no reference: {failure}")
        return []
    finally:
        reference.close()
    expected = _saved(folder / "reference")
    group.size_mb += sum(a.nbytes for name, a in expected.items() if name.startswith("derivative")) / 1e6
    timed: list[Timed] = []
    for number, cell in enumerate(group.cells):
        worker, place = Worker(cell, tools()[cell.tool].python), folder / str(number)
        try:
            memory = worker.ask("memory")
            worker.ask("save", to=_made(place))
            error = _worst_error(_saved(place), expected)
        except WorkerFailed as failure:
            tell(f"{cell}: {failure}")
        else:
            bound = measure.bound_for(list(expected.values()))
            if error <= bound:
                timed.append(Timed(worker, memory, error))
            else:
                tell(f"{cell}: does not agree with the reference: error {error:.1e}, allowed {bound:g}")
                worker.close()
        for file in place.glob("*"):
            file.unlink()
        if _is_crowded(timed):
            worker.close()
        step()
    return timed


def _made(folder: Path) -> str:
    folder.mkdir()
    return str(folder)


def _saved(folder: Path) -> dict[str, np.ndarray]:
    return {path.stem: np.load(path, mmap_mode="r") for path in sorted(folder.glob("*.npy"))}


def _worst_error(results: dict[str, np.ndarray], expected: dict[str, np.ndarray]) -> float:
    if results.keys() != expected.keys():
        return float("inf")
    return max(measure.relative_error(results[name], expected[name]) for name in expected)


def _is_crowded(timed: list[Timed]) -> bool:
    """Do the processes not fit into memory together? Then each is started anew for its turn."""
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    return sum(t.memory["peak_mb"] for t in timed) > IN_MEMORY * there


def _line(timed: Timed, group: Group) -> dict[str, Any]:
    grad, cell = 1e3 * np.array(timed.derivative), timed.worker.cell
    q1, median, q3 = np.percentile(grad, [25, 50, 75])
    numbers = {
        "primal_ms": 1e3 * np.median(timed.objective),
        "grad_ms": median,
        "grad_ms_q1": q1,
        "grad_ms_q3": q3,
        "grad_ms_rsd": np.std(timed.medians) / np.mean(timed.medians),  # from round to round
        **timed.memory,
        "compile_s": timed.worker.facts["compile_s"],
        "max_rel_err": timed.error,
        "size_mb": group.size_mb,
    }
    rounded = {name: None if value is None else float(f"{value:.6g}") for name, value in numbers.items()}
    versions = {"tool": timed.worker.facts["version"], **machine(), "load": round(os.getloadavg()[1], 1)}
    return vars(cell) | rounded | {"versions": versions}


@cache
def machine() -> dict[str, Any]:
    """What numbers depend on, beside the tool; measured once."""
    return {
        "cpu": cpu(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "copy_gb_s": _copy_speed(),
        "system": f"{platform.system()} {platform.release()}",
        "date": datetime.date.today().isoformat(),
    }


def _copy_speed() -> float:
    """GB a second, read and written, of copying more than any cache holds."""
    source = np.ones(1 << 25)
    target = np.empty_like(source)
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        target[:] = source
        seconds.append(time.perf_counter() - start)
    return float(f"{2 * source.nbytes / min(seconds) / 1e9:.3g}")


def cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
