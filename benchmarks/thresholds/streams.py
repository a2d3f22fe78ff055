"""From which size on results should go to memory past the caches: `python -m benchmarks.thresholds.streams`.

`lagrad-stream-results` beside ordinary stores, for results of several sizes, one thread: the call alone, and with a
reader of the result behind it, who would find a smaller one in a cache. The best of several runs that take turns,
results compared first.
"""

from __future__ import annotations

import argparse

import numpy as np

import lagrad
from lagrad.lowering import pipeline as lowering

from ..derivatives.directions import fastest

PASS = "lagrad-stream-results"
PROGRAM = """
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %p = arith.mulf %x, %y : tensor<?xf64>
  %s = arith.addf %p, %x : tensor<?xf64>
  return %s : tensor<?xf64>
}
"""


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    pipeline = lowering.pipeline()
    stream = lagrad.compile(PROGRAM, pipeline=pipeline.replace(PASS, f"{PASS}{{bytes=0}}")).f
    store = lagrad.compile(PROGRAM, pipeline=pipeline.replace(f"{PASS},", "")).f
    print(f"{'':8} microseconds, ordinary stores / past the caches\n{'MB':>8} {'call':>24} {'call and reader':>28}")
    for kilobytes in (256, 512, 1024, 2048, 4096, 8192, 16384, 65536):
        n = kilobytes * 128
        rng = np.random.default_rng(0)
        x, y, out = rng.normal(size=n), rng.normal(size=n), np.empty(n)
        np.testing.assert_array_equal(stream(x, y), store(x, y))
        ways = [lambda f=f: f(x, y, out=out) for f in (store, stream)]
        ways += [lambda f=f: (f(x, y, out=out), out.sum()) for f in (store, stream)]
        a, b, c, d = fastest(ways)
        print(f"{kilobytes / 1024:8.2f} {a:9.1f} / {b:8.1f} {a / b:4.2f} {c:12.1f} / {d:8.1f} {c / d:4.2f}")


if __name__ == "__main__":
    main()
