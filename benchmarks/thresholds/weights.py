"""What is gained by leaving out weights of zero: `python -m benchmarks.thresholds.weights`.

In each of 20 iterations of a loop, with weights of its own, the upper half of `x w x^T` is summed, as in the gradient
of a mixture by its factors. Without the pass, with it, and with it however few weights are zero. One thread, the best
of runs that take turns, results compared first.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

from .small_matrices import best

PASS = "lagrad-skip-weights"
SIZES = ((16, 256), (32, 256), (64, 256), (128, 256), (64, 2048))  # rows and columns of x
ZEROS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.95)
TRIPS = 20

PROGRAM = """
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
#left = affine_map<(i, j, n) -> (i, n)>
#right = affine_map<(i, j, n) -> (j, n)>
#out = affine_map<(i, j, n) -> (i, j)>
func.func @sums(%w: tensor<?x?xf64>, %x: tensor<?x?xf64>) -> tensor<?x?xf64, "utri"> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %k = tensor.dim %w, %c0 : tensor<?x?xf64>
  %d = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%d, %n) : tensor<?x?xf64>
  %ey = tensor.empty(%d, %d) : tensor<?x?xf64, "utri">
  %y = linalg.fill ins(%zero : f64) outs(%ey : tensor<?x?xf64, "utri">) -> tensor<?x?xf64, "utri">
  %sums = scf.for %i = %c0 to %k step %c1 iter_args(%sum = %y) -> tensor<?x?xf64, "utri"> {
    %row = tensor.extract_slice %w[%i, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %t = linalg.generic {indexing_maps = [#j, #ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%row, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
        %p = arith.mulf %a, %b : f64
        linalg.yield %p : f64
    } -> tensor<?x?xf64>
    %wide = tensor.cast %sum : tensor<?x?xf64, "utri"> to tensor<?x?xf64>
    %all = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel",
        "reduction"]}
        ins(%t, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%wide : tensor<?x?xf64>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %o, %p : f64
        linalg.yield %s : f64
    } -> tensor<?x?xf64>
    %half = tensor.cast %all : tensor<?x?xf64> to tensor<?x?xf64, "utri">
    scf.yield %half : tensor<?x?xf64, "utri">
  }
  return %sums : tensor<?x?xf64, "utri">
}
"""


def functions() -> dict[str, Callable]:
    text = f"lagrad-default,{lowering.pipeline(blas='openblas', inspect='true')}"
    ways = {
        "without": text.replace(f"{PASS},", ""),
        "with": text,
        "always": text.replace(PASS, f"{PASS}{{percent=100}}"),
    }
    return {name: lagrad.compile(PROGRAM, pipeline=way).sums for name, way in ways.items()}


def arguments(rows: int, columns: int, zeros: float) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng([rows, columns])
    weights = random.uniform(0.5, 1, (TRIPS, columns)) * (random.uniform(0, 1, (TRIPS, columns)) >= zeros)
    return weights, random.normal(size=(rows, columns))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    runs = parser.parse_args().runs
    ways = functions()
    print(f"| us | {' | '.join(ways)} |\n|---|{'---|' * len(ways)}")
    for rows, columns in SIZES:
        for zeros in ZEROS:
            weights, x = given = arguments(rows, columns, zeros)
            times = best(ways, given, np.triu((x * weights.sum(axis=0)) @ x.T), runs)
            print(
                f"| {rows} x {columns}, {zeros:.0%} of the weights zero | "
                f"{' | '.join(f'{t:.0f}' for t in times.values())} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
