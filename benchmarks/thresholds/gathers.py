"""What is gained by computing only columns that are read, and by reading them as vectors.

    python -m benchmarks.thresholds.gathers

The program of `benchmarks.thresholds.small_matrices` moves points in 20 directions and looks at some of them; here, at
few or at many. Without the two passes, with each of them, and with both. One thread, the best of runs that take turns,
results compared first.
"""

from __future__ import annotations

import argparse

import lagrad

from .small_matrices import PROGRAM, arguments, best, moved, way

PASSES = ("lagrad-skip-columns", "lagrad-gather-rows")
MATRICES, ZEROS = 22, 0.9
POINTS = (500, 5000)
READ = (0.02, 0.1, 0.5, 1, 2, 10)  # places for each point


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    runs = parser.parse_args().runs
    ways = {"none": (), **{name.removeprefix("lagrad-"): (name,) for name in PASSES}, "both": PASSES}
    functions = {name: lagrad.compile(PROGRAM, pipeline=way(*wanted, of=PASSES)).moved for name, wanted in ways.items()}
    print(f"| us | {' | '.join(functions)} |\n|---|{'---|' * len(functions)}")
    for points in POINTS:
        for read in READ:
            given = arguments(MATRICES, points, int(read * points), ZEROS)
            times = best(functions, given, moved(*given), runs)
            print(
                f"| {points} points, {int(read * points)} places | {' | '.join(f'{t:.0f}' for t in times.values())} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
