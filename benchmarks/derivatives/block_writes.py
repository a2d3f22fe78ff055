"""How near the Jacobian of BA is to the time that writing its blocks takes.

    python -m benchmarks.derivatives.block_writes

The Jacobian, written into arrays that are there, beside filling the same arrays with one number (`numpy.ndarray.fill`).
Both in one thread, the median of runs that take turns. The Jacobian is compared with its reference first. Without
`--data` for some generated inputs, the last of which is as large as ADBench's fourth.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import lagrad
from lagrad.errors import Failure

from ..adbench import measure
from ..adbench.ba import BENCHMARK
from ..adbench.steps import PIPELINE

SIZES = ({"n": 20, "m": 500, "p": 2_000}, {"n": 49, "m": 7_776, "p": 31_843}, {"n": 372, "m": 47_423, "p": 204_472})


def milliseconds(given: Any, runs: int = 31) -> tuple[float, float]:
    """Of the Jacobian, and of filling its arrays. AssertionError where it is not that of the reference."""
    variant, arguments = BENCHMARK.variants(given)["reverse"], BENCHMARK.arguments(given)
    jacobian = lagrad.compile(variant.text, entry=variant.derivative, pipeline=PIPELINE)[variant.derivative]
    blocks = tuple(np.empty_like(part) for part in jacobian(*arguments))
    ways = (lambda: jacobian(*arguments, out=blocks), lambda: [part.fill(1.5) for part in blocks])
    ways[0]()
    compared = measure.compare(BENCHMARK.derivative_names, blocks, BENCHMARK.reference_derivative(given))
    assert compared.agrees, compared.errors
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for way, own in zip(ways, times):
            start = time.perf_counter()
            way()
            own.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times[0]), statistics.median(times[1])


def table(inputs: Iterable[Any]) -> list[str]:
    """A row for each input, and two lines above them."""
    rows = ["| observations | Jacobian, ms | filling its arrays, ms | ratio |", "|---:|---:|---:|---:|"]
    for given in inputs:
        ours, fill = milliseconds(given)
        rows.append(f"| {len(given.weights):,} | {ours:.3f} | {fill:.3f} | {ours / fill:.2f} |")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="*", help="files in ADBench's format")
    data = parser.parse_args().data
    try:
        inputs = (
            [BENCHMARK.read(path) for path in data]
            if data
            else [BENCHMARK.generate(**sizes, seed=1) for sizes in SIZES]
        )
        print("\n".join(table(inputs)))
    except (Failure, OSError) as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
