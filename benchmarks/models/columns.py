"""Exported programs in lines of at most 120 columns: MLIR prints an operation, or the arguments of a function, on one
line."""

from __future__ import annotations

import re

_MOST = 120
_BLANK = re.compile(r'"[^"]*"|( )')  # outside of strings


def narrow(text: str) -> str:
    """The same program: long lines go on in the next ones, further in."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line))


def _parts(line: str) -> list[str]:
    indent = len(line) - len(line.lstrip(" ")) + 4
    found = []
    while len(line) > _MOST:
        blanks = [m.start() for m in _BLANK.finditer(line) if m[1] and indent < m.start() <= _MOST]
        if not blanks:
            break
        found.append(line[: blanks[-1]])
        line = " " * indent + line[blanks[-1] + 1 :]
    return [*found, line]
