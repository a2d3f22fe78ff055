"""Calling C: one signature for all benchmarks, and shared libraries that are built once.

    void objective(const int64_t *sizes, void *const *in, void *const *out);
    void derivative(const int64_t *sizes, void *const *in, void *const *out);

`in` and `out` point to arrays. The results are new arrays in each call, as they are with every other tool; where it is
counted what a call takes, they are those of the call before.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from . import INSTALLED, Arrays, processor_seconds

Shapes = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Native:
    """The arguments of a benchmark's C functions, and the shapes of their results."""

    sizes: Sequence[int]
    inputs: Sequence[np.ndarray]
    objective: Shapes
    derivative: Shapes
    flags: Sequence[str] = ()  # of the compiler
    dtype: type = np.float64  # of the results

    def in_direction(self, direction: Sequence[np.ndarray]) -> Native:
        """The same for a derivative in one direction: the tangents come after the other arguments."""
        return replace(
            self, inputs=(*self.inputs, *direction), derivative=self.objective, flags=(*self.flags, "-DPUSHFORWARD")
        )

    def caller(self, code: Callable, shapes: Shapes, results: Arrays | None = None) -> Callable[[], Arrays]:
        """A function without arguments that calls `code(sizes, in, out)`, with new results or always the same."""
        sizes = (ctypes.c_int64 * len(self.sizes))(*self.sizes)
        arrays = [np.ascontiguousarray(array) for array in self.inputs]
        inputs = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))

        pointers = ctypes.c_void_p * len(shapes)

        def call(arrays=arrays):  # which keeps them alive
            given = results or tuple(np.empty(shape, self.dtype) for shape in shapes)
            code(sizes, inputs, pointers(*[result.__array_interface__["data"][0] for result in given]))
            return given

        return call


def built(source: str, recipe: Sequence[str], build: Callable[[Path], None]) -> tuple[ctypes.CDLL, float]:
    """The library that `build` writes, and the seconds that it took: made once for a source and a recipe."""
    key = hashlib.sha256("\0".join([source, *recipe]).encode()).hexdigest()[:16]
    library = INSTALLED / "build" / f"{key}.so"
    facts = library.with_suffix(".json")
    if not facts.exists():
        library.parent.mkdir(parents=True, exist_ok=True)
        draft = library.with_suffix(f".{os.getpid()}.so")
        start = processor_seconds()
        build(draft)
        seconds = processor_seconds() - start
        draft.replace(library)
        facts.write_text(json.dumps({"seconds": seconds}), encoding="utf-8")
    return ctypes.CDLL(str(library)), json.loads(facts.read_text(encoding="utf-8"))["seconds"]
