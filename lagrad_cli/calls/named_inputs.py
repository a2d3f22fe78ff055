"""Arguments that --arg gives: by name, for every function that has one of it, or of one call."""

from __future__ import annotations

import re

import click

from .open_sizes import Sizes

_NAMED = re.compile(r"(%?[A-Za-z_$.\d][\w$.\-]*)=(.*)", re.S)


class NamedInputs:
    """The arguments of each primal; what --arg names goes to every function that has it."""

    def __init__(self, program, given: dict[str, str], seed: int, sizes: Sizes):
        self.program, self.given, self.seed, self.sizes = program, given, seed, sizes
        self.unused = {*given, *sizes.of}
        self.integers: dict[str, str] = {}  # the names of those that had to be chosen, and their values

    def of(self, function, point: int = 0) -> list:
        """The arguments; at another `point` floats that are not given are others."""
        from .inputs import arguments_of, chosen_integers, inputs_for

        known = set()
        for argument in arguments_of(function, self.program):
            known |= {argument.name, f"arg{argument.position}", str(argument.position)}
        mine = {name: value for name, value in self.given.items() if name.removeprefix("%") in known}
        sizes = self.sizes.among(known)
        self.unused -= {*mine, *sizes.of}
        self.integers |= chosen_integers(function, mine, self.program)
        return inputs_for(function, mine, self.seed + point, sizes=sizes, source=self.program)

    def complain_about_unused(self) -> None:
        from lagrad.errors import Failure

        if self.unused:
            raise Failure(f"no function that is differentiated has an argument '{min(self.unused)}'")


def named(arguments: tuple[str, ...]) -> dict[str, str]:
    named = {}
    for text in arguments:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--arg takes NAME=VALUE, not '{text}'")
        if name in named:
            raise click.UsageError(f"--arg {name} is given twice")
        named[name] = value
    return named


def of_a_call(arguments: tuple[str, ...]) -> dict[str, str]:
    """Names -> values; a value alone has the number of its position, and a .npz file the names of its arrays."""
    named, position = {}, 0
    for text in arguments:
        if found := _NAMED.fullmatch(text):
            given = {found[1]: found[2]}
        elif text.endswith(".npz"):
            from .inputs import keys

            given = {key: f"{text}:{key}" for key in keys(text)}
        else:
            given, position = {str(position): text}, position + 1
        for name, value in given.items():
            if name in named:
                raise click.UsageError(f"--arg {name} is given twice")
            named[name] = value
    return named
