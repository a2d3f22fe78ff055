"""Where functions of our own compute a product of matrices faster than a library.

    python -m benchmarks.thresholds.products [--type f32]

Products of the shapes that derivatives of networks and mixtures have, and square ones, with each factor as it is and
transposed (`N` and `T`), by the functions of `lagrad-define-products` and by OpenBLAS. One thread, the fastest of
several runs that take turns, in billions of operations a second; results are compared first.
"""

from __future__ import annotations

import argparse
from unittest import mock

import numpy as np

import lagrad
from lagrad.lowering.products import blas_functions, convert_linalg_to_blas

from ..derivatives.directions import fastest
from .blas import contraction

# Rows and columns of the result, and terms of a sum.
SHAPES = [
    *((n, n, n) for n in (16, 32, 64, 128, 256, 512, 1024)),
    (64, 256, 784), (64, 1024, 784), (64, 1024, 1024), (1024, 1024, 64), (784, 512, 64), (64, 10, 512), (512, 10, 64),
    (8, 128, 256), (16, 128, 256), (32, 128, 256), (25, 72, 66), (25, 66, 72), (50, 72, 231), (50, 231, 72),
    (100, 72, 561), (100, 561, 72), (200, 24, 8385), (200, 8385, 24),
    (25, 11, 72), (400, 8, 400), (2000, 2000, 8), (2000, 16, 2000), (16, 2000, 2000),
]  # fmt: skip
EVERYTHING = 2**62


def compiled(name: str, subscripts: tuple[str, str, str], type: str, most: int):
    """The product, by functions of our own up to so many rows or terms."""
    with mock.patch.object(
        convert_linalg_to_blas, "Limits", lambda: blas_functions.Limits(0, turned=0, rows=most, terms=most)
    ):
        return lagrad.compile(contraction(name, subscripts, type), pipeline="lagrad-to-llvm-blas")[name]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--type", choices=["f64", "f32"], default="f64", help="Of the numbers.")
    type = parser.parse_args().type
    number = {"f64": np.float64, "f32": np.float32}[type]
    kinds = {a + b: ("mk" if a == "N" else "km", "kn" if b == "N" else "nk", "mn") for a in "NT" for b in "NT"}
    ways = {kind: [compiled("f", s, type, most) for most in (EVERYTHING, 0)] for kind, s in kinds.items()}
    limits = blas_functions.Limits()
    rng = np.random.default_rng(0)
    print(f"| {type}: rows x columns x terms | | ours | OpenBLAS | ratio | chosen |\n|---|---|---:|---:|---:|---|")
    for m, n, k in SHAPES:
        sizes = {"m": m, "n": n, "k": k}
        for kind, subscripts in kinds.items():
            a, b, c = (rng.random([sizes[i] for i in s]).astype(number) for s in subscripts)
            out = np.empty_like(c)
            np.testing.assert_allclose(*(f(a, b, c) for f in ways[kind]), rtol=1e-10 if type == "f64" else 1e-3)
            chosen = "ours" if blas_functions.is_for_tiles((m, n, k), kind[1] == "T", limits) else "OpenBLAS"
            runs = [lambda f=f: f(a, b, c, out=out) for f in ways[kind]]
            ours, library = (2 * m * n * k / t / 1e3 for t in fastest(runs, 41 if m * n * k < 10**8 else 9))
            print(
                f"| {m} x {n} x {k} | {kind} | {ours:.1f} | {library:.1f} | {ours / library:.2f} | {chosen} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
