"""A benchmark's program compiled, compared with its reference, timed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import lagrad

from .agreement import bound_for, relative_error
from .benchmark import Arrays, Variant


@dataclass(frozen=True)
class Program:
    """A compiled benchmark: its objective and derivative as functions that return tuples of arrays."""

    objective: Callable[..., Arrays]
    derivative: Callable[..., Arrays]
    seconds: float  # to differentiate, lower and load it


def compile_variant(variant: Variant) -> Program:
    start = time.perf_counter()
    functions = lagrad.compile(variant.text, entry=(variant.objective, variant.derivative))
    seconds = time.perf_counter() - start
    return Program(functions[variant.objective], functions[variant.derivative], seconds)


@dataclass(frozen=True)
class Comparison:
    """Results beside those of the reference: `max|a - b| / max|b|` for each array, by name."""

    errors: dict[str, float]
    bound: float

    @property
    def worst(self) -> float:
        return max(self.errors.values())

    @property
    def agrees(self) -> bool:
        return self.worst <= self.bound


def compare(names: Sequence[str], results: Sequence, reference: Sequence) -> Comparison:
    errors = {name: relative_error(a, b) for name, a, b in zip(names, results, reference, strict=True)}
    return Comparison(errors, bound_for(reference))


def median_seconds(function: Callable[[], Any], least_runs: int = 5, least_seconds: float = 0.5) -> float:
    """The median over at least so many runs that take at least so long, after one that warms up."""
    function()
    times: list[float] = []
    while len(times) < least_runs or (sum(times) < least_seconds and len(times) < 1000):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def as_tuple(results: Any) -> tuple:
    return results if isinstance(results, tuple) else (results,)
