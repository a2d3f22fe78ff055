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
class Variant:
    """A way to write a problem and its derivative: a program, and two of its functions.

    A third one may give the derivative in one direction: it takes what the others take, each parameter
    (they are the arguments `parameters`) followed by its tangent, and returns the tangents of the objective.
    """

    text: str
    objective: str
    derivative: str
    pushforward: str = ""
    parameters: tuple[int, ...] = ()


@dataclass(frozen=True)
class Benchmark:
    """A problem: its program, its inputs, and an independent implementation to compare with.

    `variants` gives the programs for an input, by name, the best known one first. Their functions take
    what `arguments` makes of an input; `derivative_names` names the arrays that the derivative returns.
    An input is a file, or a word that `described` matches, as `1024:tri`; `read` takes either.
    """

    name: str
    source: Path
    variants: Callable[[Any], dict[str, Variant]]
    derivative_names: tuple[str, ...]
    samples: tuple[str, ...]  # small inputs that come with the benchmark
    sizes: tuple[str, ...]  # what `generate` takes, in this order, before the seed
    read: Callable[[str], Any]
    write: Callable[[Path, Any], None] | None  # None where there are no files
    generate: Callable[..., Any]
    arguments: Callable[[Any], Sequence[Any]]
    reference_objective: Callable[[Any], Arrays]
    reference_derivative: Callable[[Any], Arrays]  # needs JAX
    described: str = ""  # a regular expression
    full: tuple[str, ...] = ()  # the words that a full run measures

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
