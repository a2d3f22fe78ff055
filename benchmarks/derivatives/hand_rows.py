"""What the Jacobian of Hand costs row by row: `python -m benchmarks.derivatives.hand_rows`.

Each row is the pullback of a cotangent with one nonzero element, with and without adjoint sparsity
(`lagrad-propagate-one-hot`), for more and more vertices and points. Forward mode, which suits 26 arguments, stands
beside. Jacobians are compared before anything is timed; CPU time of one thread, the least of runs that take turns.
`--write` makes the table and the curve of docs/adjoint-sparsity.md; the curve needs matplotlib.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import lagrad
from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.loops.count_operations import COUNTS, NAMES

from .. import page
from ..adbench.hand import inputs
from .one_hot import PRIMAL

SIZES = (30, 100, 300, 1_000, 3_000)
PAGE = Path(__file__).parents[2] / "docs" / "adjoint-sparsity.md"
PLOT = PAGE.with_name("hand-rows.png")
BEGIN, END = "<!-- made by python -m benchmarks.derivatives.hand_rows --write -->\n", "<!-- until here -->\n"
REQUEST = """
func.func private @jacobian(
    tensor<6xf64>, tensor<20xf64>, tensor<?xi32>, tensor<?x4x4xf64>, tensor<?x4x4xf64>, tensor<4x?xf64>,
        tensor<?x?xf64>,
    tensor<?x3xf64>, tensor<?xi32>) -> (tensor<?x3x6xf64>, tensor<?x3x20xf64>)
    attributes {lagrad.jacobian = @hand_simple, lagrad.wrt = [0, 1], ASKED}
"""
ROWS, COLUMNS = 'lagrad.cotangent = "one-hot"', 'lagrad.mode = "forward"'
PASS = "lagrad-propagate-one-hot,"
DENSE = pipelines.NAMED["lagrad-default"].replace(PASS, "")
WAYS = {
    "whole rows": (ROWS, DENSE),
    "rows where they are not zero": (ROWS, "lagrad-default"),
    "columns": (COLUMNS, "lagrad-default"),
}


def compiled(way: str, lowering: str = lowering.pipeline(blas="openblas")) -> lagrad.execute.Program:
    asked, pipeline = WAYS[way]
    return lagrad.compile(
        PRIMAL.read_text() + REQUEST.replace("ASKED", asked), entry="jacobian", pipeline=f"{pipeline},{lowering}"
    )


def arguments(size: int) -> tuple:
    """Those of the primal, with as many vertices as points."""
    return tuple(map(np.ascontiguousarray, inputs.arguments(inputs.generate(size, size, seed=0))))


def products(program: lagrad.execute.Program, sizes: tuple[int, ...]) -> list[int]:
    """How many multiplications each takes, by a program that counts them."""
    found = []
    for size in sizes:
        program[COUNTS]()  # begin
        program.jacobian(*arguments(size))
        found.append(dict(zip(NAMES, program[COUNTS]()))["products"])
    return found


def error(jacobian, expected) -> float:
    return max(float(np.max(np.abs(a - b)) / np.max(np.abs(b))) for a, b in zip(jacobian, expected, strict=True))


def milliseconds(programs: dict, size: int, seconds: float) -> dict[str, float]:
    """The least CPU time of each, in runs that take about so long together."""
    given = arguments(size)
    columns = programs["columns"].jacobian(*given)
    for program in programs.values():
        assert error(program.jacobian(*given), columns) < 1e-12
    best, begin = dict.fromkeys(programs, float("inf")), time.thread_time()
    while time.thread_time() - begin < seconds or float("inf") in best.values():
        for way, program in programs.items():
            start = time.thread_time_ns()
            program.jacobian(*given)
            best[way] = min(best[way], (time.thread_time_ns() - start) / 1e6)
    return best


def table(found: dict[int, dict[str, float]]) -> str:
    lines = [f"| points | {' | '.join(WAYS)} | ratio of rows |", f"|---:|{'---:|' * (len(WAYS) + 1)}"]
    for size, times in found.items():
        whole, sparse, _ = times.values()
        lines.append(f"| {size:,} | {' | '.join(f'{t:,.2f} ms' for t in times.values())} | {whole / sparse:.1f} |")
    return "\n".join(lines) + "\n\n![the same as a curve](hand-rows.png)\n"


def plot(found: dict[int, dict[str, float]]) -> None:
    try:
        import matplotlib
    except ImportError:
        raise Failure("the curve needs matplotlib: pip install '.[benchmark]'") from None
    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3), layout="constrained")
    sizes = list(found)
    for way in WAYS:
        left.loglog(sizes, [found[size][way] for size in sizes], "o-", label=way)
    left.set(xlabel="vertices and points", ylabel="ms of CPU, the whole Jacobian")
    left.legend(fontsize="small")
    whole, sparse, _ = WAYS
    right.loglog(sizes, [found[size][whole] / found[size][sparse] for size in sizes], "o-", color="black")
    right.set(xlabel="vertices and points", ylabel="rows: whole / where not zero", ylim=(1, None))
    figure.savefig(PLOT, dpi=100, metadata={"Software": None})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="update docs/adjoint-sparsity.md and its curve")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for each size")
    given = parser.parse_args()
    programs = {way: compiled(way) for way in WAYS}
    found = {size: milliseconds(programs, size, given.seconds) for size in SIZES}
    print(made := table(found))
    if given.write:
        page.write(PAGE, BEGIN, made, END)
        plot(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
