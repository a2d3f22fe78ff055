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
    parameters: tuple[int, ...] = ()  # what all derivatives are by
    encoded: bool = False  # its types say which matrices are triangular
    packed: tuple[tuple[int, str], ...] = ()  # which arguments are packed, and what is by them; and how


@dataclass(frozen=True)
class Sample:
    """An input with some rows of another, so that its results are these rows of the other's."""

    given: Any
    rows: np.ndarray
    of: int


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
    # The tangents of the objective in a direction (`direction_of`), from the derivative.
    reference_pushforward: Callable[[Any, Arrays, Sequence[np.ndarray]], Arrays] | None = None
    # For inputs whose derivative is too large to be compared as a whole.
    sample: Callable[[Any], Sample | None] = lambda given: None
    described: str = ""  # a regular expression
    full: tuple[str, ...] = ()  # the words that a full run measures
    # What our optimisations are switched on one at a time for, where without them any other input takes too long.
    stepped: str = ""

    @property
    def folder(self) -> Path:
        return self.source.parent


def without_encodings(variants: dict[str, Variant]) -> Variant:
    """The best known way whose arguments are ordinary arrays."""
    return next(variant for variant in variants.values() if not variant.encoded)


def direction_of(benchmark: Benchmark, given: Any) -> list[np.ndarray]:
    """A random tangent for each of the objective's parameters, the same in every process."""
    variant = next(iter(benchmark.variants(given).values()))
    arguments, random = benchmark.arguments(given), np.random.default_rng(0)
    return [random.standard_normal(arguments[i].shape).astype(arguments[i].dtype) for i in variant.parameters]


def along(gradient: Sequence[np.ndarray], direction: Sequence[np.ndarray]) -> Arrays:
    """The tangent of a number with this gradient."""
    return (
        np.asarray(
            sum(np.vdot(np.float64(by), np.float64(tangent)) for by, tangent in zip(gradient, direction, strict=True))
        ),
    )


@cache
def names() -> tuple[str, ...]:
    """The folders beside this file that hold a program."""
    return tuple(sorted(path.parent.name for path in HERE.glob("*/primal.mlir")))


def find(name: str) -> Benchmark:
    """The benchmark of that name; KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    return importlib.import_module(f"benchmarks.adbench.{name}").BENCHMARK
