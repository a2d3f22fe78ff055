"""A derivative that the command line asks for, of a file that stays as it is: `--grad f --wrt x`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..source import Source

KINDS = ("gradient", "pullback", "pushforward", "value_and_grad", "hvp", "jacobian", "hessian")


def options(command: Callable) -> Callable:
    """The options of a command that takes such a request."""
    for option in (
        click.option(
            "--wrt", metavar="N,N", help="With --grad: names or numbers of arguments; without it, all of floats."
        ),
        click.option("--mode", type=click.Choice(KINDS), help="With --grad: the kind (default: gradient)."),
        click.option(
            "--grad",
            "--function",
            "function",
            metavar="NAME",
            help="Differentiate this function, as if the program asked for it.",
        ),  # fmt: skip
    ):
        command = option(command)
    return command


def declared(module, given: dict, program: Source) -> str | None:
    """The name of the request, which the module has now; None if the command line has none.

    Functions of the llvm dialect that are differentiated work on memrefs then.

    Raises click.UsageError for options without a function, Failure for a function or argument that is not there.
    """
    from lagrad import pipelines
    from lagrad.asked import Asked

    if given["function"] is None:
        pipelines.run(module.operation, pipelines.RAISE)
        for option in ("mode", "wrt"):
            if given[option] is not None:
                raise click.UsageError(f"--{option} is for the derivative of a function, which --grad names")
        return None
    asked = Asked(given["mode"] or "gradient", given["function"].removeprefix("@"), _places(given["wrt"]))
    return asked.declare(module.operation, program.lines())


def _places(text: str | None) -> tuple[int | str, ...] | None:
    """Numbers and names of arguments."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise click.UsageError(f"--wrt lists arguments by number or name, as 0,2 or x,y, not '{text}'")
    return tuple(int(word) if word.isdecimal() else word for word in words)
