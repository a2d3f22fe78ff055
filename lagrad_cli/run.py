"""lagrad-run: compile a program and call one of its functions."""

from __future__ import annotations

import re
import sys

import click

from . import shell
from .calls import open_sizes, requested
from .calls.named_inputs import of_a_call

HELP = """Compile the MLIR program IN (- for standard input) and call one of its functions.

    lagrad-run f.mlir --entry=f --arg x=[1,2,3] --arg y=data.npy --out 0=result.npy

Derivatives that the program asks for are filled in first, and one that --grad asks for. An argument that is not
given takes its `lagrad.example`, or else seeded values in [0.5, 1.5], 3 if it is an integer. Exit status: 0; 1 an error
in the program; 2 in the command line."""


@click.command("lagrad-run", help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"))
@click.argument("input", metavar="IN|-", type=shell.FILE)
@click.option("--entry", metavar="NAME", help="The function to call; needed if there are several.")
@click.option(
    "--arg", "arguments", multiple=True, metavar="[NAME=]VALUE",
    help="An argument: a number, a list like [[1,2],[3,4]], a .npy file, or FILE.npz:KEY. NAME is the program's, "
    "argN or N; without one the next argument is meant. FILE.npz gives its arrays to the arguments of their names.",
)  # fmt: skip
@click.option(
    "--out", "outputs", multiple=True, metavar="[NAME=]FILE",
    help="Write result NAME (resultN or N) to a .npy or .npz file instead of printing it; without a NAME all results, "
    "to a .npz file.",
)  # fmt: skip
@click.option("--seed", default=0, help="Of the values of arguments that are not given.")
@open_sizes.option()
@click.option("--pipeline", "-p", metavar="TEXT", help="Instead of lagrad-default,lagrad-to-llvm-blas.")
@click.option(
    "--shared-libs", "libraries", multiple=True, metavar="FILE[,FILE]",
    help="Shared libraries with functions that the program declares.",
)  # fmt: skip
@click.option(
    "--threads", default=1, type=click.IntRange(1, 1024), help="How many threads share the iterations of loops."
)  # fmt: skip
@click.option(
    "--check-bounds", is_flag=True,
    help="Report indices out of bounds, negative sizes, and sizes that disagree; without it only where integer "
    "arguments are not given.",
)  # fmt: skip
@click.option(
    "--strict", is_flag=True, help="Keep the order of floating-point operations, and call no library for them."
)
@click.option(
    "--count", type=click.Choice(["flops"]),
    help="Print the floating-point operations that were executed, and the bytes that were read and written.",
)  # fmt: skip
@click.option("--time", "is_timed", is_flag=True, help="Print how long a call takes, from Python.")
@click.option(
    "--repeat", type=click.IntRange(1), metavar="N",
    help="With --time, --profile: N calls (default: for half a second).",
)  # fmt: skip
@click.option(
    "--profile", "profile", is_flag=False, flag_value="text", type=click.Choice(["text", "json"]), metavar="[=json]",
    help="Print where the time goes, by loop and call, beside operations, bytes and what the machine can do; =json "
    "for programs. With --repeat: so many calls.",
)  # fmt: skip
@click.option(
    "--profile-depth", default=2, type=click.IntRange(0), metavar="N", show_default=True,
    help="With --profile: so many loops, one inside another, are told apart.",
)  # fmt: skip
@requested.options
@shell.RULES
@click.option("--debug", is_flag=True, help="Show where in lagrad an error comes from.")
def command(**given) -> int:
    if given["repeat"] and not (given["is_timed"] or given["profile"]):
        raise click.UsageError("--repeat is how often --time or --profile calls")
    for other in ("count", "is_timed"):
        if given["profile"] and given[other]:
            raise click.UsageError("--profile says all that --count and --time do: leave them out")
    if given["profile"] and given["threads"] > 1:
        raise click.UsageError("--profile is of one thread: leave out --threads")
    given["size"] = open_sizes.Sizes.read(given["size"])
    return shell.Work(lambda work: _do(work, given), given["debug"]).run()


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `lagrad-run ARGUMENTS`."""
    return shell.run(command, arguments)


def _do(work: shell.Work, given: dict) -> int:
    from . import source

    shell.load_rules(given["rules"])
    work.program = source.read(given["input"])
    _call(work.program, given)
    return 0


def _call(program, given: dict) -> None:
    from lagrad import execute, pipelines
    from lagrad.errors import CheckFailed, Failure
    from lagrad.lowering.loops.count_operations import COUNTS, NAMES

    from . import guard, output, source
    from .calls import results, stopwatch
    from .calls.inputs import blame, chosen_integers, inputs_for

    pipeline = given["pipeline"] or execute.PIPELINE
    if given["strict"]:
        pipeline = re.sub(r"lagrad-to-llvm(-blas)?(\{[^}]*\})?(?![\w-])", "lagrad-to-llvm-strict", pipeline)
    if given["count"]:
        pipeline = re.sub(r"lagrad-to-llvm(-blas|-strict)?(\{[^}]*\})?(?![\w-])", "lagrad-to-llvm-counted", pipeline)
    if given["check_bounds"]:
        pipeline = pipelines.with_bounds(pipeline)
    if given["threads"] > 1:
        pipeline = pipelines.with_threads(pipeline, given["threads"])
    pipelines.read(pipeline)  # a misspelt one is a matter of the command line
    module = source.parse(program, pipelines.new_context())
    request = requested.declared(module, given, program)
    entry = _entry(module, given["entry"] or request)
    named = of_a_call(given["arguments"])
    values = inputs_for(entry, named, given["seed"], sizes=given["size"], source=program)
    integers = chosen_integers(entry, named, program)
    if integers and pipelines.has_lowering(pipeline) and not given["count"]:  # which would count the checks too
        pipeline = pipelines.with_bounds(pipeline)  # what was chosen here may be no index of the program's
    name = _symbol(entry)
    libraries = [path for paths in given["libraries"] for path in paths.split(",")]
    compiled = execute.compile(module, pipeline=pipeline, entry=name, libraries=libraries)
    function = compiled[name]
    if given["count"] and COUNTS not in compiled.functions:
        raise click.UsageError("--count needs a pipeline with lagrad-count-operations, such as lagrad-to-llvm-counted")
    files = results.files(given["outputs"], name, len(function.signature.results))
    for path in files.values():
        output.check_writable(path)
    told = ""
    try:
        if given["profile"]:
            told = _profile(module, name, values, pipeline, libraries, given)
        with guard.running(f"@{name}"):
            if given["is_timed"]:
                told = stopwatch.timed(function, values, given["repeat"])
            returned = function(*values)
    except CheckFailed as problem:
        raise blame(problem, integers) from None
    except ValueError as problem:  # sizes that do not go together
        raise Failure(str(problem)) from None
    values = results.as_tuple(returned, len(function.signature.results))
    for n, (result, parameter) in enumerate(zip(values, function.signature.results)):
        if n not in files and given["profile"] != "json":  # which is for programs
            print(f"result {n}: {parameter.mlir}\n{results.shown(result)}")
    results.write(values, files)
    if told:
        print(told)
    if given["count"]:
        print("executed: " + ", ".join(f"{count} {name}" for name, count in zip(NAMES, compiled[COUNTS]())))


def _profile(module, name: str, values: list, pipeline: str, libraries: list[str], given: dict) -> str:
    from lagrad import profile

    from . import guard

    found = profile.measure(
        module, name, values, pipeline=pipeline, depth=given["profile_depth"], repeat=given["repeat"],
        libraries=libraries, running=lambda: guard.running(f"@{name}"),
    )  # fmt: skip
    return profile.text(found) if given["profile"] == "text" else profile.as_json(found)


def _symbol(function) -> str:
    from lagrad.mlir import ir

    return ir.StringAttr(function.attributes["sym_name"]).value


def _entry(module, wanted: str | None):
    """The function to call; without a name the only one that can be meant."""
    from lagrad import pipelines
    from lagrad.analysis.call_graph import is_public
    from lagrad.errors import Failure
    from lagrad.lowering.preparation.markers import request_kind

    functions = {}
    for op in module.body.operations:
        op = op.operation
        if op.name == "func.func":
            has_body = len(op.regions[0].blocks) > 0
            if wanted or request_kind(op) or (has_body and is_public(op)):
                functions[_symbol(op)] = op
    if wanted is not None:
        wanted = wanted.removeprefix("@")
        if wanted not in functions:
            raise Failure(f"there is no function @{wanted}{pipelines.did_you_mean(wanted, functions)}")
        return functions[wanted]
    if len(functions) != 1:
        known = ", ".join(f"@{name}" for name in functions) or "none"
        raise click.UsageError(f"--entry says which function to call; there is {known}")
    return next(iter(functions.values()))


if __name__ == "__main__":
    main()
