"""The command; see the package."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

import numpy as np

import lagrad

from . import report
from .affine import program, ranks
from .arguments import arguments_of
from .kernels import KERNELS
from .sizes import sizes_of
from .timing import Disagreement, Workers
from .validation import error

ALLOWED = 1e-9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.polybench")
    parser.add_argument("action", choices=("check", "time", "print", "run"))
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help=f"of {', '.join(KERNELS)}; default all")
    parser.add_argument("--size", type=int, help="of each dimension; default 5 to check, 100 to time")
    parser.add_argument("--write", action="store_true", help="run: docs/polybench.md, kernel by kernel")
    parser.add_argument("--resume", action="store_true", help="run: only what docs/polybench.json lacks")
    given = parser.parse_args()
    if unknown := [name for name in given.kernels if name not in KERNELS]:
        parser.error(f"there is no kernel {unknown[0]}; there are {', '.join(KERNELS)}")
    if given.action == "run":
        if not _run(given.kernels, given.write, given.resume):
            raise SystemExit(1)
        return
    act, size = {"check": (_check, 5), "time": (_time, 100), "print": (_print, 100)}[given.action]
    if not all([act(name, given.size or size) for name in given.kernels or KERNELS]):
        raise SystemExit(1)


def _check(name: str, size: int) -> bool:
    found = error(KERNELS[name], size)
    print(f"{'ok' if found <= ALLOWED else 'WRONG':6} {name:16} n = {size}: error {found:.1e} against JAX", flush=True)
    return found <= ALLOWED


def _run(kernels: list[str], write: bool, resume: bool) -> bool:
    """Beside Enzyme, at all sizes. Rows of kernels that were not asked for stay; with `resume` all rows stay."""
    found = {(t.name, t.size): t for t in report.read() if resume or (kernels and t.name not in kernels)}
    agreed = True
    with Workers() as workers:
        for name in kernels or KERNELS:
            for size in sizes_of(name):
                if (name, size) in found:
                    continue
                try:
                    found[name, size] = workers.timed(name, size)
                    print(found[name, size].row, flush=True)
                except Disagreement as disagreement:
                    print(f"error: {disagreement}", file=sys.stderr, flush=True)
                    agreed = False
            if write:
                report.write([*found.values()])
    if found:
        print(report.table([*found.values()]).partition("\n\n")[0])
    return agreed


def _print(name: str, size: int) -> bool:
    print(program(KERNELS[name], size), end="")
    return True


def _time(name: str, size: int) -> bool:
    kernel = KERNELS[name]
    functions, start = lagrad.compile(program(kernel, size)), arguments_of(kernel, size)
    arrays = [n for n, rank in enumerate(ranks(kernel).values()) if rank]
    primal = _fastest(functions.f, start, [])
    pullback = _fastest(functions.pullback, start, [np.ones_like(start[n]) for n in arrays])
    print(f"{name:16} n = {size}: {1e3 * primal:9.3f} ms, pullback {1e3 * pullback:9.3f} ms", flush=True)
    return True


def _fastest(function, start: list, shadows: list, seconds: float = 0.5) -> float:
    """The least seconds of a call with fresh arrays; those that were changed are copied outside of it."""
    least, end = float("inf"), perf_counter() + seconds
    while perf_counter() < end or least == float("inf"):
        own = [a.copy() if isinstance(a, np.ndarray) else a for a in (*start, *shadows)]
        before = perf_counter()
        function(*own)
        least = min(least, perf_counter() - before)
    return least


if __name__ == "__main__":
    main()
