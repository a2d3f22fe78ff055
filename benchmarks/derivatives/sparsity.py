"""Sparse Jacobians and Hessians: `python -m benchmarks.derivatives.sparsity`.

For each program the size, the entries, how many directions give all of them, forward and in reverse, or
using symmetry, and the least that any colouring can do with. Then the time to find pattern and colours,
once, and that of a call, beside a call of the function itself. Values are compared with those of single
directions before anything is timed.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import lagrad
from lagrad.sparsity.coloring import color, color_symmetric

from ..adbench.ba import inputs as ba_inputs

BA = Path(ba_inputs.__file__).with_name("primal.mlir").read_text()

# What bundle adjustment is where every observation has copies of its camera and its point.
BY_OBSERVATION = """
func.func @residuals(%cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>, %weights: tensor<?xf64>,
                     %features: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.dim %weights, %c0 : tensor<?xf64>
  %empty = tensor.empty(%p) : tensor<?x2xf64>
  %all = scf.for %i = %c0 to %p step %c1 iter_args(%errors = %empty) -> tensor<?x2xf64> {
    %camera = tensor.extract_slice %cameras[%i, 0] [1, 11] [1, 1] : tensor<?x11xf64> to tensor<11xf64>
    %point = tensor.extract_slice %points[%i, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %weight = tensor.extract %weights[%i] : tensor<?xf64>
    %feature = tensor.extract_slice %features[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %error = func.call @reprojection_error(%camera, %point, %weight, %feature)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>) -> tensor<2xf64>
    %next = tensor.insert_slice %error into %errors[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<?x2xf64>
    scf.yield %next : tensor<?x2xf64>
  }
  return %all : tensor<?x2xf64>
}
"""

# Energies of a chain, in which neighbours of distance two still meet, and of a wheel, in which all meet the hub.
ENERGIES = """
func.func @chain(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c2 : index
  %sum = scf.for %i = %c0 to %last step %c1 iter_args(%sum = %zero) -> f64 {
    %j = arith.addi %i, %c1 : index
    %k = arith.addi %i, %c2 : index
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %x[%j] : tensor<?xf64>
    %c = tensor.extract %x[%k] : tensor<?xf64>
    %0 = arith.mulf %a, %b : f64
    %1 = arith.subf %0, %c : f64
    %2 = math.cos %1 : f64
    %next = arith.addf %sum, %2 : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
func.func @wheel(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %hub = tensor.extract %x[%c0] : tensor<?xf64>
  %sum = scf.for %i = %c1 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %0 = arith.mulf %a, %hub : f64
    %1 = math.sin %0 : f64
    %next = arith.addf %sum, %1 : f64
    scf.yield %next : f64
  }
  return %sum : f64
}
"""


@dataclass
class Case:
    name: str
    text: str
    function: str
    arguments: tuple
    wrt: list[int]
    hessian: bool = False


def cases(n: int) -> list[Case]:
    cameras, points, observations = max(2, n // 600), n // 4, n
    together = ba_inputs.arguments(ba_inputs.generate(cameras, points, observations))
    apart = ba_inputs.arguments(ba_inputs.generate(n, n, n))[:4]
    x = (np.random.default_rng(0).uniform(0.5, 1.5, n),)
    return [
        Case("bundle adjustment", BA, "ba_objective", together, [0, 1, 2]),
        Case("  by observation", BA + BY_OBSERVATION, "residuals", apart, [0, 1, 2]),
        Case("band: chain, Hessian", ENERGIES, "chain", x, [0], hessian=True),
        Case("arrow: wheel, Hessian", ENERGIES, "wheel", x, [0], hessian=True),
    ]


def directions(case: Case, pattern) -> str:
    if case.hessian:
        found = color_symmetric(pattern)
        least = f"{found.least}" if found.mode == "symmetric" else f"{color(pattern, 'forward').least}"
        return f"{'':>8} {'':>8} {found.count:>10} {least:>6}"
    forward, reverse = color(pattern, "forward"), color(pattern, "reverse")
    return f"{forward.count:>8} {reverse.count:>8} {'':>10} {min(forward.least, reverse.least):>6}"


def seconds(call, runs: int = 5) -> float:
    fastest = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        call()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def measure(case: Case) -> str:
    make = lagrad.sparse_hessian if case.hessian else lagrad.sparse_jacobian
    derivative = make(case.text, case.function, wrt=case.wrt)
    start = time.process_time()
    pattern = derivative.pattern(*case.arguments)
    found_in = time.process_time() - start
    check(case, derivative)
    once = seconds(lambda: derivative(*case.arguments))
    primal = lagrad.compile(case.text, entry=case.function)
    value = seconds(lambda: primal(*case.arguments))
    rows, columns = pattern.shape
    return (
        f"{case.name:<22} {f'{rows} x {columns}':>15} {pattern.count:>8} {directions(case, pattern)}"
        f" {found_in:>10.2f} {once * 1e3:>9.2f} {value * 1e3:>9.3f}"
    )


def check(case: Case, derivative) -> None:
    """The matrix times a vector is the derivative in that direction, by a difference of the function."""
    matrix = derivative(*case.arguments)
    random = np.random.default_rng(1)
    moves = {n: random.uniform(-1, 1, np.shape(case.arguments[n])) for n in case.wrt}
    flat = np.concatenate([moves[n].reshape(-1) for n in case.wrt])
    function = lagrad.compile(case.text, entry=case.function)
    if case.hessian:
        text = (
            case.text
            + f"func.func private @g(tensor<?xf64>) -> tensor<?xf64> attributes {{lagrad.gradient = @{case.function}}}"
        )
        function = lagrad.compile(text, entry="g")

    def moved(t: float) -> np.ndarray:
        given = [a + t * moves[n] if n in moves else a for n, a in enumerate(case.arguments)]
        values = function(*given)
        return np.concatenate([np.reshape(v, -1) for v in (values if isinstance(values, tuple) else (values,))])

    step = 1e-5
    expected = (moved(step) - moved(-step)) / (2 * step)
    error = np.max(np.abs(matrix @ flat - expected)) / np.max(np.abs(expected))
    assert error < 1e-6, f"{case.name}: {error}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--n", type=int, default=2000, help="variables, or observations")
    n = parser.parse_args().n
    print(
        f"{'':<22} {'':>15} {'':>8} {'---- directions ----':>28} {'':>6} {'pattern':>10} {'matrix':>9} {'function':>9}"
    )
    print(
        f"{'':<22} {'size':>15} {'entries':>8} {'forward':>8} {'reverse':>8} {'symmetric':>10} {'least':>6}"
        f" {'s, once':>10} {'ms':>9} {'ms':>9}"
    )
    for case in cases(n):
        print(measure(case), flush=True)


if __name__ == "__main__":
    main()
