"""How many trips of a loop should run at once: `python -m benchmarks.thresholds.lanes`.

`lagrad-vectorize-map` beside the same programs without it, for each width, one thread: the Jacobian of BA by blocks;
the pullback of a sum over points that data choose; an iterated map; matrices of rotations from quaternions that data
choose. "Element by element" are as many as by default, of which none reads or writes neighbours in memory as vectors;
"each branch" has no code of its own for lanes that all take one side of several branches. The best of several runs that
take turns, results compared before anything is timed.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

from ..adbench.ba import SOURCE

PASS = "lagrad-vectorize-map"
WIDTHS = {
    "one by one": "canonicalize",
    "4 at once": f"{PASS}{{width=4}}",
    "8 at once": f"{PASS}{{width=8}}",
    "as by default": PASS,
    "element by element": f"{PASS}{{transpose=false}}",
    "each branch": f"{PASS}{{agree=false}}",
}

# Springs between points: each has two ends, which many share.
SPRINGS = """
func.func @energy(%x: tensor<?x3xT>, %from: tensor<?xi32>, %length: tensor<?xT>) -> T {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : T
  %n = tensor.dim %length, %c0 : tensor<?xT>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> T {
    %j_int = tensor.extract %from[%i] : tensor<?xi32>
    %j = arith.index_cast %j_int : i32 to index
    %a = tensor.extract %x[%j, %c0] : tensor<?x3xT>
    %b = tensor.extract %x[%j, %c1] : tensor<?x3xT>
    %c = tensor.extract %x[%j, %c2] : tensor<?x3xT>
    %rest = tensor.extract %length[%i] : tensor<?xT>
    %aa = arith.mulf %a, %a : T
    %bb = arith.mulf %b, %b : T
    %cc = arith.mulf %c, %c : T
    %ab = arith.addf %aa, %bb : T
    %abc = arith.addf %ab, %cc : T
    %d = math.sqrt %abc : T
    %stretch = arith.subf %d, %rest : T
    %e = math.exp %stretch : T
    %w = math.sin %e : T
    %we = arith.mulf %w, %stretch : T
    %t = arith.addf %s, %we : T
    scf.yield %t : T
  }
  return %sum : T
}
func.func private @f(tensor<?x3xT>, tensor<?xi32>, tensor<?xT>) -> (tensor<?x3xT>, tensor<?xT>)
    attributes {lagrad.gradient = @energy}
