"""The evals in C++, differentiated by Enzyme at -O3 with -ffast-math, as in ADBench. The objective is plain C."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...adbench.peers.enzyme_tool import compiled, entry
from ...adbench.peers.native import Native
from .inputs import MODES

DECLARED = "\n#include <math.h>\n"
HERE = Path(__file__).parent / "c"


def load(name: str, arrays: tuple, number: int) -> tuple[Callable, ...]:
    source = DECLARED + (HERE / f"{name}.cpp").read_text("utf-8")
    called = native(name, arrays, number)
    if name in ("particle", "saddle"):
        return tuple(lambda f=_nested(source, modes, called): f()[0] for modes in MODES)
    library, _ = compiled(source, (), fast=True)
    both = (
        called.caller(entry(library, 0), called.objective),
        called.caller(entry(library, 1), called.derivative),
    )
    return tuple(lambda f=f: f()[0] for f in both)


def _nested(source: str, modes: str, called: Native) -> Callable:
    """The eval with its two derivatives in these modes, the outer one first."""
    words = "".join(f"#define {place}_{mode.upper()}\n" for place, mode in zip(("OUTER", "INNER"), modes))
    descent = (HERE / "descent.h").read_text("utf-8")
    library, _ = compiled(words + source.replace('#include "descent.h"\n', descent), (), fast=True)
    return called.caller(entry(library, 0), called.objective)


def native(name: str, arrays: tuple, number: int) -> Native:
    """The arguments of the eval's C functions, and the shapes of what they give."""
    sizes = arrays[0].shape[:1]
    result, gradient = (), arrays[0].shape
    match name:
        case "llsq":
            sizes = (len(arrays[0]), number)
        case "ode":
            sizes, result = (len(arrays[0]), number), arrays[0].shape
        case "kmeans":
            points, centroids = arrays
            sizes, gradient = (len(points), *centroids.shape), centroids.shape
        case "saddle":
            result = (4,)
    return Native(sizes, arrays, (result,), (gradient,))
