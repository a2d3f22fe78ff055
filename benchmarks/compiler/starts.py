"""What the cache of compiled programs saves: `python -m benchmarks.compiler.starts`.

Each benchmark's objective and derivative, in a process that compiles them first and in one that finds them: seconds of
wall time in `lagrad.compile`, the least of some processes. Importing NumPy and lagrad is not in it. `--write` makes the
third table of docs/compile-time.md.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from .. import page
from ..workloads import DOCS, Workload, chosen, options

PAGE = DOCS / "compile-time.md"
BEGIN, END = "<!-- table: made by benchmarks/compiler/starts.py -->\n", "<!-- end of the third table -->"
BOUND = 0.05  # seconds of a second start
TIMES = 3
_START = """
import sys, time
import lagrad
text = sys.stdin.read()
compile = lagrad.compile
start = time.perf_counter()
compile(text, entry=sys.argv[1:])
print(time.perf_counter() - start)
"""


def seconds(workload: Workload) -> tuple[float, float]:
    """Of a first start and of one after it."""
    program = workload.program
    first, second = [], []
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory() as cache:
            for found in (first, second):
                made = subprocess.run(
                    [sys.executable, "-c", _START, program.objective, program.derivative],
                    input=program.text,
                    env={**os.environ, "LAGRAD_CACHE": cache},
                    capture_output=True,
                    text=True,
                    check=True,
                )
                found.append(float(made.stdout))
    return min(first), min(second)


def table(found: dict[str, tuple[float, float]]) -> str:
    lines = ["| | first start, seconds | second start, seconds |", "|---|---:|---:|"]
    lines += [f"| {name} | {first:.2f} | {second:.3f} |" for name, (first, second) in found.items()]
    return "\n".join(lines) + "\n"


def main() -> int:
    given = options(__doc__, "update docs/compile-time.md").parse_args()
    found = {workload.name: seconds(workload) for workload in chosen(given.workloads)}
    print(made := table(found))
    if given.write:
        page.write(PAGE, BEGIN, made, END)
    return 0 if all(second <= BOUND for _, second in found.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
