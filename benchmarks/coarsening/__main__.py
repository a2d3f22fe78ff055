"""The command; see the package."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys

import numpy as np

from . import tools
from .catalogue import PROGRAMS, Program, Sizes

ALLOWED = 1e-9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coarsening")
    parser.add_argument("action", choices=("check", "run", "print", "one"), help="one: of one tool, for run")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"of {', '.join(PROGRAMS)}; default all")
    parser.add_argument("--tools", default=",".join(tools.TOOLS), help="some of them (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of measurements for each tool and size")
    parser.add_argument("--sizes", default="", help="with one: sizes as JSON")
    parser.add_argument("--write", action="store_true", help="keep the record; write the tables of docs/coarsening.md")
    given = parser.parse_args()
    names = given.programs or list(PROGRAMS)
    if unknown := [name for name in names if name not in PROGRAMS]:
        parser.error(f"there is no program {unknown[0]}; there are {', '.join(PROGRAMS)}")
    chosen = given.tools.split(",")
    if unknown := [name for name in chosen if name not in tools.TOOLS]:
        parser.error(f"there is no tool {unknown[0]}; there are {', '.join(tools.TOOLS)}")
    if given.write and (given.action != "run" or given.programs or chosen != list(tools.TOOLS)):
        parser.error("--write is for a run of all programs with all tools")
    programs = [PROGRAMS[name] for name in names]
    if given.action == "one":
        _answer(tools.measured(chosen[0], programs[0], json.loads(given.sizes), given.seconds))
    elif given.action == "print":
        print("".join(program.text(program.small) for program in programs), end="")
    elif given.action == "check":
        if not all([_check(program, chosen) for program in programs]):
            raise SystemExit(1)
    else:
        _run(programs, chosen, given.seconds, given.write)


def _answer(found: dict) -> None:
    print(json.dumps(found))


def _check(program: Program, chosen: list[str]) -> bool:
    """Whether lagrad has JAX's gradient at the small size; other tools are reported only."""
    found = {tool: _one(tool, program, program.small, 0.01) for tool in dict.fromkeys(["jax", *chosen])}
    errors = {tool: _error(own, found["jax"]) for tool, own in found.items() if own}
    for tool, error in errors.items():
        print(f"{'ok' if error <= ALLOWED else 'WRONG':6} {program.name:16} {tool:10} {error:.1e} from JAX", flush=True)
    return all(errors.get(tool, 0.0) <= ALLOWED for tool in tools.PIPELINES)


def _run(programs: list[Program], chosen: list[str], seconds: float, write: bool) -> None:
    from . import report

    found = []
    for program in programs:
        for sizes in program.sizes:
            own = {tool: _one(tool, program, sizes, seconds) for tool in chosen}
            row = {"program": program.name, "sizes": sizes, "tools": {}}
            for tool, measured in own.items():
                if measured:
                    median = statistics.median(measured["samples"])
                    error = _error(measured, own["jax"]) if "jax" in own else 0.0
                    if error > ALLOWED and tool in tools.PIPELINES:
                        sys.exit(f"{tool} is wrong on {program.name} {sizes}: {error:.1e} from JAX")
                    row["tools"][tool] = {"seconds": median, "first": measured["first"], "is_right": error <= ALLOWED}
            found.append(row)
            print(report.line(row), flush=True)
    if write:
        report.write(found)


def _one(tool: str, program: Program, sizes: Sizes, seconds: float) -> dict | None:
    """What a tool says in a process of its own; None if it is not installed."""
    if reason := tools.missing(tool):
        print(f"{tool} is left out: {reason}", file=sys.stderr)
        return None
    command = [str(tools.python(tool)), "-m", "benchmarks.coarsening", "one", program.name, "--tools", tool]
    command += ["--sizes", json.dumps(sizes), "--seconds", str(seconds)]
    threads = {"OMP_NUM_THREADS": "1", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"}
    ran = subprocess.run(command, capture_output=True, text=True, env=os.environ | threads)
    if ran.returncode:
        sys.exit(f"{tool} fails on {program.name} {sizes}:\n{ran.stderr[-2000:]}")
    return json.loads(ran.stdout.splitlines()[-1])


def _error(found: dict, expected: dict) -> float:
    """The largest difference, relative to the largest entry."""
    a, b = np.asarray(found["gradient"]), np.asarray(expected["gradient"])
    return float(np.max(np.abs(a - b)) / np.max(np.abs(b)))


if __name__ == "__main__":
    main()
