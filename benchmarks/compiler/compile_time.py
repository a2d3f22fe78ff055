"""How the time to differentiate grows with the program: `python -m benchmarks.compiler.compile_time`.

Straight-line programs of up to 50,000 operations, nests of up to six loops, and up to 1,000 loops in a row. What is
timed is `lagrad-differentiate` on the parsed program, in seconds of processor time, the least of some runs. `--write`
makes the table and the plot of docs/compile-time.md; the plot needs matplotlib (`pip install '.[benchmark]'`).
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.mlir import ir

from .. import page

DOCS = Path(__file__).parents[2] / "docs"
PAGE, PLOT = DOCS / "compile-time.md", DOCS / "compile-time.svg"
BEGIN, END = "<!-- table: made by benchmarks/compiler/compile_time.py -->\n", "<!-- end of table -->"
SIZES, DEPTHS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000), (1, 2, 3, 4, 5, 6)
IN_A_ROW = (50, 200, 1_000)
BOUND = 1.15  # of the slope of log time over log size
IN_NEST = 1_200  # operations, the same number in every nest

_STEPS = (  # each reads the value before it and one from further back
    "arith.mulf {last}, {older}",
    "math.sin {last}",
    "arith.addf {last}, {older}",
    "math.tanh {last}",
    "arith.subf {older}, {last}",
)


def steps(count: int, start: str, prefix: str) -> tuple[list[str], str]:
    """Lines that compute with a value, and the name of what they compute."""
    names, lines = [start], []
    for n in range(count):
        last, older = names[-1], names[max(0, len(names) - 7)]
        names.append(f"%{prefix}{n}")
        lines.append(f"{names[-1]} = {_STEPS[n % len(_STEPS)].format(last=last, older=older)} : f64")
    return lines, names[-1]


def _request(lines: list[str], result: str) -> str:
    body = "\n  ".join(
        ["%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index", *lines, f"return {result} : f64"]
    )
    return (
        f"func.func @f(%x: f64, %n: index) -> f64 {{\n  {body}\n}}\n"
        "func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}\n"
    )


def straight_line(count: int) -> str:
    """A program of so many operations in a row."""
    return _request(*steps(count, "%x", "v"))


def nest(depth: int) -> str:
    """Loops inside one another with the same work before each, and the innermost one with it alone."""

    def level(outer: str, number: int) -> tuple[list[str], str]:
        lines, value = steps(IN_NEST // depth, outer, f"v{number}_")
        if number < depth:
            inner, result = level(f"%p{number}", number + 1)
            loop = f"%r{number} = scf.for %i{number} = %c0 to %n step %c1 iter_args(%p{number} = {value}) -> f64 {{"
            lines += [loop, *inner, f"scf.yield {result} : f64", "}"]
            value = f"%r{number}"
        return lines, value

    inner, result = level("%p0", 1)
    loop = "%r0 = scf.for %i0 = %c0 to %n step %c1 iter_args(%p0 = %x) -> f64 {"
    return _request([loop, *inner, f"scf.yield {result} : f64", "}"], "%r0")


def row_of_loops(count: int) -> str:
    """So many loops in a row: each goes on with what the one before carried, and computes with a sum of its own."""
    lines, value, total = [], "%x", "%x"
    for k in range(count):
        body, step = steps(5, f"%p{k}", f"v{k}_")
        loop = f"%r{k}:2 = scf.for %i{k} = %c0 to %n step %c1 iter_args(%p{k} = {value}, %s{k} = %x) -> (f64, f64) {{"
        lines += [loop, *body, f"%e{k} = math.exp %s{k} : f64", f"scf.yield {step}, %e{k} : f64, f64", "}"]
        lines += [f"%t{k} = arith.addf {total}, %r{k}#1 : f64"]
        value, total = f"%r{k}#0", f"%t{k}"
    return _request([*lines, f"%y = arith.addf {value}, {total} : f64"], "%y")


def seconds(text: str, runs: int) -> float:
    """Processor time to differentiate a program."""
    times = []
    for _ in range(runs):
        with pipelines.new_context() as context:
            module = ir.Module.parse(text, context)
            start = time.process_time()
            pipelines.run(module, "lagrad-differentiate")
            times.append(time.process_time() - start)
    return min(times)


def slope(measured: dict[int, float]) -> float:
    """Of log time over log size, from the smallest to the largest."""
    small, large = min(measured), max(measured)
    return math.log(measured[large] / measured[small]) / math.log(large / small)


def table(lengths: dict[int, float], depths: dict[int, float], rows: dict[int, float]) -> str:
    lines = ["| operations in a row | seconds | milliseconds an operation |", "|---:|---:|---:|"]
    lines += [f"| {count:,} | {t:.2f} | {t / count * 1e3:.2f} |" for count, t in lengths.items()]
    first, last = min(lengths), max(lengths)
    lines += ["", f"The slope of log time over log size between {first:,} and {last:,} is {slope(lengths):.2f}.", ""]
    lines += [f"| loops around each other, {IN_NEST:,} operations | seconds |", "|---:|---:|"]
    lines += [f"| {depth} | {t:.2f} |" for depth, t in depths.items()]
    lines += ["", "| loops in a row | seconds | milliseconds a loop |", "|---:|---:|---:|"]
    lines += [f"| {count:,} loops | {t:.2f} | {t / count * 1e3:.2f} |" for count, t in rows.items()]
    return "\n".join(lines) + "\n"


def plot(lengths: dict[int, float], depths: dict[int, float]) -> None:
    try:
        import matplotlib
    except ImportError:
        raise Failure("the plot needs matplotlib: pip install '.[benchmark]'") from None
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "lagrad", "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    left.loglog(list(lengths), list(lengths.values()), "o-", label="measured")
    first, start = next(iter(lengths.items()))
    left.loglog(list(lengths), [start * n / first for n in lengths], "--", color="grey", label="linear")
    left.set(xlabel="operations in a row", ylabel="seconds")
    left.legend()
    right.plot(list(depths), list(depths.values()), "o-")
    right.set(xlabel="loops around each other", ylabel="seconds", ylim=(0, None))
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="update docs/compile-time.md and its plot")
    write = parser.parse_args().write
    lengths = {count: seconds(straight_line(count), 3 if count <= 10_000 else 2) for count in SIZES}
    depths = {depth: seconds(nest(depth), 3) for depth in DEPTHS}
    rows = {count: seconds(row_of_loops(count), 3) for count in IN_A_ROW}
    print(made := table(lengths, depths, rows))
    if write:
        page.write(PAGE, BEGIN, made, END)
        plot(lengths, depths)
    return 0 if max(slope(lengths), slope(rows)) <= BOUND else 1


if __name__ == "__main__":
    raise SystemExit(main())
