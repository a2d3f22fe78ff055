"""The programs, their sizes, and their arguments."""

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
    """A function `@f` with its derivative `@df`, and how large it is.

    `small` are the sizes for checks, `traced` those of which every access is written down, `large` those for times and
    counts, where the tape is larger than most caches are. `shapes(sizes)` are those of the arguments, all
    of f64; `wrt` are the arguments that `@df` is a derivative with respect to; `cotangent(sizes)` is the shape of the
    result where that is no number.
    """

    name: str
    small: dict[str, int]
    traced: dict[str, int]
    large: dict[str, int]
    shapes: Callable[[dict], list[tuple[int, ...]]]
    wrt: tuple[int, ...]
    cotangent: Callable[[dict], tuple[int, ...]] | None = None
    weights: bool = False  # arguments are around zero, the smaller the longer their rows are, so that tanh is not flat

    def text(self, sizes: dict[str, int]) -> str:
        """The program in MLIR."""
        return Template((_FOLDER / f"{self.name}.mlir").read_text()).substitute(_derived(self.name, sizes))

    def arguments(self, sizes: dict[str, int]) -> list[np.ndarray]:
        """Those of `@df`, always the same: numbers from 0.5 to 1.5, unless they are `weights`."""
        random = np.random.default_rng(32)
        shapes = self.shapes(_derived(self.name, sizes))
        if self.cotangent is not None:
            shapes = [*shapes, self.cotangent(sizes)]
        if self.weights:
            made = [random.uniform(-1, 1, shape) / np.sqrt(shape[-1]) for shape in shapes]
        else:
            made = [random.uniform(0.5, 1.5, shape) for shape in shapes]
        if self.name == "mass_spring":
            made[0] += np.arange(sizes["n"])  # neighbours are about one apart
        return made

    def expected(self, sizes: dict[str, int]) -> tuple[np.ndarray, ...]:
        """What JAX gives for `@df`."""
        function = getattr(references, self.name)
        if "steps" in sizes and self.name != "lstm":
            function = functools.partial(function, steps=sizes["steps"])
        primals = self.arguments(sizes)
        cotangent = primals.pop() if self.cotangent is not None else 1.0
        _, pull = jax.vjp(function, *primals)
        found = pull(cotangent)
        return tuple(np.asarray(found[place]) for place in self.wrt)


def _derived(name: str, sizes: dict[str, int]) -> dict:
    """Sizes, and what follows from them in the text of a program."""
    n = sizes["n"]
    grid, row = f"tensor<3x{n}x{n}x{n}xf64>", f"tensor<4x{n}xf64>"
    more = {
        "somier": {"inner": n - 1, "pull": f"({grid}, {grid}{', index' * 6}) -> {grid}"},
        "lstm": {"gate": f"({row}, {row}, {row}, index, index, f64, f64) -> f64"},
        "lenet": {"flat": 16 * (((n - 4) // 2 - 4) // 2) ** 2},
    }
    return sizes | more.get(name, {})


def _lenet(s: dict) -> list[tuple[int, ...]]:
    n = s["n"]
    convolutions = [(1, n, n), (6, 1, 5, 5), (6,), (16, 6, 5, 5), (16,)]
    return [*convolutions, (120, s["flat"]), (120,), (84, 120), (84,), (10, 84), (10,)]


def _mass_spring(s: dict) -> list[tuple[int, ...]]:
    n, hidden = s["n"], s["hidden"]
    return [(n,), (hidden, n), (hidden, n), (hidden,), (n, hidden), (n,)]


def _cube(s: dict) -> tuple[int, ...]:
    return (3, s["n"], s["n"], s["n"])


PROGRAMS = {
    program.name: program
    for program in (
        Program("gravity", {"n": 5}, {"n": 64}, {"n": 1000}, lambda s: [(s["n"], 3), (s["n"],)], (0, 1)),
        Program("nn", {"n": 9}, {"n": 784}, {"n": 200_000}, lambda s: [(s["n"],), (10, s["n"]), (10,)], (1, 2)),
        Program("logsum", {"n": 7}, {"n": 8192}, {"n": 2_000_000}, lambda s: [(s["n"],)], (0,)),
        Program("matdescent", {"n": 6}, {"n": 128}, {"n": 2000}, lambda s: [(s["n"],) * 2, (s["n"],)], (1,)),
        Program("mttkrp", {"n": 4}, {"n": 12}, {"n": 36}, lambda s: [(s["n"],) * 3, (s["n"],) * 2, (s["n"],) * 2],
                (0, 1, 2), lambda s: (s["n"],) * 2),
        Program("somier", {"n": 4}, {"n": 10}, {"n": 50}, lambda s: [_cube(s)], (0,), _cube),
        Program("lenet", {"n": 16}, {"n": 20}, {"n": 64}, _lenet, tuple(range(1, 11)), weights=True),
        Program("pathfinder", {"n": 5, "rows": 4}, {"n": 128, "rows": 32}, {"n": 1000, "rows": 1000},
                lambda s: [(s["rows"], s["n"])], (0,), lambda s: (s["n"],)),
        Program("mass_spring", {"n": 5, "hidden": 3, "steps": 4}, {"n": 16, "hidden": 16, "steps": 32},
                {"n": 16, "hidden": 16, "steps": 4000}, _mass_spring, (1, 2, 3, 4, 5), weights=True),
        Program("lstm", {"n": 3, "steps": 5}, {"n": 16, "steps": 128}, {"n": 16, "steps": 20_000},
                lambda s: [(s["steps"], s["n"]), *[(4, s["n"])] * 3], (1, 2, 3)),
        Program("stencil", {"n": 6, "steps": 9}, {"n": 16, "steps": 500}, {"n": 16, "steps": 100_000},
                lambda s: [(s["n"],)], (0,)),
    )
}  # fmt: skip
