"""Times all tools on all sizes, and writes docs/gradbench.md and docs/gradbench.svg.

python -m benchmarks.gradbench.timing                 # all of it, after `make peers`: some twenty minutes
python -m benchmarks.gradbench.timing --quick         # the smallest sizes, which shows that all works: three minutes
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import click
import numpy as np

from ...adbench.peers import tools
from .inputs import SIZES, kinds
from .page import Timed, write

ROOT = Path(__file__).parents[3]
TOOLS = ("lagrad", "enzyme", "c", "jax", "torch")
TOLERANCE = 1e-8  # of results of two tools, relative to the largest number


@click.command("gradbench-timing", help=__doc__)
@click.option(
    "--eval", "evals", multiple=True, type=click.Choice(list(SIZES)), help="Only this one: the page keeps the others."
)
@click.option("--tool", "names", multiple=True, type=click.Choice(TOOLS), help="Only this one; writes no page.")
@click.option("--quick", is_flag=True, help="The smallest size only; prints, and writes no page.")
def main(evals: tuple[str, ...], names: tuple[str, ...], quick: bool) -> None:
    found = measured({name: len(SIZES[name][:1] if quick else SIZES[name]) for name in evals or SIZES}, names or TOOLS)
    if not (quick or names):
        write(found, TOOLS)


def measured(sizes: dict[str, int], names: tuple[str, ...]) -> list[Timed]:
    """Every tool that is installed, one after the other for each size. Raises where two of them disagree.

    `sizes` says how many of the sizes of an eval.
    """
    workers = {name: _worker(name) for name in names if not tools()[name].missing}
    found: list[Timed] = []
    began = time.strftime("%Y-%m-%d %H:%M")
    for name, count in sizes.items():
        for place, size in enumerate(SIZES[name][:count]):
            told = {tool: _asked(worker, tool, name, place) for tool, worker in workers.items()}
            for number, kind in enumerate(kinds(name)):
                have = {tool: each for tool, each in told.items() if each["gives"] and each["gives"][number]}
                _agree(f"{kind} of {name}, {size.words}", {tool: each["gives"][number] for tool, each in have.items()})
                times = {tool: each["seconds"][number] for tool, each in have.items()}
                found.append(Timed(f"{name}, {size.words}", kind, times, began))
                said = (f"{tool} {1e6 * s:.2f}" for tool, s in times.items())
                print(f"{name}, {size.words}: {kind}:", *said, "microseconds", flush=True)
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


def _asked(worker: subprocess.Popen, tool: str, name: str, place: int) -> dict:
    print(json.dumps({"eval": name, "size": place}), file=worker.stdin, flush=True)
    answer = worker.stdout.readline()
    if not answer:
        raise SystemExit(f"{tool} ended at {name}, {SIZES[name][place].words}: what it said is above")
    return json.loads(answer)


def _agree(what: str, gives: dict[str, list]) -> None:
    (first, right), *others = gives.items()
    for tool, given in others:
        off = np.abs(np.array(right) - np.array(given)).max() / np.abs(right).max()
        if not off < TOLERANCE:
            raise SystemExit(f"{first} and {tool} disagree on the {what}: {off:.1e}")


if __name__ == "__main__":
    sys.exit(main())
