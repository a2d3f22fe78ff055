"""Functions that are written as MLIR, in files beside the code that puts them into programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

_ALIAS = re.compile(r"^([!#]\w+) = (.*(?:\n .*)*)\n", re.M)
_PIECE = re.compile(r"^(?:llvm|func|memref)\..*?(?=^\w|^//|\Z)", re.M | re.S)
_NAME = re.compile(r"@([\w.]+)")
_BODY = re.compile(r" \{\n.*", re.S)


class Functions:
    """The functions and globals of files, by their names. Where two have one name, that with a body is meant.

    A file is a module that can be parsed alone. What begins a line is an alias, a function or a global, or a comment.
    """

    def __init__(self, *files: Path):
        self.files = files

    @cached_property
    def aliases(self) -> dict[str, str]:
        return {name: value for file in self.files for name, value in _ALIAS.findall(file.read_text(encoding="utf-8"))}

    @cached_property
    def pieces(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for file in self.files:
            for piece in _PIECE.findall(file.read_text(encoding="utf-8")):
                name = _NAME.search(piece)[1]
                if name not in found or _BODY.search(piece):
                    found[name] = piece
        return found

    def uses(self, name: str) -> Sequence[str]:
        """The names in a function, its own first."""
        return _NAME.findall(self.pieces.get(name, ""))

    def text(self, names: Iterable[str], without: Iterable[str] = ()) -> str:
        """A module with these, as far as they are here, and all that they use; `without` some, which others define."""
        others = set(without)
        found = set(others)
        waiting = list(names)
        while waiting:
            if (name := waiting.pop()) not in found:
                found.add(name)
                waiting += self.uses(name)
        return self._module(piece for name, piece in self.pieces.items() if name in found - others)

    def declarations(self, names: Iterable[str]) -> str:
        """A module with these, as far as they are here, functions without their bodies."""
        found = set(names)
        pieces = (piece for name, piece in self.pieces.items() if name in found)
        return self._module(_BODY.sub("\n", p) if p.startswith(("llvm.func", "func.func")) else p for p in pieces)

    def _module(self, pieces: Iterable[str]) -> str:
        return "".join(f"{name} = {value}\n" for name, value in self.aliases.items()) + "".join(pieces)
