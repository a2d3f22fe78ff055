"""lagrad-config: where a build system finds what it needs."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

import click

from . import shell

CMAKE = Path(__file__).parent / "cmake"


@click.command("lagrad-config")
@click.option("--version", is_flag=True, help="Print the version of lagrad.")
@click.option("--cmakedir", is_flag=True, help="Print the folder for CMake's lagrad_DIR.")
@click.option("--libs", is_flag=True, help="Print what a program links with, BLAS and OpenMP included.")
def command(version: bool, cmakedir: bool, libs: bool) -> int:
    """Print what build systems ask for, a line each. What one program needs is less than --libs: `lagrad-opt
    IN.mlir --emit=link-flags`. Objects need no header of ours, so there are no flags for a compiler."""
    if not (version or cmakedir or libs):
        raise click.UsageError("name one of --version, --cmakedir, --libs")
    if version:
        click.echo(metadata.version("lagrad"))
    if cmakedir:
        click.echo(CMAKE)
    if libs:
        from lagrad.lowering.machine.link_flags import all_link_flags

        click.echo(" ".join(all_link_flags()))
    return 0


def main() -> None:
    """The console script."""
    sys.exit(shell.run(command, sys.argv[1:]))
