"""Random programs against their meaning, as many as asked for; what fails is made small and written down.

    python tools/fuzz.py 5000 --seed 1 --output fuzz.json

Programs have arrays of one or two sizes, from 1 to 100, of f64 or f32. Each is tried at up to 20 points, in the default
code and in another way to the same derivatives; every fortieth one is compared with JAX too, and tried where there are
ties. Every tenth portion is differentiated twice.

The JSON has the seed, how many programs were tried, at how many points each, how many each portion had, and for each
failure the smallest module that still fails, and how. A portion ends with its first failure; with `--as-drawn`, which
makes nothing small, it goes on. `--resume` tries portions that failed again, once the cause is mended. A portion has a
process of its own, so that a program that crashes the compiler is a failure like others. The exit status is 1 if there
are any.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import click

PROGRAMS = Path(__file__).resolve().parent.parent / "test" / "unit" / "ad"
PORTION = 200
POINTS = 20  # at which each program is tried; fewer if its arrays are long, as NumPy's loops over elements are slow


@click.command(help="Try COUNT random programs against JAX.")
@click.argument("count", type=click.IntRange(1))
@click.option("--seed", default=0, help="Of the first portion; each portion has the next one.")
@click.option("--output", type=click.Path(path_type=Path), help="A JSON file for what came out.")
@click.option("--jobs", default=os.cpu_count(), type=click.IntRange(1), help="Portions at once.")
@click.option("--as-drawn", is_flag=True, help="Do not make failures small: minutes each, but they all are listed.")
@click.option(
    "--resume", is_flag=True, help="Go on with the run in the output: what failed, and what is left of COUNT."
)
@click.option("--portion", is_flag=True, hidden=True, help="Try them here, in one go.")
def main(count: int, seed: int, output: Path | None, jobs: int, as_drawn: bool, resume: bool, portion: bool) -> None:
    if portion:
        output.write_text(json.dumps(_try(seed, count, output.with_suffix(".mlir"), as_drawn)))
        return
    if resume and (output is None or not output.exists()):
        raise click.UsageError("--resume goes on with the run in --output, which is not there")
    before = json.loads(output.read_text()) if resume else None
    for found in run(seed, count, jobs, as_drawn, before):
        if output:
            output.write_text(json.dumps(found, indent=1) + "\n")
    print(f"seed {seed}: {found['count']} programs, {len(found['failures'])} failures")
    for failure in found["failures"]:
        print(f"\n{failure['error']}\n{failure['module']}")
    sys.exit(1 if found["failures"] else 0)


def run(seed: int, count: int, jobs: int = 1, as_drawn: bool = False, before: dict | None = None) -> Iterator[dict]:
    """What has come out after each portion, until all have been tried; those without a failure `before` are not
    again."""
    started, portions, failures = time.monotonic(), dict((before or {}).get("portions", {})), []
    for failure in (before or {}).get("failures", ()):
        portions.pop(str(failure["seed"]), None)
    sizes = {seed + n: min(PORTION, count - n * PORTION) for n in range(-(-count // PORTION))}
    seconds = (before or {}).get("seconds", 0)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        running = {
            pool.submit(_in_a_process, own, size, Path(folder) / f"{own}.json", as_drawn)
            for own, size in sizes.items()
            if portions.get(str(own), 0) < size
        }
        for future in as_completed(running):
            portion = future.result()
            portions[str(portion["seed"])] = portion["count"]
            failures += portion["failures"]
            yield {
                "seed": seed,
                "count": sum(portions.values()),
                "points": POINTS,
                "seconds": seconds + round(time.monotonic() - started),
                "failures": failures,
                "portions": dict(sorted(portions.items())),
            }


def _in_a_process(seed: int, count: int, result: Path, as_drawn: bool) -> dict:
    result.unlink(missing_ok=True)
    options = ["--seed", str(seed), "--output", str(result), "--portion", *["--as-drawn"] * as_drawn]
    done = subprocess.run([sys.executable, __file__, str(count), *options], capture_output=True, text=True)
    if result.exists():
        return {"seed": seed, **json.loads(result.read_text())}
    latest = result.with_suffix(".mlir")  # what it was about to try
    if not latest.exists():
        raise RuntimeError(done.stderr)
    failure = {"seed": seed, "error": f"the process ended with {done.returncode}", "module": latest.read_text()}
    return {"seed": seed, "count": 1, "failures": [failure]}


def _try(seed: int, count: int, latest: Path, as_drawn: bool = False) -> dict:
    """Programs until one fails, which Hypothesis makes small; all of them if failures stay as they are drawn."""
    sys.path.insert(0, str(PROGRAMS))
    import hypothesis
    from generated import check_first_order, check_second_order
    from hypothesis import strategies
    from independent_draws import INDEPENDENT
    from program_strategy import DRAWN_SIZES, programs
    from program_tree import Doubtful, Sizes

    second = seed % 10 == 9
    check = check_second_order if second else check_first_order
    options = {"length": 4, "second": True} if second else {}
    sizes = strategies.one_of(strategies.just(Sizes()), DRAWN_SIZES)
    strategy = sizes.flatmap(lambda drawn: programs(**options, sizes=drawn))
    tried = 0
    failures: list[dict] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        backend=INDEPENDENT,
    )
    @hypothesis.given(strategy)
    def attempt(program) -> None:
        nonlocal tried
        text = str(program)
        latest.write_text(text)
        try:
            check(program, max(2, POINTS * 3 // max(3, program.sizes.size)), with_jax=tried % 40 == 0)
        except Doubtful:
            hypothesis.reject()
        except Exception as problem:
            failures.append({"seed": seed, "error": f"{type(problem).__name__}: {problem}", "module": text})
            if not as_drawn:
                raise
        if as_drawn or not failures:  # else it is being made small
            tried += 1

    try:
        attempt()
    except Exception:
        if not failures:
            raise
    if as_drawn:
        return {"count": tried, "failures": failures}
    return {"count": tried + bool(failures), "failures": failures[-1:]}


if __name__ == "__main__":
    main()
