"""What subnormal numbers cost in products that BLAS computes: `python -m benchmarks.thresholds.subnormals`.

The weights of a softmax by the features, as in the adjoint of a mixture or of an attention, with `subnormals=keep` and
`flush`. One thread, the best of several runs that take turns, in milliseconds; results are compared first.
"""

from __future__ import annotations

import argparse

import numpy as np

import lagrad

from ..derivatives.directions import fastest

PROGRAM = """
func.func @adjoint(%weights: tensor<?x?xf64>, %features: tensor<?x?xf64>, %init: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %sums = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k)
      -> (k, j)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%weights, %features : tensor<?x?xf64>, tensor<?x?xf64>) outs(%init : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %sums : tensor<?x?xf64>
}
"""
ROWS, WEIGHTS, FEATURES = 1000, 100, 500


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    ways = {
        w: lagrad.compile(PROGRAM, pipeline=f"lagrad-to-llvm-blas{{subnormals={w}}}").adjoint for w in ("keep", "flush")
    }
    rng = np.random.default_rng(0)
    features, init = rng.normal(size=(ROWS, FEATURES)), np.zeros((WEIGHTS, FEATURES))
    print("| subnormal | keep | flush | keep / flush |\n|---|---|---|---|")
    for share in (0, 0.0001, 0.001, 0.01, 0.1):
        weights = np.where(rng.random((ROWS, WEIGHTS)) < share, 2.0**-1060, rng.random((ROWS, WEIGHTS)))
        results = [f(weights, features, init) for f in ways.values()]
        np.testing.assert_allclose(*results, rtol=1e-12)
        keep, flush = (t / 1000 for t in fastest([lambda f=f: f(weights, features, init) for f in ways.values()]))
        print(f"| {share:.2%} | {keep:.2f} | {flush:.2f} | {keep / flush:.1f} |")


if __name__ == "__main__":
    main()
