"""What a row of a Jacobian costs: `python -m benchmarks.derivatives.one_hot`.

ADBench's Hand objective with more and more vertices and points. One row by the pullback of a whole cotangent and by
that of one element, results compared before anything is timed; the fastest of several runs that take turns, one thread.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

import lagrad

from ..adbench.hand import inputs

PRIMAL = Path(__file__).parents[1] / "adbench" / "hand" / "primal.mlir"
SIZES = (100, 1_000, 10_000)
REQUESTS = """
func.func private @row(
    tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>, tensor<4x?xf64>,
        tensor<?x?xf64>,
    tensor<?x3xf64>, tensor<?xi32>, tensor<?x3xf64>) -> (tensor<6xf64>, tensor<20xf64>)
    attributes {lagrad.pullback = @hand_simple, lagrad.wrt = [0, 1]}
func.func private @row_of_element(
    tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>, tensor<4x?xf64>,
        tensor<?x?xf64>,
    tensor<?x3xf64>, tensor<?xi32>, f64, index, index) -> (tensor<6xf64>, tensor<20xf64>)
    attributes {lagrad.pullback = @hand_simple, lagrad.wrt = [0, 1], lagrad.cotangent = "one-hot"}
"""


def functions():
    """The primal and both pullbacks, compiled."""
    return lagrad.compile(PRIMAL.read_text() + REQUESTS, entry=["row", "row_of_element"])


def row(size: int, seed: int = 0) -> tuple[tuple, np.ndarray, tuple[int, int]]:
    """Arguments of the primal with `size` vertices and points, a cotangent of one element, and where that is."""
    given = inputs.generate(size, size, seed=seed)
    at = size // 2, 1
    cotangent = np.zeros((size, 3))
    cotangent[at] = 1.0
    return tuple(map(np.ascontiguousarray, inputs.arguments(given))), cotangent, at


def compare(compiled, size: int) -> float:
    """The largest relative error of a row by one element."""
    arguments, cotangent, at = row(size)
    pairs = zip(compiled.row_of_element(*arguments, 1.0, *at), compiled.row(*arguments, cotangent), strict=True)
    return max(float(np.max(np.abs(a - b)) / np.max(np.abs(b))) for a, b in pairs)


def fastest(calls: list, turns: int = 30) -> list[float]:
    best = [float("inf")] * len(calls)
    for _ in range(turns):
        for n, call in enumerate(calls):
            begin = time.perf_counter()
            call()
            best[n] = min(best[n], time.perf_counter() - begin)
    return best


def main() -> None:
    compiled = functions()
    print("One row of the Jacobian of Hand: microseconds")
    for size in SIZES:
        error = compare(compiled, size)
        assert error < 1e-12, error
        arguments, cotangent, at = row(size)
        whole, element = fastest(
            [lambda: compiled.row(*arguments, cotangent), lambda: compiled.row_of_element(*arguments, 1.0, *at)]
        )
        print(
            f"  {size:6d} points: cotangent {whole * 1e6:9.1f}  element {element * 1e6:7.1f}  ratio "
            f"{whole / element:7.1f}  error {error:.0e}"
        )


if __name__ == "__main__":
    main()
