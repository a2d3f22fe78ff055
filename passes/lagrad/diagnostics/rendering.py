"""Diagnostics as text: `file:line:column: error: message`, the source line and a caret."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, cast

from ..errors import Diagnostic, Failure
from ..mlir import ir

UNNAMED = "-"  # what the bindings call a text
WIDTH = 100  # of a source line shown; longer ones are cut around the caret
OPERATION_NOTE = "see current operation:"
_F = TypeVar("_F", bound=Callable)


@dataclass(frozen=True)
class Place:
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @classmethod
    def named(cls, text: str) -> "Place":
        """The place that is written `file:line:column`."""
        file, line, column = text.rsplit(":", 2)
        return cls(file, int(line), int(column))


def place_of(location, name: str) -> Place | None:
    """Where a location is, `name` being the file of unnamed text; None if it does not say.

    Of a fused location the first part that says counts, of an inlined one the callee.
    """
    if location is None:
        return None
    for kind, inner in _KINDS:
        try:
            cast = kind(location)
        except ValueError:  # of another kind; diagnostics hand out uncast locations
            continue
        if kind is ir.FileLineColLoc:
            file = name if cast.filename == UNNAMED else cast.filename
            return Place(file, cast.start_line, cast.start_col) if cast.start_line else None
        found = (place_of(part, name) for part in inner(cast))
        return next((place for place in found if place), None)
    return None


_KINDS = (
    (ir.FileLineColLoc, None),
    (ir.NameLoc, lambda location: [location.child_loc]),
    (ir.FusedLoc, lambda location: location.locations),
    (ir.CallSiteLoc, lambda location: [location.callee, location.caller]),
)


class Source(Protocol):
    """A program: the name that its locations carry, and its lines."""

    @property
    def name(self) -> str: ...

    def lines(self) -> list[str]: ...


@dataclass(frozen=True)
class Text:
    """A program that is no file."""

    text: str
    name: str = "<program>"

    @classmethod
    def of(cls, program: object, said: str | bytes | None = None) -> Text:
        """Of a text, or of the path of a file, which holds what is `said`, or is read; of anything else it is empty."""
        if not isinstance(program, os.PathLike):
            return cls(program if isinstance(program, str) else "")
        text = "\n".join(_lines_of(os.fspath(program))) if said is None else said
        return cls(text if isinstance(text, str) else "", os.fspath(program))

    def lines(self) -> list[str]:
        return self.text.split("\n")


@dataclass
class Renderer:
    """Renders diagnostics of one source; the text of other files they name is read if it is there."""

    source: Source
    print_operations: bool = True  # the notes of the verifier that show an operation
    _lines: dict[str, list[str]] = field(default_factory=dict)

    def render(self, told: Diagnostic) -> str:
        """The diagnostic and its notes, without the newline at the end."""
        message = told.message
        if message.startswith(OPERATION_NOTE):
            if not self.print_operations:
                return ""
            message = _first_line(message)
        place = place_of(told.location, self.source.name)
        shown = [f"{place}: {told.severity}: {message}" if place else f"{told.severity}: {message}"]
        # A note about the very operation needs no second look at its line.
        if place and not told.message.startswith(OPERATION_NOTE):
            shown += self.excerpt(place)
        shown += filter(None, map(self.render, told.notes))
        return "\n".join(shown)

    def excerpt(self, place: Place) -> list[str]:
        """The source line at `place` and a caret below; nothing if the file has no such line."""
        lines = self.lines(place.file)
        if not 0 < place.line <= len(lines):
            return []
        line = lines[place.line - 1].rstrip("\r")
        # MLIR counts bytes, a caret stands under a character.
        column = len(line.encode()[: place.column - 1].decode(errors="ignore"))
        indent = min(len(line) - len(line.lstrip()), column)
        line, column = line[indent:].replace("\t", " "), column - indent
        if len(line) > WIDTH:
            start = max(0, min(column - WIDTH // 2, len(line) - WIDTH))
            line = "..." * (start > 0) + line[start : start + WIDTH] + "..." * (start + WIDTH < len(line))
            column += 3 * (start > 0) - start
        return [f"    {line}", " " * (4 + column) + "^"] if line.strip() else []

    def lines(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = self.source.lines() if file == self.source.name else _lines_of(file)
        return self._lines[file]


def _lines_of(file: str) -> list[str]:
    """The lines of another file that a location names; none where it is not at hand."""
    if not os.path.isfile(file):
        return []
    try:
        with open(file, encoding="utf-8") as text:
            return text.read().split("\n")
    except (OSError, UnicodeDecodeError):
        return []


def _first_line(message: str) -> str:
    """An operation with regions is shown by its first line."""
    lines = message.strip().split("\n")
    return lines[0].strip() + (" ..." if len(lines) > 1 else "")


def tells_where(function: _F) -> _F:
    """A function of a program: a module, or the text or path of one. Its Failure says where: place, source line, notes.

    The traceback is what a caller can do something about. All of it is the failure's `origin`.
    """

    @functools.wraps(function)
    def telling(program, *arguments, **named):
        try:
            return function(program, *arguments, **named)
        except Failure as failure:
            if failure.origin is None:
                failure.origin = failure.__traceback__
                failure.text = _text(failure, Text.of(program))
            raise failure.with_traceback(None) from None

    return cast(_F, telling)  # the same parameters and results


def _text(failure: Failure, program: Text) -> str:
    if all(told.location is None and not told.notes for told in failure.diagnostics):
        return ""
    renderer = Renderer(program)
    return "\n".join(map(renderer.render, failure.diagnostics))
