"""What each pass made and erased, for `--mlir-pass-statistics`.

Upstream's own counters are compiled out of the bindings. So operations are counted between steps around each pass.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field

from lagrad.analysis.walk import walk
from lagrad.mlir import ir
from lagrad.pipelines.text import Nest, Node, PassNode, Step

_RULE = f"==={'-' * 73}==="
_HEAD = f"{_RULE}\n{'... Pass statistics report ...':^80}".rstrip() + f"\n{_RULE}"


@dataclass
class Row:
    """One pass or nest of a pipeline: the operations that it added, of each name, over all that it was run on."""

    name: str
    is_nest: bool = False
    inside: list[Row] = field(default_factory=list)
    added: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)

    def start(self, op: ir.Operation) -> None:
        self.before = _operations(op)

    def stop(self, op: ir.Operation) -> None:
        self.added.update(_operations(op))
        self.added.subtract(self.before)

    def passes(self) -> list[Row]:
        return [each for row in self.inside for each in (row.passes() if row.is_nest else [row])]


def counted(nest: Nest) -> tuple[Nest, Row]:
    """The pipeline with steps that count, and the row whose passes they fill."""
    total = Row("Total", is_nest=True)
    return _counted(nest, total), total


def _counted(nest: Nest, row: Row) -> Nest:
    body: list[Node] = []
    for node in nest.body:
        if isinstance(node, PassNode):
            own = Row(node.name)
            row.inside.append(own)
            body += [Step("count-start", own.start), node, Step("count-stop", own.stop)]
        elif isinstance(node, Nest):
            own = Row(f"'{node.anchor}' Pipeline", is_nest=True)
            row.inside.append(own)
            body.append(_counted(node, own))
        else:
            body.append(node)
    return dataclasses.replace(nest, body=tuple(body))


def _operations(op: ir.Operation) -> Counter[str]:
    return Counter(each.name for each in walk(op.operation))


def report(total: Row) -> str:
    """The passes that changed the number of operations, in their order."""
    passes = total.passes()
    same = sum(not any(row.added.values()) for row in passes)
    rest = f"{same} of {len(passes)} passes changed no number of operations" if passes else "there were no passes"
    return "\n".join([_HEAD, *_lines(total, 0), f"({rest})"])


def _lines(row: Row, depth: int) -> list[str]:
    lines: list[str] = []
    for each in row.inside:
        inner = _lines(each, depth + 1) if each.is_nest else _changes(each, depth)
        if inner:
            lines += ["  " * depth + each.name, *inner]
    return lines


def _changes(row: Row, depth: int) -> list[str]:
    """Both sums, and the operations that changed most."""
    changes = sorted(((count, name) for name, count in row.added.items() if count), key=lambda c: (-abs(c[0]), c[1]))
    made, erased = sum(n for n, _ in changes if n > 0), -sum(n for n, _ in changes if n < 0)
    names = ", ".join(f"{count:+d} {name}" for count, name in changes)
    return [f"{'  ' * depth}  (S) {made} more, {erased} fewer operations: {names}"] if changes else []
