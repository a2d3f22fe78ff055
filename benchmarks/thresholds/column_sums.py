"""From which size on sums over the rows of a matrix should run row by row.

    python -m benchmarks.thresholds.column_sums

`lagrad-tile-columns`, which keeps sums of some columns in registers while it goes down them, beside loops along rows,
which keep all sums in a cache. The best of several runs that take turns, one thread, results compared first.
"""

from __future__ import annotations

import argparse

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

from ..derivatives.directions import fastest

PASS = "lagrad-tile-columns"
PROGRAM = """
func.func @f(%a: tensor<?x?xf64>) -> tensor<?xf64> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %a, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.reduce { arith.addf } ins(%a : tensor<?x?xf64>) outs(%zeros : tensor<?xf64>) dimensions = [0]
  return %sums : tensor<?xf64>
}
"""


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    pipeline = lowering.pipeline()
    columns = lagrad.compile(PROGRAM, pipeline=pipeline.replace(PASS, f"{PASS}{{alone={1 << 40}}}")).f
    rows = lagrad.compile(PROGRAM, pipeline=pipeline.replace(f"{PASS},", "")).f
    print(f"{'rows and columns':>16} {'microseconds, by columns / along rows':>40}")
    for n in (16, 32, 64, 128, 256, 512, 1024, 2048, 4096):
        a, out = np.random.default_rng(0).normal(size=(n, n)), np.empty(n)
        np.testing.assert_allclose(columns(a), rows(a), rtol=1e-9, atol=1e-9)
        by_columns, along_rows = fastest([lambda f=f: f(a, out=out) for f in (columns, rows)])
        print(f"{n:16} {by_columns:20.1f} / {along_rows:8.1f} {by_columns / along_rows:5.2f}")


if __name__ == "__main__":
    main()
