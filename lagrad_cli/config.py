"""lagrad-config: where a build system finds what it needs."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import click

from . import shell
from .completion import SHELLS, script

CMAKE = Path(__file__).parent / "cmake"


@click.command("lagrad-config")
@click.option("--version", is_flag=True, help="Print the version of lagrad.")
@click.option("--cmakedir", is_flag=True, help="Print the folder for CMake's lagrad_DIR.")
@click.option("--cflags", is_flag=True, help="Print flags for a compiler: an empty line, as none are needed.")
@click.option("--libs", is_flag=True, help="Print what a program links with, BLAS and OpenMP included.")
@click.option("--completion", type=click.Choice(SHELLS), help="Print what that shell reads to complete command lines.")
def command(version: bool, cmakedir: bool, cflags: bool, libs: bool, completion: str | None) -> int:
    """Print what build systems ask for, a line each. What one program needs is less than --libs: `lagrad-opt
    IN.mlir --emit=link-flags`. Objects need no header of ours; those that are emitted with them stand alone."""
    if not (version or cmakedir or cflags or libs or completion):
        raise click.UsageError("name one of --version, --cmakedir, --cflags, --libs, --completion")
    if version:
        click.echo(metadata.version("lagrad"))
    if cmakedir:
        click.echo(CMAKE)
    if cflags:
        click.echo("")
    if libs:
        from lagrad.lowering.machine.link_flags import all_link_flags

        click.echo(" ".join(all_link_flags()))
    if completion:
        click.echo(script(completion))
    return 0


def main() -> None:
    """The console script."""
    sys.exit(shell.run(command, sys.argv[1:]))
