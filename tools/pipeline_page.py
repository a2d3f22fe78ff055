"""Write docs/pipeline.md, the stages of the lowering, from the table itself.

python tools/pipeline_page.py
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from lagrad.lowering.pipeline import STAGES, Stage

PAGE = Path(__file__).resolve().parent.parent / "docs" / "pipeline.md"

_HEAD = """\
# The stages of the lowering

Made by `tools/pipeline_page.py` from `passes/lagrad/lowering/pipeline.py`; do not edit. `lagrad-opt --list-stages`
prints the same.

`lagrad-to-llvm` runs these stages in their order. A pass whose line begins with a condition runs under that condition
only: `lagrad-to-llvm-strict` is strict, `lagrad-to-llvm-counted` strict and counted, `lagrad-to-llvm-blas` calls a
BLAS; threads, `math`, `subnormals`, `inspect`, `profile` and `check-bounds` are options of these pipelines.
[passes.md](passes.md) is the manual of the passes, [cli.md](cli.md#passes) that of the options.

`lagrad-opt IN --lagrad-to-llvm --stop-after=fusion` prints the program as it is after a stage, and
`--print-after-stage=fusion` prints it on the way. What a lowering that stopped has printed is a program: it can be
read again.

| stage | the program afterwards | passes |
|---|---|---|
"""


def page(_: str = "") -> str:
    """The text of the page, whatever it was before."""
    return _HEAD + "".join(map(_row, STAGES))


def _row(stage: Stage) -> str:
    passes = [(name, step.when.text) for step in stage.steps for name in step.names()]
    lines = [_line(when, [name for name, _ in group]) for when, group in groupby(passes, key=lambda one: one[1])]
    return f"| `{stage.name}` | {stage.why} | {'<br>'.join(lines)} |\n"


def _line(when: str, names: list[str]) -> str:
    return (f"*{when}:* " if when else "") + ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    PAGE.write_text(page())
