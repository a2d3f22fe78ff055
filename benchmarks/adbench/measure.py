"""One benchmark on one input: compiled, compared with its reference, timed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import lagrad
import numpy as np

from .benchmark import Arrays, Benchmark, Variant

BOUND = 1e-8  # of the error relative to the largest entry of each array
BOUND_F32 = 1e-4  # where it is computed in f32


@dataclass(frozen=True)
class Program:
    """A compiled benchmark: its objective and derivative as functions that return tuples of arrays."""

    objective: Callable[..., Arrays]
    derivative: Callable[..., Arrays]
    seconds: float  # to differentiate, lower and load it


def compile_variant(variant: Variant) -> Program:
    start = time.perf_counter()
    functions = lagrad.compile(variant.text)
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


def bound_for(reference: Sequence) -> float:
    return BOUND_F32 if any(np.asarray(array).dtype == np.float32 for array in reference) else BOUND


def relative_error(result: Any, reference: Any) -> float:
    """`max|a - b| / max|b|`; infinite where the shapes differ or a number is not finite."""
    a, b = np.asarray(result), np.asarray(reference)
    if a.shape != b.shape or not (np.isfinite(a).all() and np.isfinite(b).all()):
        return float("inf")
    if not b.size:
        return 0.0
    difference, scale = np.abs(a - b).max(), np.abs(b).max()
    if scale == 0:
        return 0.0 if difference == 0 else float("inf")
    return float(difference / scale)


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


def run(benchmark: Benchmark, program: Program, given: Any) -> dict[str, Any]:
    """The facts of one run, ready for JSON: errors first, then times."""
    arguments = benchmark.arguments(given)
    objective = as_tuple(program.objective(*arguments))
    names = [f"objective{i}" for i in range(len(objective))] if len(objective) > 1 else ["objective"]
    primal = compare(names, objective, benchmark.reference_objective(given))
    derivative = compare(
        benchmark.derivative_names,
        as_tuple(program.derivative(*arguments)),
        benchmark.reference_derivative(given),
    )
    facts = {
        "agrees": primal.agrees and derivative.agrees,
        "errors": primal.errors | derivative.errors,
        "primal_ms": 1e3 * median_seconds(lambda: program.objective(*arguments)),
        "derivative_ms": 1e3 * median_seconds(lambda: program.derivative(*arguments)),
        "compile_s": program.seconds,
    }
    if len(objective) == 1:
        facts = {"objective": float(objective[0])} | facts
    return facts
