"""A benchmark's program compiled, compared with its reference, timed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import lagrad
import numpy as np

from .benchmark import Arrays, Variant

BOUND = 1e-8  # of the error relative to the largest entry of each array
BOUND_F32 = 1e-4  # where it is computed in f32
BLOCK = 1 << 20


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


def bound_for(reference: Sequence) -> float:
    return BOUND_F32 if any(np.asarray(array).dtype == np.float32 for array in reference) else BOUND


def relative_error(result: Any, reference: Any) -> float:
    """`max|a - b| / max|b|`; infinite where the shapes differ or a number is not finite."""
    a, b = np.asarray(result), np.asarray(reference)
    if a.shape != b.shape:
        return float("inf")
    difference = scale = 0.0
    a, b = a.reshape(-1), b.reshape(-1)
    for start in range(0, b.size, BLOCK):  # results of some GB have no room for temporaries
        x, y = a[start : start + BLOCK], b[start : start + BLOCK]
        if not (np.isfinite(x).all() and np.isfinite(y).all()):
            return float("inf")
        difference, scale = max(difference, np.abs(x - y).max()), max(scale, np.abs(y).max())
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
