"""From which size on products with triangular matrices are those of blocks, and of which size.

    python -m benchmarks.thresholds.triangles

`L X`, and the pullback's `Y X^T` of which it keeps a half, for a packed n x n matrix L and t columns: the full matrices
by one call of BLAS, `L X` in tiles of columns (`lagrad-keep-triangles`, as usual), loops over the half (without that
and `lagrad-tile-triangular`), and blocks of several sizes. One thread, the best of runs that take turns, results
compared before anything is timed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

PASS, TILES = "lagrad-tile-triangular", "lagrad-keep-triangles,"
WAY = f"lagrad-default,{lowering.pipeline(blas='openblas')}"
SIZES = ((8, 32), (8, 100), (8, 1000), (16, 8), (16, 32), (16, 100), (16, 1000), (32, 4), (32, 16), (32, 100),
    (32, 1000),
         (64, 2), (64, 16), (64, 100), (64, 1000), (128, 100), (128, 1000), (256, 1000))  # fmt: skip

TIMES = 20  # products in a call

# The second is what a pullback adds to the adjoint of L.
PRODUCTS = """
func.func @product(%l: tensor<?x?xf64$>, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant TIMES : index
  %r = scf.for %i = %c0 to %times step %c1 iter_args(%z = %y) -> tensor<?x?xf64> {
    %next = linalg.matmul ins(%l, %x : tensor<?x?xf64$>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func @adjoint(%l: tensor<?x?xf64$>, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64$> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %times = arith.constant TIMES : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%n, %n) : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %times step %c1 iter_args(%l_bar = %l) -> tensor<?x?xf64$> {
    %last = tensor.extract %l_bar[%c0, %c0] : tensor<?x?xf64$>
    %zero_again = arith.mulf %last, %zero : f64  // nothing leaves the loop
    %zeros = linalg.fill ins(%zero_again : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
    %all = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k)
        -> (j, k)>, affine_map<(i, j, k) -> (i, j)>],
                           iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%y, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zeros : tensor<?x?xf64>) {
      ^bb0(%p: f64, %q: f64, %out: f64):
        %0 = arith.mulf %p, %q : f64
        %1 = arith.addf %out, %0 : f64
        linalg.yield %1 : f64
    } -> tensor<?x?xf64>
    %half = PACK
    %next = arith.addf %half, %l_bar : tensor<?x?xf64$>
    scf.yield %next : tensor<?x?xf64$>
  }
  return %r : tensor<?x?xf64$>
}
""".replace("TIMES", str(TIMES))


def program(encoding: str) -> str:
    half = "lagrad.pack" if encoding else "tensor.cast"
    type = f', "{encoding}"' if encoding else ""
    return PRODUCTS.replace("PACK", f'"{half}"(%all) : (tensor<?x?xf64>) -> tensor<?x?xf64$>').replace("$", type)


def compiled(blocks: list[int]) -> dict[str, lagrad.execute.Program]:
    untiled = WAY.replace(TILES, "")
    ways = {"full": WAY, "tiles": WAY, "loops": untiled.replace(f"{PASS},", "")}
    ways |= {f"blocks of {n}": untiled.replace(PASS, f"{PASS}{{block={n} work=0}}") for n in blocks}
    return {way: lagrad.compile(program("" if way == "full" else "pltri"), pipeline=text) for way, text in ways.items()}


def best(
    programs: dict, function: str, arguments: dict[str, list], wanted: dict[str, np.ndarray], runs: int
) -> dict[str, float]:
    """Microseconds of each, after a look at the results."""
    times = dict.fromkeys(programs, float("inf"))
    outs = {way: np.empty_like(wanted[way]) for way in programs}
    for run in range(runs + 1):
        for way, program in programs.items():
            begin = time.thread_time_ns()
            program[function](*arguments[way], out=outs[way])
            if run:
                times[way] = min(times[way], time.thread_time_ns() - begin)
            else:
                np.testing.assert_allclose(outs[way], wanted[way], rtol=1e-10, atol=1e-10)
    return {way: ns / 1e3 / TIMES for way, ns in times.items()}


def workloads(
    programs: dict, order: int, columns: int
) -> Iterator[tuple[str, str, dict[str, list], dict[str, np.ndarray]]]:
    """Function, formula, and the arguments and the result of each way."""
    random = np.random.default_rng(0)
    half = np.triu_indices(order)
    full = np.tril(random.normal(size=(order, order)))
    x, y = (random.normal(size=(order, columns)) for _ in range(2))
    arguments = {way: [full if way == "full" else full.T[half], x, y] for way in programs}
    yield "product", "L X", arguments, dict.fromkeys(programs, y + TIMES * full @ x)
    adjoint = full + TIMES * y @ x.T
    yield "adjoint", "Y X^T", arguments, {way: adjoint if way == "full" else adjoint.T[half] for way in programs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=lambda text: [int(n) for n in text.split(",")], default=[4, 8, 16, 32])
    parser.add_argument("--runs", type=int, default=100)
    given = parser.parse_args()
    programs = compiled(given.blocks)
    print(f"| us | {' | '.join(programs)} |\n|---|{'---|' * len(programs)}")
    for order, columns in SIZES:
        for function, formula, arguments, wanted in workloads(programs, order, columns):
            times = best(programs, function, arguments, wanted, given.runs)
            print(
                f"| {formula}, n = {order}, t = {columns} | {' | '.join(f'{t:.1f}' for t in times.values())} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
