"""Places in the program as it is written, and the names that stand there, which MLIR forgets when it parses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..diagnostics.rendering import place_of
from ..mlir import ir

_WORD = re.compile(r"%?[\w.$-]+(?:#\d+)?")
_BEFORE = re.compile(r"[\w.$-]+$")
_RESULTS = re.compile(r"(%[\w.$-]+)(?::\d+)?((?:\s*,\s*%[\w.$-]+(?::\d+)?)*)\s*=\s*$")

Span = list[int]  # a line, a first column and a length: lines from 1, columns from 0 and in characters


@dataclass(frozen=True)
class Text:
    """The program that the page shows: the name that locations carry, and its lines."""

    name: str
    lines: list[str]

    def span(self, location: ir.Location | None) -> Span | None:
        """The word where a location is; None if that is not in this text."""
        place = place_of(location, self.name)
        if place is None or place.file != self.name or not 0 < place.line <= len(self.lines):
            return None
        line = self.lines[place.line - 1]
        column = len(line.encode()[: max(place.column - 1, 0)].decode(errors="ignore"))  # MLIR counts bytes
        found = _WORD.match(line, column)
        if found is None and (
            before := _BEFORE.search(line, 0, column)
        ):  # some operations are where their operands are
            return [place.line, before.start(), len(before[0])]
        return [place.line, column, len(found[0]) if found else 1]

    def line(self, location: ir.Location | None) -> int | None:
        span = self.span(location)
        return span[0] if span else None

    def definition(self, location: ir.Location | None) -> Span | None:
        """Where the text names a value: in front of the `=` of its operation, or the argument at the location
        itself."""
        span = self.span(location)
        if span is None:
            return None
        line, column, _ = span
        if found := _RESULTS.search(self.lines[line - 1][:column]):
            return [line, found.start(1), len(found[1])]
        return span

    def named(self, span: Span | None) -> str:
        """The text of a span."""
        if span is None:
            return ""
        line, column, length = span
        return self.lines[line - 1][column : column + length]
