"""--verify-diagnostics: comments that say which diagnostics a program must get.

    // expected-error @+1 {{no rule for reverse mode}}

`@+N`, `@-N`, `@above` and `@below` move the line, `@unknown` is for diagnostics without
a place, and in `expected-error-re` the parts in {{...}} are regular expressions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lagrad.errors import Diagnostic

from ..diagnostics import OPERATION_NOTE, place_of
from ..source import Source

DESIGNATOR = re.compile(
    r"expected-(error|note|remark|warning)(-re)? *(?:@([+-]\d+|above|below|unknown))? *\{\{(.*)\}\}\s*$"
)


@dataclass(frozen=True)
class Expected:
    severity: str
    line: int | None  # None: at no place
    text: str
    pattern: re.Pattern
    written: int  # the line of the comment

    def matches(self, severity: str, line: int | None, message: str) -> bool:
        return self.severity == severity and self.line == line and self.pattern.search(message) is not None


def expected_in(source: Source) -> list[Expected]:
    """The designators in the comments of a source, in order."""
    found = []
    lines = source.lines()
    hits = {number: hit for number, line in enumerate(lines, 1) if (hit := DESIGNATOR.search(line))}
    for number, hit in hits.items():
        severity, is_pattern, where, text = hit.groups()
        if where is None:
            line = number
        elif where == "unknown":
            line = None
        elif where in ("above", "below"):
            step = -1 if where == "above" else 1
            line = number + step
            while line in hits:  # several designators may stand together
                line += step
        else:
            line = number + int(where)
        found.append(Expected(severity, line, text, _pattern(text, bool(is_pattern)), number))
    return found


def _pattern(text: str, is_pattern: bool) -> re.Pattern:
    parts = re.split(r"\{\{(.*?)\}\}", text) if is_pattern else [text]
    return re.compile("".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts)), re.S)


def mismatches(
    source: Source,
    told: list[Diagnostic],
    *,
    only_expected: bool = False,
    tolerate: frozenset[str] = frozenset(),
) -> list[tuple[int, str]]:
    """(line, complaint) for each diagnostic without a designator and each designator without one.

    With `only_expected`, or for a severity in `tolerate`, diagnostics that nothing expects are fine.
    """
    expected = expected_in(source)
    complaints = []
    for severity, line, message in _flatten(told, source.name):
        hit = next((e for e in expected if e.matches(severity, line, message)), None)
        if hit:
            expected.remove(hit)
        elif not only_expected and severity not in tolerate:
            complaints.append((line or 0, f"unexpected {severity}: {message}"))
    for missed in expected:
        complaints.append((missed.written, f'expected {missed.severity} "{missed.text}" was not produced'))
    return complaints


def _flatten(told, name: str):
    for diagnostic in told:
        if diagnostic.message.startswith(OPERATION_NOTE):
            continue
        place = place_of(diagnostic.location, name)
        here = place and place.file == name
        yield diagnostic.severity, place.line if here else None, diagnostic.message
        yield from _flatten(diagnostic.notes, name)
