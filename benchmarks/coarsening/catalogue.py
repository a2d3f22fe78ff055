"""The programs, their sizes, and their arguments. Imports no tool: all of their processes read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from string import Template

import numpy as np

FOLDER = Path(__file__).parent
STEP = 1e-7  # of gradient descent: small, so that each update is as the first one

Sizes = dict[str, int]


@dataclass(frozen=True)
class Program:
    """A function `@f` of parameters `%p` and at most two arrays of data, whose gradient by the parameters is wanted.

    `small` are the sizes for checks. `paper` is what the paper gains over its own AD, the least and the most.
    """

    name: str
    small: Sizes
    sizes: tuple[Sizes, ...]
    paper: tuple[float, float]
    made: Callable[[Sizes, np.random.Generator], list[np.ndarray]]

    def arguments(self, sizes: Sizes) -> list[np.ndarray]:
        """Always the same: parameters first."""
        return self.made(sizes, np.random.default_rng(31))

    def text(self, sizes: Sizes) -> str:
        """The program, its gradient `@df`, and `@run`: so many steps of gradient descent."""
        function = Template((FOLDER / "programs" / f"{self.name}.mlir").read_text()).substitute(derived(sizes))
        types = [f"tensor<{'x'.join(map(str, array.shape))}xf64>" for array in self.arguments(sizes)]
        given = ", ".join(f"%a{n}: {type}" for n, type in enumerate(types[1:]))
        names = ", ".join(f"%a{n}" for n in range(len(types) - 1))
        fill = {"p": types[0], "types": ", ".join(types), "step": f"{STEP:e}"}
        fill |= {"given": given and f", {given}", "names": names and f", {names}"}
        return function + Template(_RUN).substitute(fill)


_RUN = """
func.func private @df(${types}) -> ${p} attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
func.func @run(%p: ${p}${given}, %updates: index) -> ${p} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant dense<${step}> : ${p}
  %end = scf.for %i = %c0 to %updates step %c1 iter_args(%q = %p) -> ${p} {
    %g = func.call @df(%q${names}) : (${types}) -> ${p}
    %far = arith.mulf %step, %g : ${p}
    %new = arith.subf %q, %far : ${p}
    scf.yield %new : ${p}
  }
  return %end : ${p}
}
"""


def derived(sizes: Sizes) -> dict:
    """Sizes, and what follows from them in the text of a program."""
    return {"last": sizes.get("n", 1) - 1, "dx": 1.0 / sizes.get("n", 1)} | sizes


def _regression(s: Sizes, random: np.random.Generator) -> list[np.ndarray]:
    x = random.uniform(-1, 1, s["n"])
    return [np.array([-0.25]), x, 1.7 * x - 0.4 + 0.1 * random.normal(size=s["n"])]


def _curve(s: Sizes, random: np.random.Generator) -> list[np.ndarray]:
    return [np.linspace(0.1, 1.0, s["n"]) + random.uniform(0, 0.3 / s["n"], s["n"])]


def _cart(s: Sizes, random: np.random.Generator) -> list[np.ndarray]:
    return [np.array([0.1, 0.3, 0.9, 0.5, 0.05]), np.array([0.02, -0.03, 0.04, 0.05])]


def _logistic(s: Sizes, random: np.random.Generator) -> list[np.ndarray]:
    x, weights = random.normal(size=(s["n"], s["d"])), np.array([0.8, -0.5, 0.3])[: s["d"]]
    return [0.5 * weights, x, (random.uniform(size=s["n"]) < 1 / (1 + np.exp(-x @ weights))).astype(float)]


def _springs(s: Sizes, random: np.random.Generator) -> list[np.ndarray]:
    places = np.stack([0.8 * np.arange(s["n"]), np.zeros(s["n"])], 1)
    return [places + random.uniform(-0.2, 0.2, (s["n"], 2)), random.uniform(0.5, 2, s["n"] - 1)]


def _walker(s: Sizes, random: np.random.Generator) -> list[np.ndarray]:
    moves = np.array([3.0, 2.5, 5.0, 1.5, 0.0, 3.1, 1.0, 4.0])
    start = np.array([0.05, 0.5, -0.4, -0.2, -0.3, 0.0, 0.5, -0.2, 0.1, 0.0, 0.0, 0.92, 0.5, -0.2])
    return [moves, start]


PROGRAMS = {
    program.name: program
    for program in (
        Program("bgd", {"n": 9, "steps": 4}, tuple({"n": n, "steps": 100} for n in (200, 1000, 2000)), (23, 27),
            _regression),
        Program("brachistochrone", {"n": 9}, tuple({"n": n} for n in (200, 400, 1000)), (1.1, 1.4), _curve),
        Program("cartpole", {"steps": 7}, tuple({"steps": n} for n in (6, 8, 10)), (1.1, 1.1), _cart),
        Program("hmc", {"n": 7, "d": 3}, ({"n": 100, "d": 1}, {"n": 1000, "d": 2}, {"n": 800, "d": 3}), (2.5, 4.3),
            _logistic),
        Program("hookean", {"n": 5}, tuple({"n": n} for n in (10, 20, 40)), (2.5, 6.6), _springs),
        Program("walker", {"steps": 40}, tuple({"steps": n} for n in (10, 50, 200)), (1.35, 1.5), _walker),
    )
}  # fmt: skip