"""
# x := x + h sin(x) cos(p x), fifty times: each point waits for itself only.
ITERATED = """
func.func @f(%x: tensor<?xT>, %p: tensor<?xT>) -> tensor<?xT> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %h = arith.constant 0.05 : T
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?xT> {
    %start = tensor.extract %x[%i] : tensor<?xT>
    %k = tensor.extract %p[%i] : tensor<?xT>
    %end = scf.for %t = %c0 to %c50 step %c1 iter_args(%y = %start) -> T {
      %s = math.sin %y : T
      %ky = arith.mulf %k, %y : T
      %c = math.cos %ky : T
      %sc = arith.mulf %s, %c : T
      %step = arith.mulf %h, %sc : T
      %next = arith.addf %y, %step : T
      scf.yield %next : T
    }
    %o = tensor.insert %end into %out[%i] : tensor<?xT>
    scf.yield %o : tensor<?xT>
  }
  return %all : tensor<?xT>
}
"""

# 1 - 2 (yy + zz) and so on: four neighbours are read at a place that data choose, and nine are written.
ROTATIONS = """
func.func @f(%q: tensor<?x4xT>, %which: tensor<?xi32>) -> tensor<?x3x3xT> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : T
  %two = arith.constant 2.0 : T
  %n = tensor.dim %which, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?x3x3xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x3x3xT> {
    %k_int = tensor.extract %which[%i] : tensor<?xi32>
    %k = arith.index_cast %k_int : i32 to index
    %w = tensor.extract %q[%k, %c0] : tensor<?x4xT>
    %x = tensor.extract %q[%k, %c1] : tensor<?x4xT>
    %y = tensor.extract %q[%k, %c2] : tensor<?x4xT>
    %z = tensor.extract %q[%k, %c3] : tensor<?x4xT>
    %ww = arith.mulf %w, %w : T
    %xx = arith.mulf %x, %x : T
    %yy = arith.mulf %y, %y : T
    %zz = arith.mulf %z, %z : T
    %wwxx = arith.addf %ww, %xx : T
    %yyzz = arith.addf %yy, %zz : T
    %square = arith.addf %wwxx, %yyzz : T
    %s = arith.divf %two, %square : T
    %sx = arith.mulf %s, %x : T
    %sy = arith.mulf %s, %y : T
    %sz = arith.mulf %s, %z : T
    %xy = arith.mulf %sx, %y : T
    %xz = arith.mulf %sx, %z : T
    %yz = arith.mulf %sy, %z : T
    %wx = arith.mulf %sx, %w : T
    %wy = arith.mulf %sy, %w : T
    %wz = arith.mulf %sz, %w : T
    %sxx = arith.mulf %sx, %x : T
    %syy = arith.mulf %sy, %y : T
    %szz = arith.mulf %sz, %z : T
    %y_z = arith.addf %syy, %szz : T
    %x_z = arith.addf %sxx, %szz : T
    %x_y = arith.addf %sxx, %syy : T
    %m00 = arith.subf %one, %y_z : T
    %m01 = arith.subf %xy, %wz : T
    %m02 = arith.addf %xz, %wy : T
    %m10 = arith.addf %xy, %wz : T
    %m11 = arith.subf %one, %x_z : T
    %m12 = arith.subf %yz, %wx : T
    %m20 = arith.subf %xz, %wy : T
    %m21 = arith.addf %yz, %wx : T
    %m22 = arith.subf %one, %x_y : T
    %matrix = tensor.from_elements %m00, %m01, %m02, %m10, %m11, %m12, %m20, %m21, %m22 : tensor<3x3xT>
    %next = tensor.insert_slice %matrix into %out[%i, 0, 0] [1, 3, 3] [1, 1, 1] : tensor<3x3xT> into tensor<?x3x3xT>
    scf.yield %next : tensor<?x3x3xT>
  }
  return %all : tensor<?x3x3xT>
}
"""


def in_floats(text: str, of: str) -> str:
    return text.replace("xT>", f"x{of}>").replace(": T", f": {of}").replace("-> T", f"-> {of}")


def workloads(trips: int) -> dict[str, tuple[str, str, list[np.ndarray]]]:
    """Program, function and arguments of each."""
    random = np.random.default_rng(0)
    cameras, points = 50, max(1, trips // 4)
    found = {
        "BA, blocks of the Jacobian": (
            SOURCE.read_text("utf-8"),
            "ba_jacobian",
            [
                random.normal(size=(cameras, 11)),
                random.normal(size=(points, 3)) + [0, 0, 10],
                random.normal(size=trips),
                random.normal(size=(trips, 2)),
                np.stack([random.integers(0, cameras, trips), random.integers(0, points, trips)], 1).astype(np.int32),
            ],
        )
    }
    for of, real in (("f64", np.float64), ("f32", np.float32)):
        springs = [
            random.normal(size=(points, 3)).astype(real),
            random.integers(0, points, trips).astype(np.int32),
            np.ones(trips, real),
        ]
        found[f"springs, gradient, {of}"] = in_floats(SPRINGS, of), "f", springs
        iterated = [random.normal(size=trips // 10).astype(real), random.normal(size=trips // 10).astype(real)]
        found[f"iterated map, {of}"] = in_floats(ITERATED, of), "f", iterated
        rotations = [random.normal(size=(points, 4)).astype(real), random.integers(0, points, trips).astype(np.int32)]
        found[f"rotations, {of}"] = in_floats(ROTATIONS, of), "f", rotations
    return found


def as_list(results) -> list[np.ndarray]:
    return list(results) if isinstance(results, tuple) else [results]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trips", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=40)
    given = parser.parse_args()
    way = "lagrad-default," + lowering.pipeline(blas="openblas")
    print(f"| ns a trip, {given.trips} trips | {' | '.join(WIDTHS)} |\n|---|{'---|' * len(WIDTHS)}")
    for name, (text, entry, arguments) in workloads(given.trips).items():
        functions = {
            width: lagrad.compile(text, pipeline=way.replace(PASS, by), entry=entry)[entry]
            for width, by in WIDTHS.items()
        }
        results = {width: as_list(function(*arguments)) for width, function in functions.items()}
        for width in WIDTHS:
            for a, b in zip(results[width], results["one by one"], strict=True):
                np.testing.assert_allclose(
                    a, b, rtol=1e-9 if a.dtype == np.float64 else 1e-2, atol=1e-9 if a.dtype == np.float64 else 1e-3
                )
        best = dict.fromkeys(WIDTHS, float("inf"))
        for _ in range(given.runs):
            for width, function in functions.items():
                out = results[width] if len(results[width]) > 1 else results[width][0]
                begin = time.thread_time_ns()
                function(*arguments, out=out)
                best[width] = min(best[width], time.thread_time_ns() - begin)
        print(f"| {name} | {' | '.join(f'{best[width] / given.trips:.1f}' for width in WIDTHS)} |", flush=True)


if __name__ == "__main__":
    main()
