"""What it is worth to have buffers on the stack: `python -m benchmarks.thresholds.buffers`.

Derivatives of small inputs of the benchmarks, with so many bytes of the stack for buffers whose sizes are found when a
function runs (`lagrad-place-buffers{stack=...}`; 0 leaves all on the heap, as the system aligns them). Milliseconds of
one thread, the best of several runs that take turns; the mean over functions is a geometric one.
"""

from __future__ import annotations

import argparse
import math

from lagrad import pipelines

from ..adbench.steps import PIPELINE
from ..derivatives.directions import fastest
from ..workloads import WORKLOADS

SIZES = (0, 1 << 14, 1 << 16, 1 << 18, 1 << 20)
NAMES = ("gmm", "gmm, monomials", "gmm, triangular", "ba", "lstm", "mlp")
_PASS = "lagrad-place-buffers"


def pipeline(stack: int) -> str:
    """The pipeline of the benchmarks with so much of the stack for buffers."""
    text = str(pipelines.read(PIPELINE))
    assert text.count(_PASS) == 1
    return text.replace(_PASS, f"{_PASS}{{stack={stack}}}")


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print("| bytes | " + " | ".join(NAMES) + " | mean |\n" + "|---" * (len(NAMES) + 2) + "|")
    times: dict[str, list[float]] = {}
    for name in NAMES:
        load = WORKLOADS[name]
        calls = [load.call(load.compiled(pipeline(stack), ("derivative",)), "derivative") for stack in SIZES]
        times[name] = [t / 1000 for t in fastest(calls)]
    for n, stack in enumerate(SIZES):
        row = [times[name][n] for name in NAMES]
        relative = math.prod(times[name][n] / times[name][0] for name in NAMES) ** (1 / len(NAMES))
        print(f"| {stack} | " + " | ".join(f"{t:.3f}" for t in row) + f" | {relative:.2f} |")


if __name__ == "__main__":
    main()
