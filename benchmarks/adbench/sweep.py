"""A sweep over cells: each benchmark on each input by every tool; validated, then timed in turns.

All cells of one input are measured together. Each has a process of its own, where the derivative's
memory is measured first and its results are compared with the reference; what does not agree is told and
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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from .benchmark import Benchmark, Variant
from .peers import PUSHFORWARD, Tool, tools
from .steps import of as steps_of
from .worker_process import SECONDS, TUNED, Cell, TooMuch, Worker, WorkerFailed

IN_MEMORY = 0.6  # of the machine's memory: what the processes of one input may take together
STEP_SECONDS = 20  # for an answer with fewer of our optimisations, which may take very long
LARGE_MB = 100  # from which size of the arguments on only the two best known ways of a tool are measured
TOGETHER_MB = 100  # inputs up to this size are loaded by several processes at once
LEAST_ROUNDS = 2  # of every cell
NEAR = 1.5  # times a tool's fastest way: what is measured with the tuned allocator too, and in all rounds


@dataclass(frozen=True)
class Effort:
    """How long to measure: so many rounds of so many seconds; fewer once a cell took `most` seconds, or all cells of an
    input `all`. A peer's answer that takes more than `limit` seconds is not waited for."""

    rounds: int
    seconds: float
    most: float
    all: float
    limit: float = SECONDS

    def within(self, share: float) -> Effort:
        """Less, where an input has a share of so many seconds: preparing it takes about two thirds."""
        return replace(self, all=min(self.all, share / 3))


QUICK = Effort(rounds=3, seconds=0.01, most=1, all=10)
USUAL = Effort(rounds=9, seconds=0.1, most=30, all=120)
FULL = Effort(rounds=9, seconds=0.06, most=6, all=12, limit=60)


@dataclass
class Group:
    """The cells of one input."""

    benchmark: Benchmark
    data: str
    cells: list[Cell]
    arguments_mb: float
    parameters: int  # the numbers that derivatives are by
    tuned: bool = False  # the fastest ways run with the tuned allocator too
    left_out: Sequence[Cell] = ()  # only ours runs where the derivative is too large to be compared as a whole
    share: float = 1.0  # of the results' rows that are compared then
    derivative_mb: float = 0.0  # this and the objective's numbers are known with the reference
    outputs: int = 0

    @property
    def weight(self) -> float:
        """About how long it takes, relative to others: large inputs take longer."""
        return len(self.cells) * (1 + self.arguments_mb / 50)


class Clock:
    """The time of a whole run, shared among its inputs by weight."""

    def __init__(self, minutes: float | None, weight: float):
        self.end = float("inf") if minutes is None else time.monotonic() + 60 * minutes
        self.weight = weight

    def share(self, weight: float) -> float:
        """Seconds for the next input."""
        left = max(0.0, self.end - time.monotonic())
        share = left * weight / self.weight if weight else left
        self.weight -= weight
        return share


CELL_SECONDS = 1.5  # what a cell takes at least


def shorten(group: Group, share: float) -> None:
    """Only the first way of each tool, where its share of seconds is not enough for all."""
    if share < CELL_SECONDS * len(group.cells):
        first = {}
        for cell in group.cells:
            first.setdefault(cell.tool, cell)
        group.cells, group.tuned = list(first.values()), False


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

    @property
    def cell(self) -> Cell:
        return self.worker.cell

    def turn(self, effort: Effort) -> None:
        start = time.perf_counter()
        self.objective += self.worker.ask("time", what="objective", seconds=effort.seconds / 2)["seconds"]
        seconds = self.worker.ask("time", what="derivative", seconds=effort.seconds)["seconds"]
        self.derivative += seconds
        self.medians.append(float(np.median(seconds)))
        self.spent += time.perf_counter() - start

    def wants_more(self, effort: Effort, fastest: float, left: float) -> bool:
        """After two rounds (one may have met something else) only what may be the tool's `fastest` goes on, while
        seconds are `left` for all."""
        rounds = len(self.medians)
        return rounds < min(LEAST_ROUNDS, effort.rounds) or (
            rounds < effort.rounds and self.spent < effort.most and left > 0 and min(self.medians) <= NEAR * fastest
        )


