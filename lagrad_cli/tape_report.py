"""lagrad-tape-report: what memory a derivative reads and writes, and what its tape costs with caches."""

from __future__ import annotations

import sys
from itertools import product

import click

from . import shell
from .calls import open_sizes
from .calls.named_inputs import of_a_call

HELP = """Show how a function of the MLIR program IN (- for standard input) uses memory: its tape's share of the
accesses, how long recorded values live, how far apart a line is used again, and the traffic of caches.

    lagrad-tape-report f.mlir --entry=f_gradient --arg n=1000
    lagrad-tape-report f.mlir --entry=f_gradient --passes=lagrad-layout-tape --out report.html

Each --passes is another variant, beside the derivative as it is. An argument that is not given takes its
`lagrad.example`, or else seeded values in [0.5, 1.5], 3 if it is an integer. Caches are simulated by
pycachesim: 64-byte lines, written back, the line used longest ago replaced. Exit status: 0; 1 an error in
the program; 2 in the command line."""
_TAPES = ("auto", "record", "recompute", "min-memory", "everything")


@click.command("lagrad-tape-report", help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"))
@click.argument("input", metavar="IN|-", type=shell.FILE)
@click.option("--entry", required=True, metavar="NAME", help="The function to call.")
@click.option("--arg", "arguments", multiple=True, metavar="[NAME=]VALUE|FILE.npz", help="As of lagrad-run.")
@click.option("--passes", multiple=True, metavar="TEXT", help="Passes between lagrad-default and the lowering.")
@click.option(
    "--tape",
    default="auto",
    type=click.Choice(_TAPES),
    help="What derivatives record: the option of lagrad-differentiate.",
)
@open_sizes.option()
@click.option("--seed", default=0, help="Of the values of arguments that are not given.")
@click.option("--cache", "caches", metavar="KIB,KIB", default="1,2,4,8,16,32,64,128", help="Sizes of caches.")
@click.option("--ways", metavar="WAYS,WAYS", default="4", help="Lines of a set; several are shown beside each other.")
@click.option("--capacity", default=1_000_000, type=click.IntRange(1), help="So many accesses are written down.")
@click.option("--out", metavar="FILE.html", help="Write a page with pictures too.")
@click.option("--debug", is_flag=True, help="Show where in lagrad an error comes from.")
def command(**given) -> int:
    given["size"] = open_sizes.Sizes.read(given["size"])
    given["caches"] = [1024 * size for size in _numbers("cache", "sizes in KiB", given["caches"])]
    given["ways"] = _numbers("ways", "numbers of lines", given["ways"])
    return shell.Work(lambda work: _work(work, given), debug=given["debug"]).run()


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `lagrad-tape-report ARGUMENTS`."""
    return shell.run(command, arguments)


def _numbers(option: str, kind: str, text: str) -> list[int]:
    if not all(number.isdecimal() and int(number) for number in text.split(",")):
        raise click.UsageError(f"--{option} takes {kind}, as in 1,32, not '{text}'")
    return [int(number) for number in text.split(",")]


def _work(work: shell.Work, given: dict) -> int:
    from lagrad import pipelines
    from lagrad.characterize import accesses, page
    from lagrad.characterize.caches import simulate
    from lagrad.errors import CheckFailed

    from . import guard, output, source
    from .calls.inputs import blame

    for passes in given["passes"]:
        pipelines.read(passes)  # a misspelt one is a matter of the command line
    if given["out"]:
        output.check_writable(given["out"])
    work.program = source.read(given["input"])
    module = source.parse(work.program, pipelines.new_context())
    entry = given["entry"].removeprefix("@")
    values, integers = _arguments(module, entry, work.program, given)
    running = lambda: guard.running(f"@{entry}")  # noqa: E731
    try:
        accesses.check_bounds(module, entry, values, given["tape"], running)
    except CheckFailed as problem:
        raise blame(problem, integers) from None
    variants = []
    for passes in ("", *given["passes"]):
        found = accesses.of(module, entry, values, passes, given["capacity"], given["tape"], running)
        caches = [simulate(found, size, ways) for size, ways in product(given["caches"], given["ways"])]
        variants.append(page.Variant(passes, found, caches))
    if given["out"]:  # before there is a pipe that its reader may close
        output.write(given["out"], page.page(f"The tape of @{entry}", variants).encode())
    print(page.text(f"@{entry}", variants))
    return 0


def _arguments(module, entry: str, program, given: dict) -> tuple[list, list[str]]:
    """The values to call a function with, and which of them are integers that were chosen here."""
    from lagrad import pipelines
    from lagrad.analysis.call_graph import functions
    from lagrad.errors import Failure

    from .calls.inputs import chosen_integers, inputs_for

    with module.context:
        known = functions(module.operation)
        if entry not in known:
            raise Failure(f"there is no function @{entry}{pipelines.did_you_mean(entry, known)}")
        named = of_a_call(given["arguments"])
        values = inputs_for(known[entry], named, given["seed"], sizes=given["size"], source=program)
        return values, chosen_integers(known[entry], named, program)


if __name__ == "__main__":
    main()
