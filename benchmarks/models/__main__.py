"""`python -m benchmarks.models`: write the programs anew, measure them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click

from ..adbench import peers
from ..page import write as write_page
from . import catalogue, tools
from .model import Model

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "models.md"
TIMES = ("<!-- times: made by python -m benchmarks.models run --write -->\n", "<!-- end of times -->")
SUMMARY = ("<!-- models: made by python -m benchmarks.models run --write -->\n", "<!-- end of models -->")
COUNTS = ("<!-- counts: made by python -m benchmarks.models counts --write -->\n", "<!-- end of counts -->")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Ordinary programs from JAX and PyTorch: gradient and value."""


@main.command()
def export() -> None:
    """Write every program in programs/ anew, from the functions in JAX, and in PyTorch where that is installed."""
    from lagrad.mlir import capi

    from . import jax_models

    catalogue.write(jax_models.MODELS)
    for each in jax_models.MODELS.values():
        if each.source == "jax":
            each.path.write_text(jax_models.exported(each))
    torch = peers.tools()["torch"]
    if torch.missing:
        click.echo(f"what PyTorch exports stays as it is: this needs {torch.missing}", err=True)
    else:
        bindings = Path(capi.__file__).parents[2]
        subprocess.run([torch.python, "-m", "benchmarks.models.torch_export", bindings], cwd=peers.ROOT, check=True)


@main.command()
@click.option("--model", default="", help="Models, separated by commas; without it, all.")
@click.option("--tool", default=",".join(tools.TOOLS), show_default=True, help="Tools, separated by commas.")
@click.option("--threads", default="1", show_default=True, help="Numbers of threads: a table each.")
@click.option("--seconds", default=1.0, show_default=True, help="To measure a tool on a model.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="For the results, as lines of JSON.")
@click.option(
    "--write", is_flag=True, help="Put the tables into docs/models.md; those of all models and tools, README.md too."
)
def run(model: str, tool: str, threads: str, seconds: float, out: Path | None, write: bool) -> None:
    """Compare each tool with JAX in f64, then measure it, in a process of its own.

    The exit status is 1 if a tool fails or differs from JAX.
    """
    from . import measure, tables

    models = _chosen(model)
    chosen = [_named(_present(), name, "tool") for name in _words(tool)]
    failures: list[str] = []
    found: dict[int, list[measure.Line]] = {}
    for count in map(_threads, _words(threads)):
        found[count] = []
        for line in measure.run(models, [each for each in chosen if not each.missing], count, seconds, failures.append):
            click.echo(f"{line['tool']} {line['model']}: {line['processor_ms']:.3g} ms", err=True)
            found[count].append(line)
    if out:
        out.write_text("".join(json.dumps(line) + "\n" for lines in found.values() for line in lines))
    text = "\n".join(
        f"With {count} thread{'s' if count > 1 else ''}:\n\n{tables.table(lines)}" for count, lines in found.items()
    )
    click.echo(text)
    if write:
        write_page(PAGE, TIMES[0], text, TIMES[1])
        if len(models) == len(catalogue.models()) and {each.name for each in chosen if not each.missing} == {
            *tools.TOOLS
        }:
            write_page(ROOT / "README.md", SUMMARY[0], tables.summary(found), SUMMARY[1])
    for each in (each for each in chosen if each.missing):
        click.echo(f"{each.name}: skipped, it needs {each.missing}", err=True)
    for failure in failures:
        click.echo(f"error: {failure}", err=True)
    if failures:
        sys.exit(1)


@main.command("counts")
@click.option("--model", default="", help="Models, separated by commas; without it, all.")
@click.option("--write", is_flag=True, help="Put the table into docs/models.md.")
def count(model: str, write: bool) -> None:
    """What does not depend on how busy the machine is: sizes of code, what a call takes of the heap, page faults."""
    from . import counts

    text = counts.table([counts.of(each) for each in _chosen(model)])
    click.echo(text)
    if write:
        write_page(PAGE, COUNTS[0], text, COUNTS[1])


def _chosen(names: str) -> list[Model]:
    return [_named(catalogue.models(), name, "model") for name in _words(names) or catalogue.models()]


def _present() -> dict[str, peers.Tool]:
    return {name: tool for name, tool in peers.tools().items() if name in tools.TOOLS}


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def _named(known: dict, name: str, what: str):
    if name not in known:
        raise click.UsageError(f"no {what} '{name}'; there are: {', '.join(known)}")
    return known[name]


def _threads(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= os.cpu_count():
        raise click.UsageError(f"--threads: numbers from 1 to {os.cpu_count()}, not '{text}'")
    return int(text)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.models")
