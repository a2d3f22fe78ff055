"""Inputs of all benchmarks, for the commands that look at one program in many ways.

Times are of one thread, in processor time.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy reads it

import argparse  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable, Mapping  # noqa: E402
from dataclasses import dataclass  # noqa: E402
from functools import cached_property  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402

import lagrad  # noqa: E402
from lagrad import execute  # noqa: E402

from .adbench import benchmark  # noqa: E402
from .adbench.steps import PIPELINE  # noqa: E402

DOCS = Path(__file__).parents[1] / "docs"
_LEAST_SECONDS = 2e-3  # of one measurement


@dataclass(frozen=True)
class Workload:
    """A program of a benchmark and an input of it."""

    name: str
    benchmark: str
    variant: str
    generated: tuple[tuple[str, Any], ...]  # what `generate` takes

    @cached_property
    def given(self) -> Any:
        return benchmark.find(self.benchmark).generate(**dict(self.generated))

    @cached_property
    def program(self) -> benchmark.Variant:
        return benchmark.find(self.benchmark).variants(self.given)[self.variant]

    @cached_property
    def arguments(self) -> tuple:
        return tuple(benchmark.find(self.benchmark).arguments(self.given))

    @property
    def is_scalar(self) -> bool:
        """Is the objective one number?"""
        return self.benchmark in ("gmm", "lstm", "mlp")

    def compiled(
        self, pipeline: str = PIPELINE, which: tuple[str, ...] = ("objective", "derivative")
    ) -> execute.Program:
        return lagrad.compile(self.program.text, entry=[getattr(self.program, w) for w in which], pipeline=pipeline)

    def call(self, functions: execute.Program, which: str) -> Callable[[], Any]:
        function = functions[getattr(self.program, which)]
        return lambda: function(*self.arguments)


def _workload(name: str, of: str, variant: str, **generated: Any) -> Workload:
    return Workload(name, of, variant, tuple(generated.items()))


WORKLOADS = {
    w.name: w
    for w in (
        _workload("gmm", "gmm", "reverse", d=10, K=25, n=1000),
        _workload("gmm, monomials", "gmm", "monomials", d=10, K=25, n=1000),
        _workload("gmm, quadratic", "gmm", "quadratic", d=64, K=25, n=1000),
        _workload("gmm, triangular", "gmm", "triangular", d=32, K=25, n=200),
        _workload("ba", "ba", "reverse", n=20, m=500, p=2000),
        _workload("hand, simple", "hand", "forward", vertices=544, n=100, kind=1),
        _workload("hand, complicated", "hand", "forward", vertices=544, n=100, kind=2),
        _workload("lstm", "lstm", "reverse", l=2, c=200, b=14),
        _workload("mlp", "mlp", "reverse", hidden=128),
        _workload("trmv", "trmv", "reverse", n=512, storage="full"),
        _workload("trmv, packed", "trmv", "triangular", n=512, storage="packed"),
    )
}

# The same programs on inputs as large as some of ADBench's, and of the two objectives that it has not.
PUBLISHED = {
    w.name: w
    for w in (
        _workload("gmm", "gmm", "reverse", d=32, K=100, n=1000),
        _workload("gmm, monomials", "gmm", "monomials", d=20, K=100, n=1000),
        _workload("gmm, quadratic", "gmm", "quadratic", d=128, K=50, n=1000),
        _workload("gmm, triangular", "gmm", "triangular", d=64, K=50, n=1000),
        _workload("ba", "ba", "reverse", n=49, m=7776, p=31843),
        _workload("hand, simple", "hand", "forward", vertices=544, n=6400, kind=1),
        _workload("hand, complicated", "hand", "forward", vertices=544, n=6400, kind=2),
        _workload("lstm", "lstm", "reverse", l=2, c=1024, b=14),
        _workload("mlp", "mlp", "reverse", hidden=512),
        _workload("trmv", "trmv", "reverse", n=2048, storage="full"),
        _workload("trmv, packed", "trmv", "triangular", n=2048, storage="packed"),
    )
}


def chosen(names: str, of: Mapping[str, Workload] = WORKLOADS) -> list[Workload]:
    """Those of the names between semicolons; all without any. KeyError for a name that is none."""
    return [of[name.strip()] for name in names.split(";")] if names else list(of.values())


def fastest(calls: Mapping[str, Callable[[], Any]], seconds: float) -> dict[str, float]:
    """Seconds of processor time for each call: the least of measurements that take turns, `seconds` for each call."""
    often = {}
    for name, call in calls.items():
        call()
        start = time.process_time()
        call()
        often[name] = max(1, round(_LEAST_SECONDS / max(time.process_time() - start, 1e-7)))
    best = dict.fromkeys(calls, float("inf"))
    spent = 0.0
    while spent < seconds * len(calls):
        for name, call in calls.items():
            start = time.process_time()
            for _ in range(often[name]):
                call()
            taken = time.process_time() - start
            spent += taken
            best[name] = min(best[name], taken / often[name])
    return best


def arrays(results: Any) -> list[np.ndarray]:
    """What a call returns, as a list."""
    return [np.asarray(r) for r in (results if isinstance(results, tuple) else (results,))]


def options(doc: str, write: str) -> argparse.ArgumentParser:
    """What all these commands can be told; `write` says what that updates."""
    parser = argparse.ArgumentParser(description=doc.split("\n")[0])
    parser.add_argument("--write", action="store_true", help=write)
    parser.add_argument("--workloads", default="", help="some of them, with ; between: gmm; lstm")
    return parser
