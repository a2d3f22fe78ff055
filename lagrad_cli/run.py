"""lagrad-run: compile a program and call one of its functions."""

from __future__ import annotations

import re
import sys

import click

from . import shell

_NAMED = re.compile(r"(%?[A-Za-z_$.\d][\w$.\-]*)=(.*)", re.S)

HELP = """Compile the MLIR program IN (- for standard input) and call one of its functions.

    lagrad-run f.mlir --entry=f --arg x=[1,2,3] --arg y=data.npy --out 0=result.npy

Derivatives that the program asks for are filled in first. An argument that is not given takes its
`lagrad.example`, or else seeded values in [0.5, 1.5], 3 if it is an integer. Exit status: 0; 1 an error
in the program; 2 in the command line."""


@click.command("lagrad-run", help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"))
@click.argument("input", metavar="IN|-")
@click.option("--entry", metavar="NAME", help="The function to call; needed if there are several.")
@click.option(
    "--arg", "arguments", multiple=True, metavar="[NAME=]VALUE",
    help="An argument: a number, a list like [[1,2],[3,4]], or a .npy file. NAME is the program's, argN or N; "
    "without one the next argument is meant.",
)  # fmt: skip
@click.option(
    "--out", "outputs", multiple=True, metavar="NAME=FILE.npy",
    help="Write result NAME (resultN or N) to a .npy or .npz file instead of printing it.",
)  # fmt: skip
@click.option("--seed", default=0, help="Of the values of arguments that are not given.")
@click.option("--size", default=4, help="Of dimensions that the types leave open.", type=click.IntRange(0))
@click.option("--pipeline", "-p", metavar="TEXT", help="Instead of lagrad-default,lagrad-to-llvm-blas.")
@click.option(
    "--shared-libs", "libraries", multiple=True, metavar="FILE[,FILE]",
    help="Shared libraries with functions that the program declares.",
)  # fmt: skip
@click.option("--threads", default=1, type=click.IntRange(1, 1024), help="So many threads share the trips of loops.")
@click.option(
    "--check-bounds", is_flag=True,
    help="Report indices out of bounds, negative sizes, and sizes that disagree; without it only where integer "
    "arguments are not given.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Keep the order of floating-point operations, and call no library for them.")
@click.option(
    "--count", type=click.Choice(["flops"]),
    help="Print the floating-point operations that were executed, and the bytes that were read and written.",
)  # fmt: skip
@shell.RULES
@click.option("--debug", is_flag=True, help="Show where in lagrad an error comes from.")
def command(**given) -> int:
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
    from .inputs import blame, chosen_integers, inputs_for

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
    entry = _entry(module, given["entry"])
    named = _named(given["arguments"])
    values = inputs_for(entry, named, given["seed"], size=given["size"], source=program)
    integers = chosen_integers(entry, named, program)
    if integers and pipelines.has_lowering(pipeline) and not given["count"]:  # which would count the checks too
        pipeline = pipelines.with_bounds(pipeline)  # what was chosen here may be no index of the program's
    name = _symbol(entry)
    libraries = [path for paths in given["libraries"] for path in paths.split(",")]
    compiled = execute.compile(module, pipeline=pipeline, entry=name, libraries=libraries)
    function = compiled[name]
    if given["count"] and COUNTS not in compiled.functions:
        raise click.UsageError("--count needs a pipeline with lagrad-count-operations, such as lagrad-to-llvm-counted")
    files = _files(given["outputs"], name, len(function.signature.results))
    for path in files.values():
        output.check_writable(path)
    try:
        with guard.running(f"@{name}"):
            returned = function(*values)
    except CheckFailed as problem:
        raise blame(problem, integers) from None
    except ValueError as problem:  # sizes that do not go together
        raise Failure(str(problem)) from None
    results = _results(returned, len(function.signature.results))
    for n, (result, parameter) in enumerate(zip(results, function.signature.results)):
        if n not in files:
            print(f"result {n}: {parameter.mlir}\n{_shown(result)}")
    for path in dict.fromkeys(files.values()):
        written = {f"result{n}": results[n] for n in sorted(files) if files[n] == path}
        output.write(path, _npz(written) if path.endswith(".npz") else _npy(*written.values()))
    if given["count"]:
        print("executed: " + ", ".join(f"{count} {name}" for name, count in zip(NAMES, compiled[COUNTS]())))


def _symbol(function) -> str:
    from lagrad.mlir import ir

    return ir.StringAttr(function.attributes["sym_name"]).value


def _entry(module, wanted: str | None):
    """The function to call; without a name the only one that can be meant."""
    from lagrad import pipelines
    from lagrad.analysis.call_graph import is_public
    from lagrad.errors import Failure
    from lagrad.lowering.preparation.erase_markers import request_kind

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


def _named(arguments: tuple[str, ...]) -> dict[str, str]:
    """Names -> values; a value alone has the number of its position."""
    named, position = {}, 0
    for text in arguments:
        if found := _NAMED.fullmatch(text):
            name, value = found[1], found[2]
        else:
            name, value, position = str(position), text, position + 1
        if name in named:
            raise click.UsageError(f"--arg {name} is given twice")
        named[name] = value
    return named


def _files(outputs: tuple[str, ...], name: str, count: int) -> dict[int, str]:
    """Result numbers -> files."""
    files = {}
    for text in outputs:
        found = re.fullmatch(r"(?:result)?(\d+)=(.+)", text)
        if not found:
            raise click.UsageError(f"--out takes resultN=FILE.npy, not '{text}'")
        if int(found[1]) >= count:
            raise click.UsageError(f"--out {text}: @{name} has {count} results, numbered from 0")
        if found[2] in files.values() and not found[2].endswith(".npz"):
            raise click.UsageError(f"--out {text}: the file is for another result already; several share a .npz")
        files[int(found[1])] = found[2]
    return files


def _results(returned, count: int) -> tuple:
    return () if count == 0 else (returned,) if count == 1 else returned


def _npy(result) -> bytes:
    """The bytes of a .npy file."""
    import io

    import numpy as np

    buffer = io.BytesIO()
    np.save(buffer, _known_to_numpy(result))
    return buffer.getvalue()


def _npz(results: dict) -> bytes:
    """The bytes of a .npz file with several results by name."""
    import io

    import numpy as np

    buffer = io.BytesIO()
    np.savez(buffer, **{name: _known_to_numpy(result) for name, result in results.items()})
    return buffer.getvalue()


def _known_to_numpy(result):
    """bf16, which the format does not know, as f32."""
    import numpy as np

    array = np.asarray(result)
    return array.astype(np.float32) if array.dtype.name == "bfloat16" else array


def _shown(result) -> str:
    import numpy as np

    if isinstance(result, np.ndarray):
        return np.array2string(result, floatmode="unique", threshold=10_000)
    return str(result)


if __name__ == "__main__":
    main()
