"""What each optimisation is worth: `python -m benchmarks.compiler.ablation`.

The derivative of each benchmark by the default pipeline with one pass left out, or one option turned off, beside the
default pipeline: how many times as long it takes. Processor time of one thread, the least of measurements that take
turns; results are compared before anything is timed. `--write` makes the table of docs/ablation.md.
"""

from __future__ import annotations

from ..workloads import DOCS, Workload, arrays, chosen, fastest, options

import numpy as np
from lagrad import pipelines
from lagrad.errors import Failure

from .. import page
from ..adbench.steps import PIPELINE, STEPS, without

PAGE = DOCS / "ablation.md"
BEGIN, END = "<!-- table: made by benchmarks/compiler/ablation.py -->\n", "<!-- end of table -->"
DERIVATIVE = "derivative"
TOLERANCE = 1e-7  # of results, relative to the largest element
WORTH = 1.1  # a ratio that is shown in bold

# Each alone: what `steps` switches on one after the other.
CHANGES: dict[str, dict[str, dict[str, str] | None]] = {
    f"{name}{{{' '.join(f'{k}={v}' for k, v in options.items())}}}" if options else name: {name: options}
    for step in STEPS.values()
    for name, options in step.items()
}
# And together: what one would not do without the other.
GROUPS = {f"all of {step}": changes for step, changes in STEPS.items() if len(changes) > 1}


def ratios(workload: Workload, changes: dict[str, dict], seconds: float) -> dict[str, float | str]:
    """For each change the time with it over the time without; or what is wrong with the program then."""
    whole = pipelines.read(PIPELINE)
    reference = workload.call(workload.compiled(which=(DERIVATIVE,)), DERIVATIVE)
    wanted = arrays(reference())
    found: dict[str, float | str] = {}
    for name, change in changes.items():
        try:
            changed = workload.call(workload.compiled(str(without(whole, change)), (DERIVATIVE,)), DERIVATIVE)
        except Failure:
            found[name] = "no code"
            continue
        if not _agree(arrays(changed()), wanted):
            found[name] = "wrong"
            continue
        times = fastest({"with": reference, "without": changed}, seconds)
        found[name] = times["without"] / times["with"]
    return found


def _agree(results: list[np.ndarray], wanted: list[np.ndarray]) -> bool:
    return all(
        a.shape == b.shape and np.abs(a - b).max(initial=0) <= TOLERANCE * max(np.abs(b).max(initial=0), 1e-300)
        for a, b in zip(results, wanted, strict=True)
    )


def table(columns: dict[str, dict[str, float | str]]) -> str:
    lines = [f"| left out | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for change in next(iter(columns.values())):
        cells = [_cell(column[change]) for column in columns.values()]
        lines.append(f"| `{change}` | {' | '.join(cells)} |" if change not in GROUPS else f"| {change} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(ratio: float | str) -> str:
    if isinstance(ratio, str):
        return ratio
    return f"**{ratio:.2f}**" if ratio >= WORTH else f"{ratio:.2f}"


def main() -> int:
    parser = options(__doc__, "update docs/ablation.md")
    parser.add_argument("--seconds", type=float, default=0.2, help="of measurements for each program")
    given = parser.parse_args()
    columns = {}
    for workload in chosen(given.workloads):
        columns[workload.name] = ratios(workload, {**CHANGES, **GROUPS}, given.seconds)
        print(table({workload.name: columns[workload.name]}), flush=True)
    made = table(columns)
    if given.write:
        page.write(PAGE, BEGIN, made, END)
    wrong = [(name, change) for name, column in columns.items() for change, ratio in column.items() if ratio == "wrong"]
    print(*(f"wrong results of {name} without {change}" for name, change in wrong), sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
