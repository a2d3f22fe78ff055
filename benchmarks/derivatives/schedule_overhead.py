"""What the schedule of snapshots costs itself, in instructions: `python -m benchmarks.derivatives.schedule_overhead`.

A loop with snapshots whose step and whose adjoint are one addition each, so that all but these few instructions are the
schedule's: what decides which state is kept, the loops around, and keeping and reading a number. Callgrind counts all
of it. The share is that of the work of an iteration whose step has 10,000 operations: one step and its adjoint, and no
step that runs again. Counts do not depend on what else the machine does.
"""

from __future__ import annotations

import argparse

import numpy as np

from .. import instructions

STEPS, SNAPSHOTS, OPERATIONS = 10_000, (5, 20, 100), 10_000
PROGRAM = """
func.func @df(%steps: tensor<1xi64>) -> tensor<1xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %number = tensor.extract %steps[%c0] : tensor<1xi64>
  %n = arith.index_cast %number : i64 to index
  %sum = scf.for %done = %c0 to %n step %c1 iter_args(%bar = %zero) -> f64 {
    %last = arith.subi %n, %c1 : index
    %row = arith.subi %last, %done : index
    %state = scf.for %i = %c0 to %row step %c1 iter_args(%s = %zero) -> f64 {
      %t = arith.addf %s, %one : f64
      scf.yield %t : f64
    } {lagrad.rewind}
    %more = arith.addf %bar, %state : f64
    scf.yield %more : f64
  } {lagrad.snapshots = KEPT}
  %e = tensor.empty() : tensor<1xf64>
  %result = tensor.insert %sum into %e[%c0] : tensor<1xf64>
  return %result : tensor<1xf64>
}
"""


def per_iteration(steps: int, snapshots: int) -> float:
    """Instructions of a call, by the number of iterations."""
    text = PROGRAM.replace("KEPT", str(snapshots))
    return instructions.count(text, "lagrad-schedule-snapshots", [np.array([steps])], [1]) / steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=STEPS)
    steps = parser.parse_args().steps
    print("| kept | instructions an iteration | of 10,000 operations |\n|---:|---:|---:|")
    for kept in SNAPSHOTS:
        found = per_iteration(steps, kept)
        print(f"| {kept} | {found:.0f} | {100 * found / OPERATIONS:.2f} % |")


if __name__ == "__main__":
    main()
