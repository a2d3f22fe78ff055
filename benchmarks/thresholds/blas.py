"""From which size on a library computes a contraction faster than generated code.

    python -m benchmarks.thresholds.blas

Each function of BLAS that the compiler calls, and generated code for the same contraction, over sizes around the one
from which on the compiler calls it. One thread, the fastest of several runs that take turns, results compared first.
"""

from __future__ import annotations

import argparse

import numpy as np

import lagrad
from lagrad.lowering.products import blas_functions

from ..derivatives.directions import fastest

# Subscripts of A, B and C.
CASES = {
    "gemm": ("mk", "kn", "mn"),
    "gemv": ("mk", "k", "m"),
    "dot": ("k", "k", ""),
}
SIZES = {
    "gemm": (4, 6, 8, 10, 12, 16, 24, 32, 64, 200),
    "gemv": (32, 64, 90, 128, 256, 1000),
    "dot": (100, 500, 1000, 2000, 10_000, 100_000),
}


def function(name: str) -> str:
    """What one of the CASES computes."""
    return contraction("f", CASES[name], "f64")


def contraction(name: str, subscripts: tuple[str, str, str], type: str) -> str:
    """A function: `C += A B`."""
    a, b, c = (f"tensor<{'?x' * len(s)}{type}>" for s in subscripts)
    names = [n for n in "mnk" if any(n in s for s in subscripts)]
    loops = ", ".join(names)
    maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(s)})>" for s in subscripts)
    kinds = ", ".join('"parallel"' if n in subscripts[2] else '"reduction"' for n in names)
    return f"""func.func @{name}(%a: {a}, %b: {b}, %c: {c}) -> {c} {{
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins(%a, %b : {a}, {b}) outs(%c : {c}) {{
  ^bb0(%l: {type}, %x: {type}, %o: {type}):
    %p = arith.mulf %l, %x : {type}
    %s = arith.addf %o, %p : {type}
    linalg.yield %s : {type}
  }} -> {c}
  return %r : {c}
}}"""


def compiled(name: str, work: int):
    """The function, with a library from `work` multiplications on."""
    usual = dict(blas_functions.WORTH)
    try:
        blas_functions.WORTH.update(dict.fromkeys(usual, work))
        return lagrad.compile(function(name), pipeline="lagrad-to-llvm-blas").f
    finally:
        blas_functions.WORTH.update(usual)


def compare(name: str) -> None:
    library, generated = compiled(name, 0), compiled(name, 2**62)
    worth = blas_functions.WORTH[name]
    print(f"{name}: from {worth} multiplications on; microseconds")
    rng = np.random.default_rng(0)
    for n in SIZES[name]:
        arrays = [rng.random((n,) * len(s)) for s in CASES[name]]
        out = np.empty((n,) * len(CASES[name][2]))
        ways = [lambda f=f: f(*arrays, out=out) for f in (library, generated)]
        np.testing.assert_allclose(library(*arrays), generated(*arrays), rtol=1e-10)
        called, loops = fastest(ways, 41 if n < 500 else 15)
        work = n ** len(set("".join(CASES[name])))
        choice = "library" if work >= worth else "loops"
        right = "" if (called < loops) == (work >= worth) else "   (the other is faster)"
        print(
            f"  n {n:6} work {work:10}: library {called:9.2f}  loops {loops:9.2f}  ratio {loops / called:6.2f}  "
            f"{choice}{right}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("function", nargs="*", choices=[[], *CASES], help="Which; all if none is named.")
    for name in parser.parse_args().function or CASES:
        compare(name)


if __name__ == "__main__":
    main()