def cells(
    b: Benchmark, data: str, chosen: Sequence[Tool], threads: int, *, quick: bool = False, steps: bool = False
) -> Group:
    """Every way of every tool; if `quick` only the first one. `steps` are our optimisations one at a time."""
    given = b.read(data)
    arguments, sampled = b.arguments(given), b.sample(given)
    arguments_mb = sum(np.asarray(a).nbytes for a in arguments) / 1e6
    found, left_out = [], []
    for tool in chosen:
        names = tool.variants(b, given)[: 2 if arguments_mb > LARGE_MB else None]
        names = names[:1] if quick or sampled and tool.name != "lagrad" else (*names, *tool.pushforwards(b, given))
        if steps and tool.name == "lagrad" and not sampled:
            name, variant = in_steps(b.variants(given))
            names += tuple(f"{name}:{step}" for step in steps_of(variant))
        these = found if not sampled or tool.name == "lagrad" else left_out
        these += [Cell(tool.name, b.name, data, name, threads) for name in names]
    parameters = sum(np.size(arguments[i]) for i in next(iter(b.variants(given).values())).parameters)
    share = len(sampled.rows) / sampled.of if sampled else 1.0
    return Group(b, data, found, arguments_mb, parameters, not quick and not sampled, left_out, share)


def in_steps(variants: dict[str, Variant]) -> tuple[str, Variant]:
    """The way of ours whose optimisations are switched on one at a time: it is to have all of them."""
    return next((one for one in variants.items() if one[1].encoded), next(iter(variants.items())))


def run(
    group: Group, effort: Effort, tell: Callable[[str], None], step: Callable[[], None]
) -> Iterator[dict[str, Any]]:
    """The lines of a group. `tell` hears what went wrong, `step` is called twice for each of its cells.

    A cell that takes more time or memory than there is has a line that says so.
    """
    timed: list[Timed] = []
    with tempfile.TemporaryDirectory(prefix="adbench-") as folder:
        if not _referenced(group, folder, tell):
            return
        missing = {cell: f"not run: its derivative has {group.derivative_mb / 1e3:.1f} GB" for cell in group.left_out}
        try:
            _prepare(group.cells, timed, group, folder, effort, tell, missing, step)
            _take_turns(timed, replace(effort, rounds=1), tell, missing)
            if group.tuned:
                again = [replace(t.cell, variant=t.cell.variant + TUNED) for t in timed if _is_near(t, timed)]
                _prepare(again, timed, group, folder, effort, tell, missing)
            _take_turns(timed, effort, tell, missing)
            for t in timed:
                yield _line(t, group)
            for cell, why in missing.items():
                yield _empty_line(cell, why, group)
            for _ in group.cells:
                step()
        finally:
            for t in timed:
                t.worker.close()


def _referenced(group: Group, folder: str, tell: Callable) -> bool:
    """Write the reference's results to `folder`."""
    reference = Worker(Cell("reference", group.benchmark.name, group.data, "", os.cpu_count()), tools()["jax"].python)
    try:
        reference.ask("save", to=folder)
    except WorkerFailed as failure:
        tell(f"{group.benchmark.name} {group.data}: no reference: {failure}")
        return False
    finally:
        reference.close()
    for path in Path(folder).glob("*.npy"):
        array = np.load(path, mmap_mode="r")
        if path.stem.startswith("objective"):
            group.outputs += round(array.size / group.share)
        if path.stem.startswith("derivative"):
            group.derivative_mb += array.nbytes / group.share / 1e6
    return True


