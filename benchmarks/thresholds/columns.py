"""How many points a column may have for columns to be tiled: `python -m benchmarks.thresholds.columns`.

The squares of distances `|A x_p - c|^2` for all columns of x, where A has d rows: by tiles of columns, and operation
after operation with calls of BLAS where these pay. One thread, the fastest of several runs that take turns, results
compared first.
"""

from __future__ import annotations

import argparse

import numpy as np

import lagrad
from lagrad import pipelines
from lagrad.lowering.columns.tile_columns import TileColumns

from ..derivatives.directions import fastest

PROGRAM = """
#ip = affine_map<(i, p) -> (i, p)>
#i = affine_map<(i, p) -> (i)>
#p = affine_map<(i, p) -> (p)>
func.func @f(%a: tensor<?x?xf64>, %c: tensor<?xf64>, %x: tensor<?x?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e2 = tensor.empty(%d, %n) : tensor<?x?xf64>
  %e1 = tensor.empty(%n) : tensor<?xf64>
  %start = linalg.generic {indexing_maps = [#i, #ip], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<?xf64>) outs(%e2 : tensor<?x?xf64>) {
    ^bb0(%v: f64, %out: f64):
      %m = arith.negf %v : f64
      linalg.yield %m : f64
  } -> tensor<?x?xf64>
  %y = linalg.matmul ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%start : tensor<?x?xf64>) -> tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>
  %t = linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<?x?xf64>) outs(%zeros : tensor<?xf64>) {
    ^bb0(%v: f64, %out: f64):
      %s = arith.mulf %v, %v : f64
      %m = arith.addf %s, %out : f64
      linalg.yield %m : f64
  } -> tensor<?xf64>
  return %t : tensor<?xf64>
}
"""
SIZES = (2, 4, 8, 10, 16, 20, 32, 48, 64, 96, 128)


def compiled(change: str):
    """The function, with something else in the place of the pass."""
    pipeline = str(pipelines.read("lagrad-to-llvm-blas")).replace("lagrad-tile-columns,", change)
    return lagrad.compile(PROGRAM, pipeline=pipeline).f


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--columns", type=int, nargs="*", default=[256, 4096], help="How many columns there are.")
    tiled, apart = compiled("lagrad-tile-columns{most=1000000},"), compiled("")
    most = TileColumns().most
    for n in parser.parse_args().columns:
        print(f"{n} columns, tiled up to {most} points each; microseconds")
        for d in SIZES:
            rng = np.random.default_rng(0)
            arguments, out = (rng.random((d, d)), rng.random(d), rng.random((d, n))), np.empty(n)
            np.testing.assert_allclose(tiled(*arguments), apart(*arguments), rtol=1e-10)
            ways = [lambda f=f: f(*arguments, out=out) for f in (tiled, apart)]
            tiles, others = fastest(ways)
            right = "" if (tiles < others) == (d * d <= most) else "   (the other is faster)"
            print(f"  d {d:3}: tiled {tiles:9.2f}  one by one {others:9.2f}  ratio {others / tiles:6.2f}{right}")


if __name__ == "__main__":
    main()
