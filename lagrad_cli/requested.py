"""A derivative that the command line asks for, of a file that stays as it is: `--function f --wrt 0`."""

from __future__ import annotations

from collections.abc import Callable

import click

KINDS = ("gradient", "pullback", "pushforward", "value_and_grad", "hvp", "jacobian", "hessian")


def options(command: Callable) -> Callable:
    """The options of a command that takes such a request."""
    for option in (
        click.option("--wrt", metavar="N,N", help="With --function: numbers of arguments; without it, all of floats."),
        click.option("--mode", type=click.Choice(KINDS), help="With --function: the kind (default: gradient)."),
        click.option("--function", metavar="NAME", help="Differentiate this function, as if the program asked for it."),
    ):
        command = option(command)
    return command


def declared(module, given: dict) -> str | None:
    """The name of the request, which the module has now; None if the command line has none.

    Functions of the llvm dialect that are differentiated work on memrefs then.

    Raises click.UsageError for options without a function, Failure for a function or argument that is not there.
    """
    from lagrad import pipelines, requests
    from lagrad.transforms.raise_llvm import defined

    if given["function"] is None:
        pipelines.run(module.operation, pipelines.RAISE)
        for option in ("mode", "wrt"):
            if given[option] is not None:
                raise click.UsageError(f"--{option} is for the derivative of a function, which --function names")
        return None
    primal, kind = given["function"].removeprefix("@"), given["mode"] or "gradient"
    op = module.operation
    if primal in defined(op):
        pipelines.run(op, f"{pipelines.RAISE.removesuffix('}')} function={primal}}}")
    with module.context:
        name = requests.fresh_name(op, f"{primal}_{kind}")
        requests.declare(op, kind, primal, _numbers(given["wrt"]), name, op.location)
    return name


def _numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() for word in words):
        raise click.UsageError(f"--wrt lists numbers of arguments, as 0,2, not '{text}'")
    return [int(word) for word in words]
