"""Times all tools on all sizes, and writes docs/gradbench.md and docs/gradbench.svg.

python -m benchmarks.gradbench.timing                 # all of it, after `make peers`: some five minutes
python -m benchmarks.gradbench.timing --eval lse --quick
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import numpy as np

from ...adbench.peers import tools
from .inputs import SIZES
from .page import Timed, write

ROOT = Path(__file__).parents[3]
TOOLS = ("lagrad", "enzyme", "jax", "torch")
KINDS = ("primal", "derivative")
TOLERANCE = 1e-8  # of results of two tools, relative to the largest number


@click.command("gradbench-timing", help=__doc__)
@click.option("--eval", "evals", multiple=True, type=click.Choice(list(SIZES)), help="Only this one.")
@click.option("--quick", is_flag=True, help="The smallest size only; prints, and writes no page.")
def main(evals: tuple[str, ...], quick: bool) -> None:
    found = measured({name: SIZES[name][:1] if quick else SIZES[name] for name in evals or SIZES})
    if not quick and not evals:
        write(found, TOOLS)


def measured(sizes: dict[str, tuple[int, ...]]) -> list[Timed]:
    """Every tool that is installed, one after the other for each size. Raises where two of them disagree."""
    workers = {name: _worker(name) for name in TOOLS if not tools()[name].missing}
    found: list[Timed] = []
    for name, chosen in sizes.items():
        for size in chosen:
            told = {tool: _asked(worker, name, size) for tool, worker in workers.items()}
            _agree(name, size, {tool: each["gives"] for tool, each in told.items() if each})
            for number, kind in enumerate(KINDS):
                times = {tool: each["seconds"][number] for tool, each in told.items() if each}
                found.append(Timed(name, size, kind, times))
                print(
                    name,
                    size,
                    kind,
                    *(f"{tool} {1e6 * s:.1f}" for tool, s in times.items()),
                    "microseconds",
                    flush=True,
                )
    for worker in workers.values():
        worker.stdin.close()
        worker.wait()
    return found


def _worker(name: str) -> subprocess.Popen:
    environment = os.environ | {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    environment |= {"PYTHONPATH": str(ROOT), "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    command = [str(tools()[name].python), "-m", f"{__package__}.worker", name]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )


def _asked(worker: subprocess.Popen, name: str, size: int) -> dict | None:
    print(json.dumps({"eval": name, "size": size}), file=worker.stdin, flush=True)
    return json.loads(worker.stdout.readline())


def _agree(name: str, size: int, gives: dict[str, list]) -> None:
    (first, right), *others = gives.items()
    for tool, given in others:
        for kind, a, b in zip(KINDS, right, given, strict=True):
            off = np.abs(np.array(a) - np.array(b)).max() / np.abs(a).max()
            if not off < TOLERANCE:
                raise SystemExit(f"{first} and {tool} disagree on the {kind} of {name} at {size}: {off:.1e}")


if __name__ == "__main__":
    sys.exit(main())
