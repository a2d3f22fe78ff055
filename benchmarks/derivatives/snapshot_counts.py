"""How many iterations loops with snapshots run again, counted when they run, beside the fewest there can be.

    python -m benchmarks.derivatives.snapshot_counts [--steps N] [--picture docs/memory.svg]

Compiled adjoint loops whose state is the number of the iteration count the iterations that they advance, and the
states that are not those of the iteration to be undone, of which there must be none. One loop is an `scf.for`, of the
other one a `while` has counted the iterations, so that its snapshots are kept as that goes on. Its own run is counted,
too, and the first way and a last step of the `scf.for` as well: what runs before an adjoint. Counts do not depend on
what else the machine does. The picture has both beside the curve of the fewest, and checkpoints of equal segments, of
which each step runs twice and the states at the ends of segments and those of one segment are kept (`jax.checkpoint` in
nested scans, `torch.utils.checkpoint`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from math import ceil
from pathlib import Path

import numpy as np

from lagrad.analysis.recording.schedule_cost import least_advances
from lagrad.characterize import pictures

SNAPSHOTS = (5, 10, 20, 50, 100, 200)
NEST = """
func.func @run_K(%from: index, %to: index, %counts: memref<?xi64>, %wrong: memref<i64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i1 = arith.constant 1 : i64
  %i0 = arith.constant 0 : i64
  %end = arith.addi %to, %c1 : index
  scf.for %n = %from to %end step %c1 {
    %undone = scf.for %done = %c0 to %n step %c1 iter_args(%sum = %i0) -> i64 {
      %last = arith.subi %n, %c1 : index
      %row = arith.subi %last, %done : index
      %state = scf.for %i = %c0 to %row step %c1 iter_args(%s = %c0) -> index {
        %so_far = memref.load %counts[%n] : memref<?xi64>
        %more = arith.addi %so_far, %i1 : i64
        memref.store %more, %counts[%n] : memref<?xi64>
        %is_next = arith.cmpi eq, %s, %i : index
        %next = arith.addi %s, %c1 : index
        %t = arith.select %is_next, %next, %c0 : index
        scf.yield %t : index
      } {lagrad.rewind}
      %is_wrong = arith.cmpi ne, %state, %row : index
      %one = arith.extui %is_wrong : i1 to i64
      %w = memref.load %wrong[] : memref<i64>
      %v = arith.addi %w, %one : i64
      memref.store %v, %wrong[] : memref<i64>
      scf.yield %sum : i64
    } {lagrad.snapshots = K, lagrad.schedule = "SCHEDULE"}
  }
  return
}
"""
# A `while` counts the iterations; what it carries decides.
COUNTED = """
    %j, %decided = scf.while (%i = %c0, %s = %c0) : (index, index) -> (index, index) {
      %more = arith.cmpi slt, %s, %n : index
      scf.condition(%more) %i, %s : index, index
    } do {
    ^bb0(%i: index, %s: index):
      %is_next = arith.cmpi eq, %s, %i : index
      %next = arith.addi %s, %c1 : index
      %t = arith.select %is_next, %next, %c0 : index
      %k = arith.addi %i, %c1 : index
      scf.yield %k, %t : index, index
    }
"""
ONLINE = NEST.replace("    %undone", COUNTED + "    %undone").replace("%done = %c0 to %n", "%done = %c0 to %j")
ONLINE = ONLINE.replace("%last = arith.subi %n", "%last = arith.subi %j")


def counted(
    snapshots: Iterable[int], most: int, schedule: str = "binomial", nest: str = NEST, least: int = 1
) -> np.ndarray:
    """Iterations advanced: a row for each number of snapshots, a column for each number of iterations up to `most`.

    Those before `least` are zero. A place beyond the last snapshot's would be an index that is out of bounds, and an
    error: no more than k states are kept at a time.
    """
    import lagrad

    text = "".join(nest.replace("K", str(k)).replace("SCHEDULE", schedule) for k in snapshots)
    program = lagrad.compile(text, pipeline="lagrad-to-llvm-strict{check-bounds}")
    found = []
    for k in snapshots:
        counts, wrong = np.zeros(most + 1, np.int64), np.zeros((), np.int64)
        program[f"run_{k}"](least, most, counts, wrong)
        assert wrong == 0
        found.append(counts)
    return np.array(found)


def picture(steps: int, known: np.ndarray, online: np.ndarray) -> str:
    """The counts, and the curve of the fewest, as SVG."""

    def draw(axes) -> None:
        kept = np.unique(np.geomspace(3, 20_000, 300).astype(int))
        axes.plot(kept, [(1 + least_advances(steps, int(k))) / steps for k in kept], label="fewest there can be")
        axes.plot(SNAPSHOTS, known / steps, "o", label="scf.for, counted")
        axes.plot(SNAPSHOTS, online / steps, "x", markersize=8, label="scf.while, counted")
        segments = np.unique(np.geomspace(5, steps // 5, 40).astype(int))
        axes.plot([k + ceil(steps / k) for k in segments], [2 - 1 / k for k in segments], ".", label="equal segments")
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
        axes.set_xlabel("states kept at most")
        axes.set_ylabel("runs of a step before its adjoint")
        axes.set_title(f"{steps:,} steps")

    return pictures.picture(draw)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--picture", type=Path, help="Where to draw them.")
    given = parser.parse_args()
    steps = given.steps
    known = 1 + counted(SNAPSHOTS, steps, least=steps)[:, steps]
    online = steps + counted(SNAPSHOTS, steps, nest=ONLINE, least=steps)[:, steps]
    print("| kept | fewest | scf.for | scf.while |\n|---:|---:|---:|---:|")
    for k, one, other in zip(SNAPSHOTS, known, online):
        print(f"| {k} | {1 + least_advances(steps, k):,} | {one:,} | {other:,} |")
    if given.picture:
        given.picture.write_text(picture(steps, known, online))


if __name__ == "__main__":
    main()
