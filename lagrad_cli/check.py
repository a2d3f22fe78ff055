"""lagrad-check: test the derivatives that a program asks for against finite differences."""

from __future__ import annotations

import sys

import click

from . import shell
from .calls import open_sizes, requested
from .calls.named_inputs import NamedInputs, named

HELP = """Check every derivative that the MLIR program IN (- for standard input) asks for against finite
differences of its primal.

    lagrad-check f.mlir --arg x=[1,2,3] --arg y=data.npy
    lagrad-check f.mlir --grad f --wrt x
    lagrad-check --load toy.py --rule toy.mul --type '(f64, f64) -> f64'

Prints a line for each, which must hold at several points, in strict code, which checks bounds too, and in
default code. An argument that is not given takes its `lagrad.example`, or else seeded values in
[0.5, 1.5], 3 if it is an integer. Exit status: 0; 1 a derivative is wrong, or an error in the program; 2 in
the command line."""


@click.command("lagrad-check", help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"))
@click.argument("input", metavar="[IN|-]", required=False, type=shell.FILE)
@click.option("--rule", metavar="OPERATION", help="Instead of a program: check the rules of an operation.")
@click.option(
    "--type", "form", metavar="TYPE",
    help="With --rule: its type, behind its regions and attributes, as '{n = 3 : i64} : (f64) -> f64'. Default: of "
    "floats, if it has partials.",
)  # fmt: skip
@click.option(
    "--arg", "arguments", multiple=True, metavar="NAME=VALUE",
    help="An argument of every primal that has one of this name: a number, a list like [[1,2],[3,4]], or a "
    ".npy file. NAME is the program's, argN or N.",
)  # fmt: skip
@click.option(
    "--tolerance", type=click.FloatRange(min=0, min_open=True), help="Relative to the gradient's largest entry."
)
@click.option("--seed", default=0, help="Of arguments that are not given, cotangents and directions.")
@click.option(
    "--points", default=3, type=click.IntRange(1), metavar="N",
    help="So many values of the arguments that are not given: of this seed, and the next ones.",
)  # fmt: skip
@open_sizes.option()
@click.option("--pipeline", "-p", metavar="TEXT", help="Instead of lagrad-default,lagrad-to-llvm-blas.")
@click.option(
    "--shared-libs", "libraries", multiple=True, metavar="FILE[,FILE]",
    help="Shared libraries with functions that the program declares.",
)  # fmt: skip
@requested.options
@shell.RULES
@click.option("--debug", is_flag=True, help="Show where in lagrad an error comes from.")
def command(**given) -> int:
    given["arguments"], given["size"] = named(given["arguments"]), open_sizes.Sizes.read(given["size"])
    if (given["input"] is None) == (given["rule"] is None):
        raise click.UsageError("check a program, or with --rule an operation: one of them")
    if given["form"] is not None and given["rule"] is None:
        raise click.UsageError("--type is the type of an operation, which --rule names")
    if given["rule"] is not None and given["function"] is not None:
        raise click.UsageError("--grad is of a program, and --rule checks an operation")
    return shell.Work(lambda work: _work(work, given), debug=given["debug"]).run()


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `lagrad-check ARGUMENTS`."""
    return shell.run(command, arguments)


def _work(work: shell.Work, given: dict) -> int:
    from . import source

    shell.load_rules(given["rules"])
    if given["rule"] is None:
        work.program = source.read(given["input"])
        outcomes = _check(work.program, given)
    else:
        from .check_rule import check_rule

        outcomes = check_rule(given, _checked_before(given["pipeline"]))
    for outcome in outcomes:
        print(outcome)
    return 0 if all(outcome.passed for outcome in outcomes) else shell.FAILED


def _check(program, given: dict) -> list:
    from lagrad import execute, gradcheck, pipelines
    from lagrad.errors import CheckFailed, Failure

    from . import guard, source
    from .calls.inputs import blame

    pipeline = given["pipeline"] or execute.PIPELINE
    pipelines.read(pipeline)  # a misspelt one is a matter of the command line
    module = source.parse(program, pipelines.new_context())
    requested.declared(module, given, program)
    inputs = NamedInputs(program, given["arguments"], given["seed"], given["size"])
    points = [lambda function, n=n: inputs.of(function, n) for n in range(given["points"])]
    ran = []

    def running(name: str):
        ran.append(name)
        return guard.running(f"@{name}")

    try:
        outcomes = gradcheck.check(
            module, *points, tolerance=given["tolerance"], seed=given["seed"], pipeline=pipeline,
            before=_checked_before(given["pipeline"]), running=running,
            libraries=[path for paths in given["libraries"] for path in paths.split(",")],
        )  # fmt: skip
    except CheckFailed as problem:
        if _takes_open_sizes(module, ran[-1]):
            problem.add_note("sizes that are not given are those of --size: give arguments that go together with --arg")
        raise blame(problem, inputs.integers) from None
    except ValueError as problem:  # sizes that do not go together
        raise Failure(f"{problem}; give arguments that go together with --arg") from None
    inputs.complain_about_unused()
    return outcomes


def _takes_open_sizes(module, name: str) -> bool:
    from lagrad.analysis.call_graph import functions, signature

    with module.context:
        table = functions(module.operation)
        return name in table and any("?" in str(type) for type in signature(table[name])[0])


def _checked_before(pipeline: str | None) -> dict[str, str]:
    """Other pipelines in which a derivative must be right: bounds are checked before code without checks runs."""
    from lagrad import pipelines

    if pipeline is None:
        return {"strict code": pipelines.with_bounds("lagrad-default,lagrad-to-llvm-strict")}
    return {"code that checks bounds": pipelines.with_bounds(pipeline)} if pipelines.has_lowering(pipeline) else {}


if __name__ == "__main__":
    main()
