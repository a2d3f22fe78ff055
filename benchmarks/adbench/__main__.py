"""`python -m benchmarks.adbench`: run the benchmarks, or make inputs for them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click

from . import benchmark
from .jax_reference import MissingJax
from .number_file import FormatError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """ADBench problems, differentiated from their MLIR programs."""


@main.command()
@click.option(
    "--bench", default=",".join(benchmark.names()), show_default=True, help="Benchmarks, separated by commas."
)
@click.option(
    "--data",
    default="",
    help="Input files in ADBench's format, separated by commas; without it, the small ones that come"
    " with the benchmarks.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the JSON lines here instead of on stdout.",
)
def run(bench: str, data: str, out: Path | None) -> None:
    """Compare objective and derivative with the reference, and time them: one JSON line a file.

    With several benchmarks, a file belongs to the one that its path names: gmm/... or ba4_... .
    The exit status is 1 if an error exceeds 1e-8.
    """
    from . import measure

    benchmarks = _chosen(bench)
    wanted = [name for name in data.split(",") if name]
    work = {b: [name for name in wanted if _owner(name, benchmarks) is b] for b in benchmarks}
    if not wanted:
        work = {b: list(b.samples) for b in benchmarks}

    lines, agree = [], True
    for b, inputs in work.items():
        programs = {}
        for name in inputs:
            given = b.read(name)
            for label, variant in b.variants(given).items():
                if variant not in programs:
                    programs[variant] = measure.compile_variant(variant)
                facts = {"bench": b.name, "data": name, "variant": label}
                facts |= measure.run(b, programs[variant], given)
                agree &= facts["agrees"]
                lines.append(json.dumps(facts))
                if out is None:
                    click.echo(lines[-1])
    if out is not None:
        out.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    if not agree:
        sys.exit(1)


@main.command()
@click.option("--bench", required=True, help="The benchmark.")
@click.option("--sizes", required=True, help="gmm: d,K,n; ba: n,m,p; others say.")
@click.option("--seed", default=0, show_default=True)
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path))
def generate(bench: str, sizes: str, seed: int, out: Path) -> None:
    """Write a random input in ADBench's format."""
    if len(chosen := _chosen(bench)) > 1:
        raise click.UsageError("--bench names one benchmark here")
    [b] = chosen
    try:
        numbers = [int(size) for size in sizes.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != len(b.sizes) or min(numbers) < 1:
        raise click.UsageError(f"--sizes of {b.name} are {len(b.sizes)} positive integers: {','.join(b.sizes)}")
    if b.write is None:
        raise click.UsageError(f"{b.name} has no files: its inputs are described by --data, {b.described}")
    b.write(out, b.generate(*numbers, seed=seed))


def _chosen(names: str) -> list[benchmark.Benchmark]:
    chosen = []
    for name in names.split(","):
        if name not in benchmark.names():
            raise click.UsageError(f"no benchmark '{name}'; there are: {', '.join(benchmark.names())}")
        chosen.append(benchmark.find(name))
    return chosen


def _owner(name: str, benchmarks: list[benchmark.Benchmark]) -> benchmark.Benchmark:
    """The benchmark an input is for: the only one, the one that it describes itself to, or the one
    whose name its folder or name has."""
    if len(benchmarks) == 1:
        return benchmarks[0]
    for b in benchmarks:
        if b.described and re.fullmatch(b.described, name):
            return b
    path = Path(name)
    folders = reversed(path.absolute().parent.parts)
    prefix = re.match("[a-z]*", path.name)[0]
    for word in (prefix, *folders):
        for b in benchmarks:
            if b.name == word:
                return b
    raise click.UsageError(f"cannot tell which benchmark {path} is for: run one at a time with --bench")


def _run_main() -> None:
    from lagrad.errors import Failure

    try:
        main(prog_name="python -m benchmarks.adbench")
    except (FormatError, MissingJax, Failure, OSError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    _run_main()
