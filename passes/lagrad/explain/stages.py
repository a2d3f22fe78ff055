"""What each step of a pipeline changes, as differences of texts."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .. import pipelines
from ..mlir import ir
from ..pipelines.text import Nest, Node, Step
from .printed import text_of

_AROUND = 2  # lines around a change
_LINES = 300  # of the differences of one step
_NAME = re.compile(r"%[\w.$-]+(?:[:#]\d+)?|\^bb\d+|!\d+|#map\d*")


@dataclass
class Stages:
    """The steps that ran, in order. `largest` lines of a text are compared; of longer ones only the count is told."""

    largest: int = 4000
    found: list[dict] = field(default_factory=list)
    _before: list[str] = field(default_factory=list)

    def start(self, module: ir.Operation) -> None:
        self._before = text_of(module)

    def seen(self, name: str, group: str, module: ir.Operation) -> None:
        """A step is over."""
        before, after = self._before, text_of(module)
        self._before = after
        if max(len(before), len(after)) > self.largest:
            rows, more = [], None
        else:
            rows = differences(before, after)
            rows, more = rows[:_LINES], max(len(rows) - _LINES, 0)
        self.found.append({"name": name, "group": group, "before": len(before), "after": len(after), "diff": rows,
            "more": more,
                           "same": before == after})  # fmt: skip


def differences(before: list[str], after: list[str]) -> list[list[str]]:
    """Lines that are gone (`-`), new (`+`) or around (` `); `@` between places. A name that only has another number is
    none."""
    old, new = ([_NAME.sub("%", line) for line in lines] for lines in (before, after))
    rows: list[list[str]] = []
    for group in difflib.SequenceMatcher(None, old, new).get_grouped_opcodes(_AROUND):
        rows.append(["@", f"line {group[0][3] + 1}"])
        for tag, i, to_i, j, to_j in group:
            if tag == "equal":
                rows += [[" ", line] for line in after[j:to_j]]
            else:
                rows += [["-", line] for line in before[i:to_i]] + [["+", line] for line in after[j:to_j]]
    return rows


def watched(pipeline: str, stages: Stages) -> Nest:
    """The pipeline, each pass of which is seen."""
    tree = pipelines.read(pipeline)
    body: list[Node] = []
    for node in tree.body:
        name = str(node)
        body += [node, Step("watch", lambda module, name=name: stages.seen(name, "passes", module))]
    return Nest(tree.anchor, tuple(body))


def watched_lowering(pipeline: str, stages: Stages, see: dict[str, Callable[[ir.Operation], None]] = {}) -> Nest:
    """The pipeline, each stage of the lowering in which is seen; `see` looks at the program after the stages it has."""

    def after(stage: str) -> list[Step]:
        steps = [Step("watch", lambda module: stages.seen(stage, "lowering", module))]
        return [*steps, Step("see", see[stage])] if stage in see else steps

    return pipelines.read(pipeline, after)
