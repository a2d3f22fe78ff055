"""What each optimisation is worth: `python -m benchmarks.compiler.ablation`.

The derivative of each benchmark, on a small input and on one of a published size, the gradients of ordinary models
(`benchmarks.models`) and the pullbacks of kernels on memory (`benchmarks.polybench`), by the default pipeline with one
pass left out, or one option turned off, beside the default pipeline: how many times as long it takes. Where the code is
the same nothing is timed. Processor time of one thread, the least of measurements that take turns; results are compared
before anything is timed. `--write` makes the tables of docs/ablation.md.
"""

from __future__ import annotations

# First: it says how many threads NumPy has.
from ..workloads import DOCS, PUBLISHED, WORKLOADS, arrays, chosen, fastest, options

# isort: split

import statistics
from collections.abc import Iterable

import numpy as np

from lagrad import pipelines
from lagrad.errors import Failure

from .. import page
from ..adbench.steps import BESIDE, STEPS, without
from ..models import catalogue
from ..polybench.kernels import KERNELS
from .census import firing
from .derivatives import Derivative, of_benchmark, of_kernel, of_model

PAGE = DOCS / "ablation.md"
END = "<!-- end of table -->"
SAME = "="  # of a program whose code is the same without
WORTH = 1.1  # a ratio that is shown in bold
PARTS = ("small", "published", "models", "kernels")

Change = dict[str, dict[str, str] | None]
Ratios = dict[str, float | str]

# Each alone: what `steps` switches on one after the other, and these.
CHANGES: dict[str, Change] = {
    f"{name}{{{' '.join(f'{k}={v}' for k, v in options.items())}}}" if options else name: {name: options}
    for step in (*STEPS.values(), dict.fromkeys(BESIDE))
    for name, options in step.items()
}
# And together: what one would not do without the other.
GROUPS = {f"all of {step}": changes for step, changes in STEPS.items() if len(changes) > 1}


def begin(part: str) -> str:
    """The mark in front of a part's table."""
    return f"<!-- {part}: made by benchmarks/compiler/ablation.py -->\n"


def ratios(derivative: Derivative, changes: dict[str, Change], seconds: float) -> Ratios:
    """For each change the time with it over the time without; SAME, or what is wrong with the program then."""
    whole = pipelines.read(derivative.pipeline)
    lowered = derivative.lowered(str(whole))
    fired = firing(derivative.module(str(whole)), whole)
    reference = derivative.compiled(str(whole))
    wanted = arrays(reference())
    found: Ratios = {}
    for name, change in changes.items():
        if all(options is None and pass_ not in fired for pass_, options in change.items()):
            found[name] = SAME
            continue
        pipeline = str(without(whole, change))
        try:
            if derivative.lowered(pipeline) == lowered:
                found[name] = SAME
                continue
            changed = derivative.compiled(pipeline)
        except Failure:
            found[name] = "no code"
            continue
        if not _agree(arrays(changed()), wanted, derivative.tolerance):
            found[name] = "wrong"
            continue
        times = fastest({"with": reference, "without": changed}, seconds)
        found[name] = times["without"] / times["with"]
    return found


def _agree(results: list[np.ndarray], wanted: list[np.ndarray], tolerance: float) -> bool:
    return all(
        a.shape == b.shape and np.abs(a - b).max(initial=0) <= tolerance * max(np.abs(b).max(initial=0), 1e-300)
        for a, b in zip(results, wanted, strict=True)
    )


def table(columns: dict[str, Ratios]) -> str:
    """A row for each change, and a column for each program."""
    lines = [f"| left out | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for change in next(iter(columns.values())):
        cells = [_cell(column[change]) for column in columns.values()]
        lines.append(f"| {_row(change)} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def summary(columns: dict[str, Ratios]) -> str:
    """A row for each change: how many programs have other code, and what that is worth."""
    head = f"other code, of {len(columns)}"
    lines = [f"| left out | {head} | geometric mean of these | {WORTH:.2f} and more |", "|---|---:|---:|---|"]
    for change in next(iter(columns.values())):
        other = {name: column[change] for name, column in columns.items() if column[change] != SAME}
        times = {name: ratio for name, ratio in other.items() if not isinstance(ratio, str)}
        mean = f"{statistics.geometric_mean(times.values()):.2f}" if times else ""
        worth = sorted((name for name in times if times[name] >= WORTH), key=lambda name: -times[name])
        told = [f"{name} {times[name]:.2f}" for name in worth]
        told += [f"{name} {ratio}" for name, ratio in other.items() if isinstance(ratio, str)]
        lines.append(f"| {_row(change)} | {len(other)} | {mean} | {', '.join(told)} |")
    return "\n".join(lines) + "\n"


def _row(change: str) -> str:
    return change if change in GROUPS else f"`{change}`"


def _cell(ratio: float | str) -> str:
    if isinstance(ratio, str):
        return ratio
    return f"**{ratio:.2f}**" if ratio >= WORTH else f"{ratio:.2f}"


def derivatives(part: str, names: str) -> list[Derivative]:
    """Those of a part, or those of them that are named."""
    asked = [name.strip() for name in names.split(";")] if names else None
    if part == "models":
        models = catalogue.models()
        return [of_model(models[name]) for name in asked or models]
    if part == "kernels":
        return [of_kernel(name) for name in asked or KERNELS]
    return [of_benchmark(workload) for workload in chosen(names, WORKLOADS if part == "small" else PUBLISHED)]


def measured(part: str, names: str, changes: dict[str, Change], seconds: float) -> dict[str, Ratios]:
    """The ratios of all programs of a part, each of which is printed as soon as it is there."""
    columns = {}
    for derivative in derivatives(part, names):
        columns[derivative.name] = found = ratios(derivative, changes, seconds)
        other = {change: ratio for change, ratio in found.items() if ratio != SAME}
        lines = (f"  {change}: {_cell(ratio)}" for change, ratio in other.items())
        print(f"{part}, {derivative.name}:", *lines, sep="\n", flush=True)
    return columns


def named(changes: str) -> dict[str, Change]:
    """Those of the names between semicolons; all without any. KeyError for one that is none."""
    known = {**CHANGES, **GROUPS}
    return {name.strip(): known[name.strip()] for name in changes.split(";")} if changes else known


def _wrong(columns: dict[str, Ratios]) -> Iterable[str]:
    for name, column in columns.items():
        yield from (f"wrong results of {name} without {change}" for change, ratio in column.items() if ratio == "wrong")


def main() -> int:
    parser = options(__doc__, "update docs/ablation.md")
    parser.add_argument("--part", default=",".join(PARTS), help="which programs; default: %(default)s")
    parser.add_argument("--changes", default="", help="some of them, with ; between")
    parser.add_argument("--seconds", type=float, default=0.2, help="of measurements for each program")
    given = parser.parse_args()
    wrong: list[str] = []
    for part in given.part.split(","):
        columns = measured(part, given.workloads, named(given.changes), given.seconds)
        made = (summary if part in ("models", "kernels") else table)(columns)
        print(made, flush=True)
        if given.write:
            page.write(PAGE, begin(part), made, END)
        wrong += _wrong(columns)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
