"""How much faster than C by hand anything can be: `python -m benchmarks.bounds --data FILES`, of GMM and Hand.

Beside our derivative and the one in C stands the least that any program has to do, measured on the same machine: of
Hand, writing the Jacobian; of GMM, its two products with the monomials of the points (the terms, and the gradient by
their coefficients) at the peak of this machine, and an exponential for each term. What C takes divided by that is the
largest factor that there can be, were all else free. Only sums that leave out what has weight zero
(`lagrad-skip-weights`) can be below it.

Processor time of one thread, the least of measurements that take turns. Derivatives are compared with the reference
first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# First: it says how many threads NumPy has.
from .workloads import fastest

# isort: split

import numpy as np

import lagrad
from lagrad.errors import Failure

from .adbench import benchmark, measure, peers, subnormals
from .roofline import peak_operations

FILL = """
func.func @fill(%x: f64, %j: index, %n: index) -> tensor<?x?x3xf64> {
  %empty = tensor.empty(%j, %n) : tensor<?x?x3xf64>
  %all = linalg.fill ins(%x : f64) outs(%empty : tensor<?x?x3xf64>) -> tensor<?x?x3xf64>
  return %all : tensor<?x?x3xf64>
}
"""

EXPONENTIALS = """
func.func @exponentials(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y = math.exp %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
"""
_MANY = 1000  # exponentials that stay in the first cache


@dataclass(frozen=True)
class Bound:
    """Seconds of a derivative: ours, by hand in C, and the least that there can be."""

    name: str
    ours: float
    by_hand: float
    least: float

    @property
    def row(self) -> str:
        times = " | ".join(f"{1e3 * s:.3f}" for s in (self.ours, self.by_hand, self.least))
        return f"| {self.name} | {times} | {self.by_hand / self.ours:.2f} | {self.by_hand / self.least:.2f} |"


def bound(b: benchmark.Benchmark, given: Any, name: str, seconds: float) -> Bound:
    """Each tool by its fastest way. AssertionError where a derivative is not that of the reference."""
    calls: dict[str, Callable[[], Any]] = {}
    expected = b.reference_derivative(given)
    for tool in ("lagrad", "c"):
        for variant in peers.tools()[tool].variants(b, given):
            loaded = peers.load(tool, b, given, variant, 1)
            results = loaded.derivative()
            compared = measure.compare(b.derivative_names, loaded.derivative_arrays(results), expected)
            assert compared.agrees, (tool, variant, compared.errors)
            # With new arrays in each call, the system's time for fresh memory would be in the times.
            calls[f"{tool} {variant}"] = lambda into=loaded.into, results=results: into(results)
    if b.name == "hand":
        calls |= writing(expected[0].shape)
    times = fastest(calls, seconds)

    def least(tool: str) -> float:
        return min(time for way, time in times.items() if way.startswith(tool))

    return Bound(
        name,
        least("lagrad"),
        least("c"),
        products_and_exponentials(given, seconds) if b.name == "gmm" else least("fill"),
    )


def writing(shape: tuple[int, ...]) -> dict[str, Callable[[], Any]]:
    """Filling an array with a number: by NumPy, and by us, past the caches where that is faster."""
    array, ours = np.empty(shape), lagrad.compile(FILL).fill
    return {"fill": lambda: array.fill(1.5), "fill, ours": lambda: ours(1.5, *shape[:2], out=array)}


def operations(given: Any) -> int:
    """All multiplications and additions of both products."""
    n, d = given.x.shape
    monomials = (d + 1) * (d + 2) // 2  # of degree two, one and zero
    return 2 * 2 * n * len(given.alphas) * monomials


def products_and_exponentials(given: Any, seconds: float) -> float:
    exponentials, x = lagrad.compile(EXPONENTIALS).exponentials, np.linspace(-9, 0, _MANY)
    y = np.empty_like(x)
    each = fastest({"exp": lambda: exponentials(x, out=y)}, seconds)["exp"] / _MANY
    return operations(given) / peak_operations(np.dtype(np.float64), seconds) + len(given.x) * len(given.alphas) * each


def table(inputs: list[tuple[benchmark.Benchmark, Any, str]], seconds: float) -> list[str]:
    """A row for each input, and two lines above them."""
    head = ["| | ours, ms | C, ms | least, ms | C / ours | C / least |", "|---|---:|---:|---:|---:|---:|"]
    with subnormals.flushed():  # for C, as in the benchmark
        return head + [bound(*each, seconds).row for each in inputs]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="files of GMM or Hand, in ADBench's format")
    parser.add_argument("--seconds", type=float, default=0.5, help="of measurements for each way")
    asked = parser.parse_args()
    try:
        problems = [benchmark.find("gmm" if path.name.startswith("gmm") else "hand") for path in asked.data]
        named = [(b, b.read(path), f"{path.parent.name}/{path.stem}") for b, path in zip(problems, asked.data)]
        print("\n".join(table(named, asked.seconds)))
    except (Failure, OSError, ValueError) as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
