"""What a benchmark is made of."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

Arrays = tuple[np.ndarray, ...]
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Benchmark:
    """A problem: its program, its inputs, and an independent implementation to compare with.

    `objective` and `derivative` are functions of the program `source`. Both take what `arguments`
    makes of an input; `derivative_names` names the arrays that `derivative` returns. Where they depend
    on the input, `of` gives the benchmark as it is for that input.
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
    of: Callable[[Benchmark, Any], Benchmark] = lambda benchmark, given: benchmark
    bound: float = 1e-8  # of the error relative to the largest entry of each array
    samples: tuple[Path, ...] = ()  # more small inputs, of other kinds than `sample`
    words: str = ""  # a regular expression: inputs that are no files but words, as 1024:tri
    full: tuple[str, ...] = ()  # those words that a full run measures

    @property
    def folder(self) -> Path:
        return self.source.parent


@cache
def names() -> tuple[str, ...]:
    """The folders beside this file that hold a program."""
    return tuple(sorted(path.parent.name for path in HERE.glob("*/primal.mlir")))


def find(name: str) -> Benchmark:
    """The benchmark of that name; KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    return importlib.import_module(f"benchmarks.adbench.{name}").BENCHMARK
