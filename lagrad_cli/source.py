"""The program text: where it comes from, its parts, and modules whose locations name the user's file."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from lagrad import dialect, reading
from lagrad.diagnostics.rendering import UNNAMED
from lagrad.errors import Failure
from lagrad.mlir import BYTECODE, ir
from lagrad.pipelines import failure_of

STDIN = "<stdin>"
SPLIT_MARKER = "// -----"


@dataclass(frozen=True)
class Source:
    """A program: its text (or bytecode), the name its locations carry, and the lines before it."""

    name: str
    text: str | bytes
    first_line: int = 1

    def lines(self) -> list[str]:
        """The lines of the whole file up to the end of this part; empty ones stand for other parts."""
        if isinstance(self.text, bytes):
            return []
        return [""] * (self.first_line - 1) + self.text.split("\n")


def read(path: str) -> Source:
    """The file at `path`, or standard input for `-`; Failure, with the reason, if that is no text."""
    name = STDIN if path == "-" else path
    try:
        if path == "-":
            if sys.stdin.isatty():
                print("reading the program from the terminal; Ctrl-D ends it, Ctrl-C stops", file=sys.stderr)
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                data = file.read()
    except OSError as problem:
        raise Failure(f"cannot read '{name}': {problem.strerror}") from None
    if data.startswith(BYTECODE):
        return Source(name, data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise Failure(
            f"cannot read '{name}': byte 0x{data[problem.start]:02x} on line {line} is not UTF-8 text"
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise Failure(f"cannot read '{name}': there is a NUL character on line {line}")
    if not text or text.isspace():
        raise Failure(f"cannot read '{name}': it is empty")
    return Source(name, text)


def split(source: Source, marker: str = SPLIT_MARKER) -> list[Source]:
    """The parts between lines that start with `marker`, each of which knows its lines of the file."""
    if isinstance(source.text, bytes):
        return [source]
    parts, line = [], source.first_line
    for text in re.split(rf"(?m)^{re.escape(marker)}.*\n?", source.text):
        parts.append(Source(source.name, text, line))
        line += text.count("\n") + 1
    return parts


def parse(
    source: Source, context: ir.Context, allow_unregistered: bool = False, implicit_module: bool = True
) -> ir.Module:
    """The verified module; its locations name the source. Failure if there is anything wrong with it.

    Without an implicit module the program must be one operation, `builtin.module`.
    """
    text = source.text
    if isinstance(text, str):
        text = "\n" * (source.first_line - 1) + text
    try:
        with context:
            module = reading.parse(text, context)
            if not implicit_module and isinstance(text, str) and not _is_module(text):
                missing = "is not one operation 'builtin.module', and --no-implicit-module adds none"
                raise Failure(f"'{source.name}' {missing}")
    except ir.MLIRError as problem:
        if problem.error_diagnostics:
            raise failure_of(problem) from None
        # Text that looks like a custom form of a dialect without one: the parser says nothing.
        raise Failure(f"cannot read '{source.name}': it is not MLIR that can be parsed") from None
    with context:
        if isinstance(text, str):
            _name_locations(module, source.name)
        dialect.check(module.operation, allow_unregistered)
    return module


def _is_module(text: str) -> bool:
    """Does a program that parses begin with its module? The parser adds one where it does not."""
    words = re.sub(r"//.*", "", text)
    definitions = r"(?:\s*[#!][\w.$]+\s*=[^\n]*)*"  # of aliases
    return re.match(definitions + r'\s*(?:(?:builtin\.)?module\b|"builtin\.module")', words) is not None


def _name_locations(module: ir.Module, name: str) -> None:
    """Replace the bindings' name of a text in every location that the parser made."""
    todo = [module.operation]
    while todo:
        op = todo.pop()
        here = op.location
        if _is_unnamed(here):
            op.location = ir.Location.file(name, here.start_line, here.start_col)
        for region in op.regions:
            for block in region:
                for argument in block.arguments:
                    here = argument.location
                    if _is_unnamed(here):
                        argument.set_location(ir.Location.file(name, here.start_line, here.start_col))
                todo += (child.operation for child in block)


def _is_unnamed(location: ir.Location) -> bool:
    return isinstance(location, ir.FileLineColLoc) and location.filename == UNNAMED
