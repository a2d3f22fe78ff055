"""What shells ask for when Tab is pressed: the programs' own scripts are click's, and passes are flags too."""

from __future__ import annotations

import importlib

import click
from click.shell_completion import CompletionItem, get_completion_class

SHELLS = ["bash", "zsh", "fish"]
# The console scripts, and the modules that have their commands.
PROGRAMS = {
    "lagrad-opt": "main",
    "lagrad-run": "run",
    "lagrad-check": "check",
    "lagrad-explain": "explain",
    "lagrad-config": "config",
    "lagrad-sparsity": "sparsity",
    "lagrad-tape-report": "tape_report",
}


def command_of(program: str) -> click.Command:
    return importlib.import_module(f".{PROGRAMS[program]}", __package__).command


def script(shell: str) -> str:
    """What a shell reads to complete the command lines of all programs."""
    made = []
    for program in PROGRAMS:
        variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
        completion = get_completion_class(shell)
        assert completion is not None
        made.append(completion(click.Command(program), {}, program, variable).source())
    return "\n".join(made)


def passes(incomplete: str) -> list[CompletionItem]:
    """The passes and pipelines that begin so."""
    from lagrad.pipelines import pass_names

    dashes = incomplete[: len(incomplete) - len(incomplete.lstrip("-"))]
    return [CompletionItem(dashes + name) for name in pass_names() if (dashes + name).startswith(incomplete)]
