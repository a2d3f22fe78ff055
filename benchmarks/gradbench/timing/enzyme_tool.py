"""The evals in C++, differentiated by Enzyme at -O3 with -ffast-math, as in ADBench. The objective is plain C."""

from __future__ import annotations

from pathlib import Path

from ...adbench.peers.enzyme_tool import compiled, entry
from ...adbench.peers.native import Native

DECLARED = "\n#include <math.h>\n"


def load(name: str, arrays: tuple, number: int):
    source = (Path(__file__).parent / "c" / f"{name}.cpp").read_text("utf-8")
    library, _ = compiled(DECLARED + source, (), fast=True)
    sizes = tuple(arrays[0].shape[:1])
    result, gradient = (), arrays[0].shape
    match name:
        case "llsq":
            sizes = (len(arrays[0]), number)
        case "ode":
            sizes, result = (len(arrays[0]), number), arrays[0].shape
        case "kmeans":
            points, centroids = arrays
            sizes, gradient = (len(points), *centroids.shape), centroids.shape
    native = Native(sizes, arrays, (result,), (gradient,))
    both = native.caller(entry(library, 0), native.objective), native.caller(entry(library, 1), native.derivative)
    return tuple(lambda f=f: f()[0] for f in both)
