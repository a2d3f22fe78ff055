"""Sizes of dimensions that types leave open: `--size 8`, and of one argument `--size A=8x3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import click

DEFAULT = 4
_TEXT = re.compile(r"(?:(%?[A-Za-z_$.\d][\w$.\-]*)=)?(\d+(?:x\d+)*)")


@dataclass(frozen=True)
class Sizes:
    """The size of every open dimension, and those of the arguments that are named."""

    all: int = DEFAULT
    of: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, texts: tuple[str, ...]) -> Sizes:
        """What the command line says; click.UsageError for what is no size."""
        everywhere, named = None, {}
        for text in texts:
            found = _TEXT.fullmatch(text)
            if found is None or (found[1] is None and "x" in found[2]):
                raise click.UsageError(f"--size takes N, NAME=N or NAME=NxN, not '{text}'")
            numbers = tuple(map(int, found[2].split("x")))
            name = found[1] and found[1].removeprefix("%")
            if name in named or (name is None and everywhere is not None):
                raise click.UsageError(f"--size {name or 'of all dimensions'} is given twice")
            if name is None:
                (everywhere,) = numbers
            else:
                named[name] = numbers
        return cls(DEFAULT if everywhere is None else everywhere, named)

    def among(self, names: set[str | None]) -> Sizes:
        """Without those of other arguments."""
        return Sizes(self.all, {name: numbers for name, numbers in self.of.items() if name in names})


def option(help: str = "") -> Callable:
    """The option --size of a command, whose parameter `size` has texts for `Sizes.read`."""
    said = (
        "Of dimensions that the types leave open (default: 4); with a NAME, of those of that argument, in their order."
    )
    return click.option("--size", multiple=True, metavar="[NAME=]N[xN]", help=help + said)