def _prepare(cells: Sequence[Cell], timed: list[Timed], group: Group, folder: str, effort: Effort, tell: Callable,
             missing: dict[Cell, str], step: Callable = lambda: None) -> None:  # fmt: skip
    """Compile, measure the memory and compare with the reference; on all cores, as nothing is timed, while it is
    small."""
    small = group.arguments_mb + group.derivative_mb < TOGETHER_MB
    at_once = os.cpu_count() if small else 1

    def one(numbered: tuple[int, Cell]) -> None:
        number, cell = numbered
        worker = Worker(cell, tools()[cell.tool].python, number % at_once, _limit(cell, effort))
        try:
            memory = worker.ask("memory")
            found = worker.ask("check", against=folder)
        except TooMuch as problem:
            missing[cell] = str(problem)
        except WorkerFailed as failure:
            tell(f"{cell}: {failure}")
        else:
            if found["max_rel_err"] <= found["allowed"]:
                timed.append(Timed(worker, memory, found["max_rel_err"]))
            else:
                tell(
                    f"{cell}: does not agree with the reference: error {found['max_rel_err']:.1e}, allowed "
                    f"{found['allowed']:g}"
                )
                worker.close()
        if _is_crowded(timed):
            worker.close()
        step()

    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, enumerate(cells)))
    order = {cell: place for place, cell in enumerate([*group.cells, *cells])}
    timed.sort(key=lambda t: order.get(t.cell, len(order)))


def _limit(cell: Cell, effort: Effort) -> float:
    """Seconds for an answer; ours is waited for."""
    if ":" in cell.variant:
        return min(STEP_SECONDS, effort.limit)
    return SECONDS if cell.tool == "lagrad" else effort.limit


def _take_turns(timed: list[Timed], effort: Effort, tell: Callable, missing: dict[Cell, str]) -> None:
    start = time.perf_counter()
    while turns := [
        t for t in timed if t.wants_more(effort, _fastest(t, timed), effort.all - (time.perf_counter() - start))
    ]:
        for t in turns:
            try:
                t.turn(effort)
            except TooMuch as problem:
                missing[t.cell] = str(problem)
                timed.remove(t)
            except WorkerFailed as failure:
                tell(f"{t.cell}: {failure}")
                timed.remove(t)
            if _is_crowded(timed):
                t.worker.close()


def _kind(cell: Cell) -> tuple[str, bool, bool]:
    """What is compared with each other: a tool's derivatives, its pushforward, our optimisations one at a time."""
    return cell.tool, cell.variant.startswith(PUSHFORWARD), ":" in cell.variant


def _fastest(one: Timed, timed: Sequence[Timed]) -> float:
    return min((m for t in timed if _kind(t.cell) == _kind(one.cell) for m in t.medians), default=float("inf"))


def _is_near(one: Timed, timed: Sequence[Timed]) -> bool:
    """Is it among the tool's fastest ways?"""
    return ":" not in one.cell.variant and min(one.medians) <= NEAR * _fastest(one, timed)


def _is_crowded(timed: list[Timed]) -> bool:
    """Do the processes not fit into memory together? Then each is started anew for its turn."""
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    return sum(t.memory["peak_mb"] for t in timed) > IN_MEMORY * there


def _line(timed: Timed, group: Group) -> dict[str, Any]:
    grad = 1e3 * np.array(timed.derivative)
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
    }
    rounded = {name: None if value is None else float(f"{value:.6g}") for name, value in numbers.items()}
    return vars(timed.cell) | rounded | {"calls": len(grad)} | _about(group, timed.worker.facts["version"])


NUMBERS = (
    "primal_ms",
    "grad_ms",
    "grad_ms_q1",
    "grad_ms_q3",
    "grad_ms_rsd",
    "peak_mb",
    "delta_mb",
    "heap_mb",
    "compile_s",
    "max_rel_err",
)


def _empty_line(cell: Cell, why: str, group: Group) -> dict[str, Any]:
    return vars(cell) | dict.fromkeys(NUMBERS) | {"calls": 0, "why": why} | _about(group, cell.tool)


def _about(group: Group, version: str) -> dict[str, Any]:
    size = float(f"{group.arguments_mb + group.derivative_mb:.6g}")
    versions = {"tool": version, **machine(), "load": round(os.getloadavg()[0], 1)}
    return {"parameters": group.parameters, "outputs": group.outputs, "size_mb": size, "versions": versions}


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
