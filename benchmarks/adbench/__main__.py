"""`python -m benchmarks.adbench`: run the benchmarks, report on the results, make inputs."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

from . import benchmark, peers
from .jax_reference import MissingJax
from .number_file import FormatError
from .results import MixedResults, Results, kind


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """ADBench problems, differentiated from their MLIR programs."""


@main.command()
@click.option(
    "--bench", default=",".join(benchmark.names()), show_default=True, help="Benchmarks, separated by commas."
)
@click.option("--tool", default=",".join(peers.tools()), show_default=True, help="Tools, separated by commas.")
@click.option(
    "--data",
    default="",
    help="Inputs, separated by commas: files in ADBench's format, folders of such files, or words as"
    " 1024:tri (trmv) and 512:f32 (mlp). Without it, the small inputs that come with the benchmarks.",
)
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1), help="For every tool.")
@click.option(
    "--quick",
    is_flag=True,
    help="Each tool's best known way of writing a benchmark, two of the small inputs, and a few runs.",
)
@click.option(
    "--full",
    is_flag=True,
    help="All sizes of trmv and mlp, our optimisations one at a time on one input of each kind, and a limit of time.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    help="For the whole run: where they become short, inputs are measured less, then each tool's best known way only.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Append the JSON lines to this file.")
def run(
    bench: str, tool: str, data: str, threads: int, quick: bool, full: bool, minutes: float | None, out: Path | None
) -> None:
    """Compare all tools with the reference, and time them in turns: one JSON line a cell.

    A cell is a tool's way of writing a benchmark, on an input. Those that --out has already are not
    measured again, so that a sweep that was interrupted goes on where it was. With several benchmarks,
    a file belongs to the one that its path names: gmm/... or ba4_... . The exit status is 1 if a tool
    fails, or differs from the reference by more than 1e-8 (1e-4 in f32).
    """
    from tqdm import tqdm

    from . import sweep

    if quick and full:
        raise click.UsageError("--quick and --full exclude each other")
    if threads > os.cpu_count():
        raise click.UsageError(f"--threads: there are {os.cpu_count()} cores")
    chosen = _present(tool, threads)
    results = Results.open(out)
    results.check(sweep.cpu())
    groups = []
    inputs = _inputs(_chosen(bench), data, quick=quick, full=full)
    in_steps = _smaller(inputs) if full and threads == 1 else []
    for b, name in [*inputs, *(one for one in in_steps if one not in inputs)]:
        these = chosen if (b, name) in inputs else [one for one in chosen if one.name == "lagrad"]
        group = sweep.cells(b, name, these, threads, quick=quick, steps=(b, name) in in_steps)
        group.cells = [cell for cell in group.cells if cell not in results]
        group.left_out = [cell for cell in group.left_out if cell not in results]
        if group.cells or group.left_out:
            groups.append(group)

    effort = sweep.QUICK if quick else sweep.FULL if full else sweep.USUAL
    failures = 0
    with tqdm(total=2 * sum(len(group.cells) for group in groups), unit="step", disable=None) as bar:

        def tell(message: str) -> None:
            nonlocal failures
            failures += 1
            bar.write(f"error: {message}", file=sys.stderr)

        clock = sweep.Clock(minutes, sum(group.weight for group in groups))
        for group in groups:
            bar.set_description(f"{group.benchmark.name} {Path(group.data).stem}")
            total = len(group.cells)
            share = clock.share(group.weight)
            sweep.shorten(group, share)
            bar.update(2 * (total - len(group.cells)))
            results.add(list(sweep.run(group, effort.within(share), tell, bar.update)))
    if failures:
        sys.exit(1)


@main.command()
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="The folder to write.")
@click.option(
    "--page",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Put the summary between the markers of this file, too.",
)
@click.option(
    "--readme",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Put a short table of times between the markers of this file, too.",
)
def report(results: Path, out: Path, page: Path | None, readme: Path | None) -> None:
    """Make a page, charts and a summary of RESULTS, what `run --out` wrote."""
    from . import report_page

    if not (lines := Results.open(results).lines):
        raise click.UsageError(f"{results} has no results")
    try:
        report_page.write(lines, out, page, readme)
    except report_page.NoMarkers as problem:
        raise click.UsageError(str(problem)) from None


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


def _present(names: str, threads: int) -> list[peers.Tool]:
    """The tools of these names that are installed and can use the threads; a line about each of the others."""
    known = peers.tools()
    present = []
    for name in names.split(","):
        if name not in known:
            raise click.UsageError(f"no tool '{name}'; there are: {', '.join(known)}")
        if known[name].missing:
            click.echo(f"{name}: skipped, it needs {known[name].missing}", err=True)
        elif threads > 1 and not known[name].threaded:
            click.echo(f"{name}: skipped, it uses one thread", err=True)
        else:
            present.append(known[name])
    return present


def _inputs(
    benchmarks: list[benchmark.Benchmark], data: str, *, quick: bool = False, full: bool = False
) -> list[tuple[benchmark.Benchmark, str]]:
    """What to run on what, benchmark by benchmark."""
    wanted: dict[str, list[str]] = {b.name: [] for b in benchmarks}
    for name in filter(None, data.split(",")):
        if Path(name).is_dir():
            for b in benchmarks:
                wanted[b.name] += _files_below(Path(name), b)
        else:
            wanted[_owner(name, benchmarks).name].append(name)
    for b in benchmarks:
        if full:
            wanted[b.name] += b.full
        if not data and not wanted[b.name]:
            wanted[b.name] += b.samples[:2] if quick else b.samples
    return [(b, _shown(name)) for b in benchmarks for name in wanted[b.name]]


def _smaller(inputs: list[tuple[benchmark.Benchmark, str]]) -> list[tuple[benchmark.Benchmark, str]]:
    """One of the smaller inputs of each kind, whose names differ in numbers only, or the benchmark's own."""
    kinds: dict[str, list] = {}
    for b, name in inputs:
        one = (b, _shown(b.stepped)) if b.stepped else (b, name)
        kinds.setdefault(kind(f"{b.name} {one[1]}"), []).append(one)
    return [alike[(len(alike) - 1) // 4] for alike in kinds.values()]


def _shown(name: str) -> str:
    """A path as seen from here, where it lies below."""
    return str(Path(name).relative_to(Path.cwd())) if Path(name).is_relative_to(Path.cwd()) else name


def _files_below(folder: Path, b: benchmark.Benchmark) -> list[str]:
    """The benchmark's files, which have names like ba1_n49.txt, by the numbers in them."""
    files = [str(path) for path in folder.rglob("*.txt") if re.match(f"{b.name}[0-9]*_.*[0-9]", path.name)]
    return sorted(
        files, key=lambda file: [(word.zfill(12) if word.isdigit() else word) for word in re.split(r"(\d+)", file)]
    )


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
    except (FormatError, MixedResults, MissingJax, Failure, OSError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(1)
    except ModuleNotFoundError as error:
        if error.name not in ("tqdm", "matplotlib"):
            raise
        click.echo(f"error: this needs {error.name}: python -m pip install -e '.[benchmark]'", err=True)
        sys.exit(1)


if __name__ == "__main__":
    _run_main()
