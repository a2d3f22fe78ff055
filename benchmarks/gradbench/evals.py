"""What each eval of GradBench asks for, and the functions that give it. Inputs are as its README says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import adbench
from .function import Function, array, compiled, number, text
from .nested import particle, saddle


def hello() -> dict[str, Function]:
    program = compiled(text("hello"), "square", "double")
    return {name: Function(program[name], lambda x: (float(x),), number) for name in ("square", "double")}


def lse() -> dict[str, Function]:
    return _primal_and_gradient("lse", lambda given: (_array(given["x"]),), number)


def llsq() -> dict[str, Function]:
    return _primal_and_gradient("llsq", lambda given: (_array(given["x"]), given["n"]), number)


def ode() -> dict[str, Function]:
    return _primal_and_gradient("ode", lambda given: (_array(given["x"]), given["s"]), array)


def det() -> dict[str, Function]:
    made = _primal_and_gradient("det", _matrix, number)
    return made | {"gradient": Function(made["gradient"].call, _matrix, lambda g, _: g.ravel().tolist())}


def kmeans() -> dict[str, Function]:
    program = compiled(text("kmeans"), "cost", "dir")
    arguments = lambda given: (_array(given["points"]), _array(given["centroids"]))  # noqa: E731
    return {"cost": Function(program["cost"], arguments, number), "dir": Function(program["dir"], arguments, array)}


EVALS: dict[str, Callable[[], dict[str, Function]]] = {
    "hello": hello,
    "gmm": adbench.gmm,
    "ba": adbench.ba,
    "lstm": adbench.lstm,
    "ht": adbench.ht,
    "kmeans": kmeans,
    "llsq": llsq,
    "lse": lse,
    "ode": ode,
    "det": det,
    "particle": particle,
    "saddle": saddle,
}


def _primal_and_gradient(name: str, arguments: Callable, output: Callable) -> dict[str, Function]:
    program = compiled(text(name), "primal", "gradient")
    return {
        "primal": Function(program["primal"], arguments, output),
        "gradient": Function(program["gradient"], arguments, array),
    }


def _array(numbers: list) -> np.ndarray:
    return np.array(numbers, dtype=np.float64)


def _matrix(given: dict) -> tuple[np.ndarray]:
    size = given["ell"]
    if size > 63:
        raise ValueError(f"a minor has at most 63 columns, not {size}")
    return (_array(given["A"]).reshape(size, size),)
