"""The programs, their sizes, their arguments, and the gradients that one may ask for."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template

import jax
import numpy as np

from . import references

_FOLDER = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Program:
    """A function `@f` from tensors to a number, whose gradient by the arguments `wrt` is of interest.

    `small` are the sizes for checks, `counted` those for which instructions and bytes are counted, `large` those for
    times. `made(sizes, random)` are the arguments: arrays of f64, or of i64 where they are indices.
    """

    name: str
    about: str
    wrt: tuple[int, ...]
    small: dict[str, int]
    counted: dict[str, int]
    large: dict[str, int]
    made: Callable[[dict, np.random.Generator], list[np.ndarray]]

    def text(
        self, sizes: dict[str, int], *, kind: str = "gradient", wrt: tuple[int, ...] = (), snapshots: int = 0
    ) -> str:
        """The program and `@df`, its gradient, or gradient and value; its loop over time keeps so many snapshots."""
        mark = f" {{lagrad.snapshots = {snapshots}}}" if snapshots else ""
        function = Template((_FOLDER / f"{self.name}.mlir").read_text()).substitute(derived(sizes), mark=mark)
        wrt = wrt or self.wrt
        types = [_type(array) for array in self.arguments(sizes)]
        results = ["f64"] * (kind == "value_and_grad") + [types[place] for place in wrt]
        return (
            f"{function}func.func private @df({', '.join(types)}) -> ({', '.join(results)}) "
            f"attributes {{lagrad.{kind} = @f, lagrad.wrt = {list(wrt)}}}\n"
        )

    def arguments(self, sizes: dict[str, int]) -> list[np.ndarray]:
        """Always the same."""
        return self.made(derived(sizes), np.random.default_rng(30))

    @property
    def floats(self) -> tuple[int, ...]:
        """The arguments that a gradient may be by."""
        return tuple(n for n, array in enumerate(self.arguments(self.small)) if array.dtype == np.float64)

    def expected(self, sizes: dict[str, int], wrt: tuple[int, ...]) -> list[np.ndarray]:
        """What JAX gives for the value, and for the gradient by these arguments."""
        function = functools.partial(getattr(references, self.name), **derived(sizes))
        value, gradient = jax.value_and_grad(function, wrt)(*self.arguments(sizes))
        return [np.asarray(value), *map(np.asarray, gradient)]


def _type(array: np.ndarray) -> str:
    return f"tensor<{'x'.join(map(str, array.shape))}x{'f64' if array.dtype == np.float64 else 'index'}>"


def derived(sizes: dict[str, int]) -> dict:
    """Sizes, and what follows from them in the text of a program."""
    n, steps = sizes["n"], sizes["steps"]
    return {"m": n - 2, "last": n - 1, "middle": n // 2, "ds": 4.0 / steps, "half": 2.0 / steps} | sizes


def _mesh(s: dict, random: np.random.Generator) -> list[np.ndarray]:
    """Edges are a path through all nodes, and others between nodes that are near in it."""
    n, m = s["n"], s["m"]
    xy = random.uniform(0, 1, (n, 2))
    first = np.concatenate([np.arange(n - 1), random.integers(0, n, m - n + 1)])
    away = np.concatenate([np.ones(n - 1, np.int64), random.integers(1, min(n, 40), m - n + 1)])
    edges = np.stack([first, (first + away) % n], 1)
    random.shuffle(edges)
    order = random.permutation(n)
    return [random.uniform(0.5, 1.5, n), np.array([0.7, 0.4]), xy, order[edges].astype(np.int64)]


def _stencil(s: dict, random: np.random.Generator) -> list[np.ndarray]:
    n, m = s["n"], s["m"]
    return [random.uniform(0, 1, (n, n)), np.array([0.5, 0.3]), random.uniform(0, 1, (m, m)), np.array([1.7, 0.6])]


def _implicit(s: dict, random: np.random.Generator) -> list[np.ndarray]:
    return [random.uniform(0, 1, s["n"]), np.array([1.3, 0.8]), random.uniform(0, 1, s["n"])]


def _rays(s: dict, random: np.random.Generator) -> list[np.ndarray]:
    n = s["n"]
    angles = random.uniform(-0.2, 0.2, n)
    start = np.stack([np.full(n, -2.0), random.uniform(-0.5, 0.5, n), np.cos(angles), np.sin(angles)], 1)
    return [np.array([0.5, 1.5]), start, np.array([0.2, 3.0]), random.uniform(-0.5, 0.5, n)]


PROGRAMS = {
    program.name: program
    for program in (
        Program("mesh", "edge loops over an unstructured mesh", (0, 1), {"n": 9, "m": 25, "steps": 6},
                {"n": 300, "m": 1000, "steps": 60}, {"n": 3000, "m": 10_000, "steps": 200}, _mesh),
        Program("stencil", "a stencil in two dimensions", (0, 1), {"n": 7, "steps": 9},
                {"n": 16, "steps": 10_000}, {"n": 32, "steps": 10_000}, _stencil),
        Program("implicit", "implicit steps, by Newton's method", (0, 1), {"n": 8, "steps": 4, "newton": 3},
                {"n": 100, "steps": 50, "newton": 3}, {"n": 1000, "steps": 200, "newton": 4}, _implicit),
        Program("rays", "rays through a lens", (0,), {"n": 3, "steps": 9},
                {"n": 20, "steps": 200}, {"n": 200, "steps": 2000}, _rays),
    )
}  # fmt: skip
