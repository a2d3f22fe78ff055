"""What is gained by leaving out zero matrices, writing small sums out, and going slice by slice.

    python -m benchmarks.thresholds.small_matrices

In 20 directions, matrices of 3 by 3 move points, which are then turned, and some of them looked at. Without the passes
the points are weighted by each matrix first, for one large product by the library; with each of the passes alone;
and with all. One thread, the best of runs that take turns, results compared before anything is timed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

PASSES = ("lagrad-slice-chains", "lagrad-skip-zeros", "lagrad-unroll-small")
SIZES = ((4, 100), (22, 100), (22, 500), (22, 5000), (100, 500))  # matrices and points
ZEROS = (0.0, 0.5, 0.9)  # how many of the matrices are zero

# In each of 20 directions, an arm of joints moves points: their places are blended, and then the picture is turned.
PROGRAM = """
#a = affine_map<(d, i, v, b, k) -> (d, b, i, k)>
#w = affine_map<(d, i, v, b, k) -> (b, v)>
#x = affine_map<(d, i, v, b, k) -> (k, v)>
#y = affine_map<(d, i, v, b, k) -> (d, i, v)>
#r = affine_map<(d, i, v, l) -> (i, l)>
#z = affine_map<(d, i, v, l) -> (d, l, v)>
#t = affine_map<(d, i, v, l) -> (d, i, v)>
func.func @moved(%a: tensor<20x?x3x3xf64>, %w: tensor<?x?xf64>, %x: tensor<3x?xf64>, %r: tensor<3x3xf64>, %at:
    tensor<?xi32>) -> tensor<20x?x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %w, %c1 : tensor<?x?xf64>
  %m = tensor.dim %at, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<20x3x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<20x3x?xf64>) -> tensor<20x3x?xf64>
  %blended = linalg.generic {indexing_maps = [#a, #w, #x, #y], iterator_types = ["parallel", "parallel", "parallel",
      "reduction", "reduction"]}
      ins(%a, %w, %x : tensor<20x?x3x3xf64>, tensor<?x?xf64>, tensor<3x?xf64>) outs(%zeros : tensor<20x3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %s: f64, %o: f64):
      %0 = arith.mulf %q, %s : f64
      %1 = arith.mulf %p, %0 : f64
      %2 = arith.addf %o, %1 : f64
      linalg.yield %2 : f64
  } -> tensor<20x3x?xf64>
  %turned = linalg.generic {indexing_maps = [#r, #z, #t], iterator_types = ["parallel", "parallel", "parallel",
      "reduction"]}
      ins(%r, %blended : tensor<3x3xf64>, tensor<20x3x?xf64>) outs(%zeros : tensor<20x3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %o, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<20x3x?xf64>
  %out = tensor.empty(%m) : tensor<20x?x3xf64>
  %seen = linalg.generic {indexing_maps = [affine_map<(d, c, i) -> (c)>, affine_map<(d, c, i) -> (d, c, i)>],
                          iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%at : tensor<?xi32>) outs(%out : tensor<20x?x3xf64>) {
    ^bb0(%v: i32, %o: f64):
      %d = linalg.index 0 : index
      %i = linalg.index 2 : index
      %place = arith.index_cast %v : i32 to index
      %0 = tensor.extract %turned[%d, %i, %place] : tensor<20x3x?xf64>
      linalg.yield %0 : f64
  } -> tensor<20x?x3xf64>
  return %seen : tensor<20x?x3xf64>
}
func.func @one_direction(%a: tensor<?x3x3xf64>, %w: tensor<?x?xf64>, %x: tensor<3x?xf64>) -> tensor<3x?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %w, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%n) : tensor<3x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<3x?xf64>) -> tensor<3x?xf64>
  %blended = linalg.generic {indexing_maps = [affine_map<(i, v, b, k) -> (b, i, k)>, affine_map<(i, v, b, k) -> (b, v)>,
                                              affine_map<(i, v, b, k) -> (k, v)>, affine_map<(i, v, b, k) -> (i, v)>],
                             iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %x : tensor<?x3x3xf64>, tensor<?x?xf64>, tensor<3x?xf64>) outs(%zeros : tensor<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %s: f64, %o: f64):
      %0 = arith.mulf %q, %s : f64
      %1 = arith.mulf %p, %0 : f64
      %2 = arith.subf %o, %1 : f64
      linalg.yield %2 : f64
  } -> tensor<3x?xf64>
  return %blended : tensor<3x?xf64>
}
"""


def way(*wanted: str, of: tuple[str, ...] = PASSES) -> str:
    """The default pipeline with only some of the passes."""
    text = f"lagrad-default,{lowering.pipeline(blas='openblas', inspect='true')}"
    for name in of:
        assert text.count(f"{name},") == 1
        text = text if name in wanted else text.replace(f"{name},", "")
    return text


def arguments(matrices: int, points: int, seen: int, zeros: float) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(matrices)
    a = random.normal(size=(20, matrices, 3, 3))
    a[random.uniform(size=(20, matrices)) < zeros] = 0.0
    w, x, r = random.normal(size=(matrices, points)), random.normal(size=(3, points)), random.normal(size=(3, 3))
    return a, w, x, r, random.integers(0, max(points, 1), seen if points else 0).astype(np.int32)


def moved(a: np.ndarray, w: np.ndarray, x: np.ndarray, r: np.ndarray, at: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore"):
        blended = np.einsum("dbik,bv,kv->div", a, w, x)
        return np.einsum("il,dlv->dvi", r, blended)[:, at]


def best(
    functions: dict[str, Callable], given: tuple[np.ndarray, ...], wanted: np.ndarray, runs: int
) -> dict[str, float]:
    """Microseconds of each, after a look at the results."""
    times = dict.fromkeys(functions, float("inf"))
    out = np.empty(wanted.shape)
    for run in range(runs + 1):
        for name, function in functions.items():
            begin = time.thread_time_ns()
            function(*given, out=out)
            if run:
                times[name] = min(times[name], time.thread_time_ns() - begin)
            else:
                np.testing.assert_allclose(out, wanted, rtol=1e-10, atol=1e-10)
    return {name: ns / 1e3 for name, ns in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    runs = parser.parse_args().runs
    ways = {"none": way(), **{name.removeprefix("lagrad-"): way(name) for name in PASSES}, "all": way(*PASSES)}
    ways["all but skip-zeros"] = way("lagrad-slice-chains", "lagrad-unroll-small")
    functions = {name: lagrad.compile(PROGRAM, pipeline=text).moved for name, text in ways.items()}
    print(f"| us | {' | '.join(functions)} |\n|---|{'---|' * len(functions)}")
    for matrices, points in SIZES:
        for zeros in ZEROS:
            given = arguments(matrices, points, 100, zeros)
            times = best(functions, given, moved(*given), runs)
            print(
                f"| {matrices} matrices, {zeros:.0%} of them zero, {points} points | "
                f"{' | '.join(f'{t:.0f}' for t in times.values())} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
