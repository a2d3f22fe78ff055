"""Arguments that --arg names, for every function that has one of that name."""

from __future__ import annotations

import click


class NamedInputs:
    """The arguments of each primal; what --arg names goes to every function that has it."""

    def __init__(self, program, given: dict[str, str], seed: int, size: int):
        self.program, self.given, self.seed, self.size = program, given, seed, size
        self.unused = set(given)
        self.integers: dict[str, None] = {}  # the names of those that had to be chosen

    def of(self, function, point: int = 0) -> list:
        """The arguments; at another `point` floats that are not given are others."""
        from .inputs import arguments_of, chosen_integers, inputs_for

        known = set()
        for argument in arguments_of(function, self.program):
            known |= {argument.name, f"arg{argument.position}", str(argument.position)}
        mine = {name: value for name, value in self.given.items() if name.removeprefix("%") in known}
        self.unused -= set(mine)
        self.integers |= dict.fromkeys(chosen_integers(function, mine, self.program))
        return inputs_for(function, mine, self.seed + point, size=self.size, source=self.program)

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
