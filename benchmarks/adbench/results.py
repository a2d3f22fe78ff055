"""The results of sweeps: a file of JSON lines that grows."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click

from .worker_process import Cell

Line = dict[str, Any]


def kind(data: str) -> str:
    """What inputs have in common whose names differ in numbers only, as in `1k/gmm_d10_K25.txt`; but f32 is a type."""
    return re.sub(r"\bf(?:32|64)\b|\d+", lambda found: found[0] if found[0].startswith("f") else "", data)


class MixedResults(Exception):
    """Results of two machines in one file."""


@dataclass
class Results:
    """The lines so far, and the file that has them; without a file they are printed."""

    path: Path | None
    lines: list[Line]

    @classmethod
    def open(cls, path: Path | None) -> Results:
        """What is there already; a line that was cut off while it was written is removed."""
        if path is None or not path.exists():
            return cls(path, [])
        text = path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        return cls(path, [json.loads(line) for line in whole.splitlines()])

    def __contains__(self, cell: Cell) -> bool:
        return any(cell == Cell(*(line[field.name] for field in fields(Cell))) for line in self.lines)

    def check(self, cpu: str) -> None:
        """MixedResults if there are lines of a machine with another processor."""
        cpus = {cpu, *(line["versions"]["cpu"] for line in self.lines)}
        if len(cpus) > 1:
            raise MixedResults(f"{self.path} has results of another machine: {' and '.join(sorted(cpus))}")

    def add(self, lines: list[Line]) -> None:
        """Write all lines of one input at once: they were measured together."""
        self.lines += lines
        text = "".join(json.dumps(line) + "\n" for line in lines)
        if self.path is None:
            click.echo(text, nl=False)
        else:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text)
