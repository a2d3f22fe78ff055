"""The time of each pass, as `--mlir-timing-display` and `--mlir-output-format` ask for it.

Upstream's own report is a tree in text; the bindings offer no other. So passes are timed between steps around them. A
nest takes what its passes take, over all operations that it is run on.
"""

from __future__ import annotations

import dataclasses
import json
import time
from dataclasses import dataclass, field

from lagrad.pipelines.text import Nest, Node, PassNode, Step


@dataclass
class Row:
    """One pass or nest of a pipeline; the whole is a row, too."""

    name: str
    inside: list[Row] = field(default_factory=list)
    seconds: float = 0.0
    began: float = 0.0

    def start(self, op: object = None) -> None:
        self.began = time.perf_counter()

    def stop(self, op: object = None) -> None:
        self.seconds += time.perf_counter() - self.began

    def leaves(self) -> list[Row]:
        return [leaf for row in self.inside for leaf in row.leaves()] if self.inside else [self]


def timed(nest: Nest) -> tuple[Nest, Row]:
    """The pipeline with steps that time it, and the row that they fill."""
    total = Row("Total")
    return _timed(nest, total), total


def _timed(nest: Nest, row: Row) -> Nest:
    body: list[Node] = []
    for node in nest.body:
        if isinstance(node, Step):
            body.append(node)
            continue
        own = Row(node.name if isinstance(node, PassNode) else f"'{node.anchor}' Pipeline")
        row.inside.append(own)
        inner = _timed(node, own) if isinstance(node, Nest) else node
        body += [Step("time-start", own.start), inner, Step("time-stop", own.stop)]
    return dataclasses.replace(nest, body=tuple(body))


def report(total: Row, display: str, form: str) -> str:
    """The report of a run: a list, the longest first, with the passes of one name together; or a tree."""
    total.inside.append(Row("Rest", seconds=max(0.0, total.seconds - sum(row.seconds for row in total.inside))))
    if form == "json":
        rows = _sums(total) if display == "list" else total.inside
        return json.dumps([_entry(row, total.seconds) for row in (*rows, _alone(total))], indent=1)
    lines = [f"{f'... Execution time report in a {display} ...':^70}".rstrip(), "  ----Wall Time----  ----Name----"]
    if display == "list":
        lines += [_line(row, 0, total.seconds) for row in _sums(total)]
    else:
        lines += _tree(total, 0, total.seconds)
    return "\n".join([*lines, _line(_alone(total), 0, total.seconds)])


def _alone(row: Row) -> Row:
    return Row(row.name, seconds=row.seconds)


def _sums(total: Row) -> list[Row]:
    sums: dict[str, Row] = {}
    for leaf in total.leaves():
        sums.setdefault(leaf.name, Row(leaf.name)).seconds += leaf.seconds
    return sorted(sums.values(), key=lambda row: -row.seconds)


def _tree(row: Row, depth: int, whole: float) -> list[str]:
    return [line for each in row.inside for line in (_line(each, depth, whole), *_tree(each, depth + 1, whole))]


def _line(row: Row, depth: int, whole: float) -> str:
    return f"  {row.seconds:8.4f} ({_percentage(row, whole):5.1f}%)  {'  ' * depth}{row.name}"


def _percentage(row: Row, whole: float) -> float:
    return 100 * row.seconds / whole if whole else 0.0


def _entry(row: Row, whole: float) -> dict:
    wall = {"duration": round(row.seconds, 6), "percentage": round(_percentage(row, whole), 1)}
    inside = {"passes": [_entry(each, whole) for each in row.inside]} if row.inside else {}
    return {"wall": wall, "name": row.name, **inside}
