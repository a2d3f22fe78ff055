"""The tools that are compared: each a module here that loads a benchmark, in a process of its own.

A tool's module has `load(benchmark, given, variant, threads) -> Calls`. How a tool writes a benchmark
stands in the benchmark's folder `peers`, whose `variants(given)` names the ways in which each tool
writes it; a tool that it does not name does not take part.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..benchmark import Benchmark

ROOT = Path(__file__).parents[3]
INSTALLED = ROOT / ".venv-peers"
CLANG = "clang-22"
PUSHFORWARD = "pushforward"  # begins the names of variants that are derivatives in one direction

Arrays = tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Calls:
    """A benchmark on an input, as a tool runs it: functions that compute and do nothing else.

    What they return is the tool's own; `objective_arrays` and `derivative_arrays` turn it into the arrays
    of the benchmark's reference. `into` is the derivative written to the arrays that an earlier call gave, where the
    tool can do that. `release` gives back the memory that the tool keeps for the next call, where it keeps some.
    """

    objective: Callable[[], Any]
    derivative: Callable[[], Any]
    objective_arrays: Callable[[Any], Arrays]
    derivative_arrays: Callable[[Any], Arrays]
    compile_s: float | None  # of processors; None where nothing is compiled
    version: str
    into: Callable[[Any], Any] | None = None
    release: Callable[[], None] | None = None


def processor_seconds() -> float:
    """What this process and those that it waited for have used so far: whatever else runs, unlike the clock."""
    return sum(os.times()[:4])


@dataclass(frozen=True)
class Tool:
    name: str
    python: Path  # the interpreter that has it
    missing: str = ""  # what is not installed, and how to get it
    threaded: bool = True  # can it use more than one?

    def pushforwards(self, benchmark: Benchmark, given: Any) -> tuple[str, ...]:
        """The ways in which the tool writes the derivative in one direction, where it can be compared."""
        if benchmark.reference_pushforward is None or benchmark.sample(given) is not None:
            return ()
        return tuple(name for name in self._names(benchmark, given) if name.startswith(PUSHFORWARD))

    def variants(self, benchmark: Benchmark, given: Any) -> tuple[str, ...]:
        """The ways in which the tool writes the benchmark, the best known one first."""
        return tuple(name for name in self._names(benchmark, given) if not name.startswith(PUSHFORWARD))

    def _names(self, benchmark: Benchmark, given: Any) -> tuple[str, ...]:
        if self.name == "lagrad":
            return (*benchmark.variants(given), PUSHFORWARD)
        package = f"benchmarks.adbench.{benchmark.name}.peers"
        if importlib.util.find_spec(package) is None:
            return ()
        return importlib.import_module(package).variants(given).get(self.name, ())


def tools() -> dict[str, Tool]:
    """All tools, those that are missing too."""
    here, torch, enzyme = Path(sys.executable), INSTALLED / "torch/bin/python", INSTALLED / "enzyme/bin/python"
    compiler = os.environ.get("CC", "cc")
    return {
        tool.name: tool
        for tool in (
            Tool("lagrad", here),
            Tool("jax", here, "" if importlib.util.find_spec("jax") else "JAX: python -m pip install -e '.[test]'"),
            Tool("torch", torch, "" if torch.exists() else f"{_short(torch)}: make peers"),
            Tool("c", here, "" if shutil.which(compiler) else f"a C compiler: {compiler}", threaded=False),
            Tool("enzyme", here, _missing_enzyme(enzyme), threaded=False),
        )
    }


def _missing_enzyme(python: Path) -> str:
    if not python.exists():
        return f"{_short(python)}: make peers"
    return "" if shutil.which(CLANG) else f"{CLANG}: make peers, or your system's package"


def _short(path: Path) -> Path:
    return path.relative_to(ROOT)


def load(tool: str, benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    """The benchmark as the tool runs it, in this process."""
    return importlib.import_module(f"{__name__}.{tool}_tool").load(benchmark, given, variant, threads)
