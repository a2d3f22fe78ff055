"""lagrad-explain: a program and its derivative on one page, to find out why."""

from __future__ import annotations

import json
import sys

import click

from . import shell
from .calls import open_sizes, requested
from .calls.named_inputs import named

HELP = """Write a page that explains the derivatives of the MLIR program IN (- for standard input): each line beside
the lines of the derivative that it becomes, which values are active and why, what is recorded and who reads it, and
what each pass changed.

    lagrad-explain f.mlir -o page.html
    lagrad-explain f.mlir --grad=f --wrt=x -o page.html
    lagrad-explain f.mlir --profile --entry=f_gradient --arg n=1000 -o page.html

The page is one file and needs no network. Of a program that is refused it shows why, at its lines; the exit status is
then 1. Exit status: 0; 1 an error in the program; 2 in the command line."""


@click.command("lagrad-explain", help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"))
@click.argument("input", metavar="IN|-", type=shell.FILE)
@click.option("-o", "output", default="-", metavar="PAGE.html", help="Write here (default: standard output).")
@click.option(
    "--pipeline",
    "-p",
    default="lagrad-default",
    metavar="TEXT",
    help="What makes the derivatives (default: lagrad-default).",
)
@click.option(
    "--lowering",
    default="lagrad-to-llvm",
    metavar="TEXT",
    help="What runs afterwards, to be shown by stages; '' for nothing.",
)
@click.option("--profile", is_flag=True, help="Call a function too, and show where its time goes, loop by loop.")
@click.option("--entry", metavar="NAME", help="With --profile: the function; needed if there are several derivatives.")
@click.option(
    "--arg", "arguments", multiple=True, metavar="NAME=VALUE", help="With --profile: an argument, as for lagrad-run."
)
@open_sizes.option("With --profile: ")
@click.option(
    "--repeat", type=click.IntRange(1), metavar="N", help="With --profile: N calls (default: for half a second)."
)
@requested.options
@shell.RULES
@click.option("--debug", is_flag=True, help="Show where in lagrad an error comes from.")
def command(**given) -> int:
    if not given["profile"]:
        for option, name in (("entry", "entry"), ("arguments", "arg"), ("size", "size"), ("repeat", "repeat")):
            if given[option] not in (None, ()):
                raise click.UsageError(f"--{name} goes with --profile")
    elif not given["lowering"]:
        raise click.UsageError("--profile calls what --lowering makes: leave out --lowering=")
    given["arguments"], given["size"] = named(given["arguments"]), open_sizes.Sizes.read(given["size"])
    return shell.Work(lambda work: _work(work, given), debug=given["debug"]).run()


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `lagrad-explain ARGUMENTS`."""
    return shell.run(command, arguments)


def _work(work: shell.Work, given: dict) -> int:
    from lagrad import pipelines
    from lagrad.explain import explain, page

    from . import guard, output, source

    for text in (given["pipeline"], given["lowering"]):
        pipelines.read(text)  # a misspelt one is a matter of the command line
    output.check_writable(given["output"])
    shell.load_rules(given["rules"])
    work.program = program = _as_text(source.read(given["input"]))

    def parsed():
        module = source.parse(program, pipelines.new_context())
        return module, requested.declared(module, given, program)

    module, request = parsed()
    profile = None
    if given["profile"]:  # before the page: it may be that the arguments do not fit
        entry = _entry(module, given["entry"] or request)
    explained = explain(
        module, _shown(program), pipeline=given["pipeline"], lowering=given["lowering"], enter=guard.enter
    )
    if given["profile"] and explained.refusal is None:
        profile = _profile(parsed()[0], entry, program, given)
    explained.data["profile"] = profile
    output.write(given["output"], page(explained.data))
    if explained.refusal is not None:
        raise explained.refusal
    return 0


def _as_text(program):
    """The program with a text to show: bytecode is printed."""
    from lagrad import pipelines

    from . import source

    if isinstance(program.text, str):
        return program
    return source.Source(program.name, source.parse(program, pipelines.new_context()).operation.get_asm())


def _shown(program):
    from lagrad.explain.sources import Text

    return Text(program.name, [line.rstrip("\r") for line in "\n".join(program.lines()).rstrip().split("\n")])


def _entry(module, wanted: str | None) -> str:
    """The function to call: without a name the only derivative. Raises Failure for a name that is not there."""
    from lagrad import pipelines
    from lagrad.analysis.call_graph import functions
    from lagrad.errors import Failure
    from lagrad.lowering.preparation.markers import request_kind

    with module.context:
        known = functions(module.operation)
        requests = [name for name, function in known.items() if request_kind(function)]
    if wanted is None and len(requests) == 1:
        return requests[0]
    if wanted is None:
        there = ", ".join(f"@{name}" for name in requests) or "none"
        raise click.UsageError(f"--entry says which function to profile; derivatives are {there}")
    wanted = wanted.removeprefix("@")
    if wanted not in known:
        raise Failure(f"there is no function @{wanted}{pipelines.did_you_mean(wanted, known)}")
    return wanted


def _profile(module, entry: str, program, given: dict) -> dict:
    """The numbers of `lagrad-run --profile=json`."""
    from lagrad import pipelines, profile
    from lagrad.analysis.call_graph import functions
    from lagrad.errors import Failure

    from . import guard
    from .calls.inputs import chosen_integers, inputs_for

    pipeline = f"{given['pipeline']},{given['lowering']}"
    with module.context:
        function = functions(module.operation)[entry]
        values = inputs_for(function, given["arguments"], 0, sizes=given["size"], source=program)
        if chosen_integers(function, given["arguments"], program):
            pipeline = pipelines.with_bounds(pipeline)
    try:
        running = lambda: guard.running(f"@{entry}")  # noqa: E731
        measured = profile.measure(module, entry, values, pipeline=pipeline, repeat=given["repeat"], running=running)
    except ValueError as problem:  # sizes that do not go together
        raise Failure(str(problem)) from None
    return json.loads(profile.as_json(measured))


if __name__ == "__main__":
    main()
