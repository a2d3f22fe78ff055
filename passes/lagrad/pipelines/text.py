"""The text of a pass pipeline, in upstream's grammar, as a tree and back.

    pipeline := [element {"," element}]
    element  := pass ["{" options "}"]  |  anchor "(" pipeline ")"
    options  := key ["=" value] {" " ...}

A value may be quoted or hold balanced brackets, as in `op-pipelines={func.func(cse)}`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..errors import Failure

_CLOSING = {"(": ")", "{": "}", "[": "]"}
_NAME_EXTRA = set("-_.")
MAX_DEPTH = 100


class BadPipeline(Failure):
    """The text of a pipeline is wrong: nothing has run."""

    def __init__(self, message: str, text: str = "", at: int = 0):
        self.problem = message
        if text:
            message += "\n" + excerpt(text, at)
        super().__init__(message)


def excerpt(text: str, at: int, width: int = 76) -> str:
    """The line of `text` around offset `at`, cut to `width`, with a caret below."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line, column = text[start : len(text) if end < 0 else end], at - start
    left = max(0, column - width // 2) if len(line) > width else 0
    shown = line[left : left + width].replace("\t", " ")
    return f"    {shown}\n    {' ' * (column - left)}^"


@dataclass(frozen=True)
class PassNode:
    """One pass and its options, values as written."""

    name: str
    options: tuple[tuple[str, str | None], ...] = ()
    at: int = field(default=0, compare=False)  # offset in the text it came from

    def __str__(self) -> str:
        if not self.options:
            return self.name
        given = " ".join(key if value is None else f"{key}={value}" for key, value in self.options)
        return f"{self.name}{{{given}}}"

    def values(self) -> dict[str, str]:
        """Option -> value, without the quotes or braces around the whole of it."""
        return {key: "" if value is None else _bare(value) for key, value in self.options}


@dataclass(frozen=True)
class Nest:
    """Passes that run on each operation `anchor` directly inside the operation around them."""

    anchor: str
    body: tuple["Node", ...]
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(str(n) for n in self.body if not isinstance(n, Step))})"


@dataclass(frozen=True)
class Step:
    """A Python function of the operation, for what the driver does between passes; it has no text."""

    name: str
    action: Callable
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return self.name


Node = PassNode | Nest | Step


def parse(text: str) -> tuple[Node, ...]:
    """The elements of `text`; BadPipeline, with a caret, where it is not in the grammar."""
    reader = _Reader(text)
    nodes = reader.elements()
    if not reader.done():
        reader.fail(f"expected ',' or the end, not '{text[reader.at]}'")
    return nodes


def parse_options(text: str) -> tuple[tuple[str, str | None], ...]:
    """The options of one pass, as in `{...}` but without the braces around them."""
    reader = _Reader(text)
    given = reader.options()
    if not reader.done():
        reader.fail(f"unexpected '{text[reader.at]}' in the options of a pass")
    return given


def _bare(value: str) -> str:
    if len(value) < 2 or (value[0], value[-1]) not in {("'", "'"), ('"', '"'), ("{", "}")}:
        return value
    reader = _Reader(value)
    reader.bracketed()
    return value[1:-1] if reader.at == len(value) else value


class _Reader:
    """Recursive descent over one text; `at` is where it stands."""

    def __init__(self, text: str):
        self.text, self.at, self.depth = text, 0, 0

    def fail(self, message: str, at: int | None = None):
        raise BadPipeline(message, self.text, self.at if at is None else at)

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def skip_blanks(self) -> None:
        while self.peek().isspace():
            self.at += 1

    def done(self) -> bool:
        self.skip_blanks()
        return self.at == len(self.text)

    def name(self, what: str) -> str:
        start = self.at
        while (char := self.peek()) and (char.isalnum() or char in _NAME_EXTRA):
            self.at += 1
        if self.at == start:
            self.fail(f"expected {what}")
        return self.text[start : self.at]

    def elements(self) -> tuple[Node, ...]:
        self.skip_blanks()
        if self.peek() in ("", ")"):
            return ()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nested more than {MAX_DEPTH} deep")
        nodes = [self.element()]
        while self.peek() == ",":
            self.at += 1
            nodes.append(self.element())
        self.depth -= 1
        return tuple(nodes)

    def element(self) -> Node:
        self.skip_blanks()
        start = self.at
        name = self.name("the name of a pass")
        self.skip_blanks()
        if self.peek() == "(":
            opened = self.at
            self.at += 1
            node = Nest(name, self.elements(), start)
            self.close(opened, ")", "',' or ')'")
        elif self.peek() == "{":
            opened = self.at
            self.at += 1
            node = PassNode(name, self.options(), start)
            self.close(opened, "}", "an option or '}'")
        else:
            node = PassNode(name, (), start)
        self.skip_blanks()
        return node

    def close(self, opened: int, bracket: str, expected: str) -> None:
        if self.done():
            self.fail(f"this '{self.text[opened]}' is never closed", opened)
        if self.peek() != bracket:
            self.fail(f"expected {expected}, not '{self.peek()}'")
        self.at += 1

    def options(self) -> tuple[tuple[str, str | None], ...]:
        given = []
        while True:
            self.skip_blanks()
            if self.peek() in ("", "}"):
                return tuple(given)
            key = self.name("the name of an option")
            value = None
            if self.peek() == "=":
                self.at += 1
                value = self.value()
            given.append((key, value))

    def value(self) -> str:
        start = self.at
        while (char := self.peek()) and not char.isspace() and char not in ")}]":
            if char in _CLOSING or char in "'\"":
                self.bracketed()
            else:
                self.at += 1
        return self.text[start : self.at]

    def bracketed(self) -> None:
        """Step over a quoted string or a bracket and all that it holds."""
        opened, opening = self.at, self.peek()
        self.at += 1
        if opening in "'\"":
            end = self.text.find(opening, self.at)
            if end < 0:
                self.fail(f"this {opening} is never closed", opened)
            self.at = end + 1
            return
        while (char := self.peek()) != _CLOSING[opening]:
            if not char or char in ")}]":
                self.fail(f"this '{opening}' is never closed", opened)
            if char in _CLOSING or char in "'\"":
                self.bracketed()
            else:
                self.at += 1
        self.at += 1
