"""Snapshots in a file of a loop with a large state: `python -m benchmarks.derivatives.large_states --on DIRECTORY`.

The gradient of a recurrence of vectors. Prints how much memory was in use at most that is no file's, sampled while
it ran, and how large the file was. The state's size is in bytes.
"""

from __future__ import annotations

import argparse
import threading
import time
from contextlib import contextmanager
from functools import cache
from math import comb
from pathlib import Path

import numpy as np

PROGRAM = """
func.func @f(%a: f64, %x: tensor<?xf64>, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %factor = tensor.splat %a[%size] : tensor<?xf64>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<?xf64> {{
    %square = arith.mulf %s, %s : tensor<?xf64>
    %p = arith.mulf %square, %factor : tensor<?xf64>
    %v = arith.subf %s, %p : tensor<?xf64>
    scf.yield %v : tensor<?xf64>
  }} {{lagrad.snapshots = {snapshots}, lagrad.snapshots_on = "{directory}", lagrad.snapshots_apart = {apart}}}
  %result = tensor.extract %end[%c1] : tensor<?xf64>
  return %result : f64
}}
func.func private @gradient(f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>) attributes {{lagrad.gradient = @f}}
"""


def compiled(snapshots: int, directory: Path | str, apart: int = 1):
    import lagrad

    return lagrad.compile(PROGRAM.format(snapshots=snapshots, directory=directory, apart=apart))


def counts(steps: int, snapshots: int, apart: int) -> tuple[int, int]:
    """How many steps run again, and how many states are written, by the binomial schedule of blocks of steps."""

    @cache
    def of(length: int, places: int) -> tuple[int, int]:
        if length <= apart or places == 1:
            return length * (length - 1) // 2, 0
        blocks, repeats = -(-length // apart), 1
        while comb(places + repeats, repeats) < blocks:
            repeats += 1
        reached = comb(places + repeats - 1, repeats - 1)
        mid = apart * min(reached, blocks - comb(places + repeats - 2, repeats - 1))
        (again, written), (before, more) = of(length - mid, places - 1), of(mid, places)
        return mid + again + before, 1 + written + more

    again, written = of(steps, snapshots)
    return again, written + 1  # the first one


def used(kind: str) -> int:
    """Bytes of this process: of `RssAnon`, what is no file's, or of `RssFile`."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(f"{kind}:"))


@contextmanager
def watched(every: float = 0.02):
    """A list whose first entry is how much more memory that is no file's was in use at most than before."""
    before, most, is_over = used("RssAnon"), [0], threading.Event()

    def watch() -> None:
        while not is_over.wait(every):
            most[0] = max(most[0], used("RssAnon") - before)

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield most
    finally:
        is_over.set()
        thread.join()
        most[0] = max(most[0], used("RssAnon") - before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--state", type=float, default=1e8, help="Bytes of a state.")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--snapshots", type=int, default=10)
    parser.add_argument("--apart", type=int, default=1, help="Steps between two of them at least.")
    parser.add_argument("--on", required=True, help="The directory.")
    given = parser.parse_args()
    gradient = compiled(given.snapshots, given.on, given.apart).gradient
    with watched() as most:
        x, begin = np.full(int(given.state / 8), 0.5), time.perf_counter()
        _, by_x = gradient(0.01, x, given.steps)
        seconds = time.perf_counter() - begin
    by_one = _by_hand(0.01, 0.5, given.steps)
    assert np.isclose(by_x[1], by_one, rtol=1e-9, atol=0.0) and by_x[0] == 0, "the gradient is wrong"
    again, written = counts(given.steps, given.snapshots, given.apart)
    print(
        f"{most[0] / 1e6:,.0f} MB in use at most, with the argument and the gradient, "
        f"and {given.snapshots * given.state / 1e6:,.0f} MB in the file; {seconds:,.1f} s, "
        f"{written} states written, each step {again / given.steps:.2f} times again on average"
    )


def _by_hand(a: float, x: float, steps: int) -> float:
    """The derivative of the last number by the first one."""
    product = 1.0
    for _ in range(steps):
        product *= 1 - 2 * a * x
        x -= a * x * x
    return product


if __name__ == "__main__":
    main()
