"""What a user is told: diagnostics, and the exception that carries them out of a pass."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Diagnostic:
    """One message at one place.

    `location` is an MLIR `Location` (or None: no place in the source);
    `notes` are further diagnostics that explain this one.
    """

    severity: str  # "error", "warning", "remark" or "note"
    location: Any
    message: str
    notes: tuple["Diagnostic", ...] = ()


def error(location, message: str, *notes: Diagnostic) -> Diagnostic:
    return Diagnostic("error", location, message, notes)


def note(location, message: str) -> Diagnostic:
    return Diagnostic("note", location, message)


class Failure(Exception):
    """A user's error: one or more diagnostics, never shown as a traceback.

    `Failure(d1, d2)` reports all of them at once; `Failure("text")` is an error
    without a location. `text` is what a caller in Python is told, with places and source lines, once they are
    known, and `origin` the traceback to where it was raised.
    """

    text: str = ""
    origin: TracebackType | None = None

    def __init__(self, *diagnostics: Diagnostic | str):
        self.diagnostics = tuple(error(None, d) if isinstance(d, str) else d for d in diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics))

    def __str__(self) -> str:
        return self.text or super().__str__()


class NestedTooDeeply(Failure, RecursionError):
    """A program whose operations, or functions, are in one another deeper than Python's recursion limit lets passes
    go."""

    def __init__(self) -> None:
        super().__init__(
            "the program is nested too deeply for Python's recursion limit; sys.setrecursionlimit(100_000) raises it, "
            "and what is nested thousands of times also needs a stack of more than 8 MB (ulimit -s)"
        )


class CheckFailed(Exception):
    """What a compiled program found wrong while it ran: an assertion, or an access out of bounds.

    `place` is the `file:line:column` of the operation, `message` what is wrong with it.
    """

    def __init__(self, text: str):
        found = _PLACED.fullmatch(text)
        self.place, self.message = (found[1], found[2]) if found else ("", text)
        super().__init__(text)


_PLACED = re.compile(r"(.*?:\d+:\d+): (.*)", re.S)


@dataclass
class Report:
    """What the passes of one run say besides the IR: remarks, and counters for `--report`.

    `planned` is called with each request, the program that is differentiated, its activity and, in
    reverse mode, the account of the plan. None of these outlives the call. Who reads warnings only says that nothing
    is `detailed`: remarks are dropped, and what takes an analysis of its own is not told.
    """

    remarks: list[Diagnostic] = field(default_factory=list)
    entries: list[dict] = field(default_factory=list)
    planned: Callable[[Any, Any, Any, Any], None] = lambda request, program, activity, account: None
    detailed: bool = True

    def remark(self, location, message: str, *notes: Diagnostic) -> None:
        if self.detailed:
            self.remarks.append(Diagnostic("remark", location, message, notes))

    def warning(self, location, message: str, *notes: Diagnostic) -> None:
        self.remarks.append(Diagnostic("warning", location, message, notes))

    def show(self, location, message: str, *notes: Diagnostic) -> None:
        """What a pass is run for: shown whether remarks are or not."""
        self.remarks.append(Diagnostic("note", location, message, notes))

    def entry(self, **facts) -> None:
        """One JSON object of `--report=FILE.json`."""
        self.entries.append(facts)
