"""What a benchmark is made of."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

Arrays = tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Benchmark:
    """A problem: its program, its inputs, and an independent implementation to compare with.

    `objective` and `derivative` are functions of the program `source`. Both take what `arguments`
    makes of an input; `derivative_names` names the arrays that `derivative` returns.
    """

    name: str
    source: Path
    objective: str
    derivative: str
    derivative_names: tuple[str, ...]
    sample: Path  # a small input that comes with the benchmark
    sizes: tuple[str, ...]  # what `generate` takes, in this order, before the seed
    read: Callable[[Path], Any]
    write: Callable[[Path, Any], None]
    generate: Callable[..., Any]
    arguments: Callable[[Any], Sequence[Any]]
    reference_objective: Callable[[Any], Arrays]
    reference_derivative: Callable[[Any], Arrays]  # needs JAX


_NAMES = ("gmm", "ba")


def names() -> tuple[str, ...]:
    return _NAMES


def find(name: str) -> Benchmark:
    """The benchmark of that name; KeyError if there is none."""
    if name not in _NAMES:
        raise KeyError(name)
    return importlib.import_module(f"benchmarks.adbench.{name}").BENCHMARK
