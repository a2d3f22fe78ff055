"""lagrad-sparsity: show where the Jacobians and Hessians of a program have entries, and what they cost."""

from __future__ import annotations

import sys

import click

from . import shell
from .calls import open_sizes
from .calls.named_inputs import NamedInputs, named

HELP = """Show the sparsity pattern of functions of the MLIR program IN (- for standard input): entries, blocks,
and how many directions give all of them.

    lagrad-sparsity f.mlir --entry=f --picture
    lagrad-sparsity f.mlir --entry=loss --hessian

Without --arg the pattern is that for all arguments, as far as the types are static. With --arg, or open
sizes, it is that for these integers and sizes; an argument that is not given takes its `lagrad.example`, or
3 if it is an integer. Exit status: 0; 1 an error in the program; 2 in the command line."""


@click.command("lagrad-sparsity", help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"))
@click.argument("input", metavar="IN|-", type=shell.FILE)
@click.option("--entry", "entries", multiple=True, metavar="NAME", help="A function; else all that have derivatives.")
@click.option("--wrt", metavar="N,N", help="Numbers of arguments; else all of floats.")
@click.option("--hessian", is_flag=True, help="The Hessian instead of the Jacobian.")
@click.option(
    "--arg", "arguments", multiple=True, metavar="NAME=VALUE",
    help="An argument of every function that has one of this name, as for lagrad-check.",
)  # fmt: skip
@open_sizes.option()
@click.option("--strategy", default="auto", help="auto, largest-first, natural, or NetworkX's: networkx:smallest_last.")
@click.option("--picture", is_flag=True, help="Print the pattern, an x for each entry.")
@click.option("--out", metavar="FILE.npz", help="Write the pattern of the one function, as scipy.sparse.save_npz does.")
@shell.RULES
@click.option("--debug", is_flag=True, help="Show where in lagrad an error comes from.")
def command(**given) -> int:
    given["wrt"] = _numbers(given["wrt"])
    given["arguments"], given["size"] = named(given["arguments"]), open_sizes.Sizes.read(given["size"])
    return shell.Work(lambda work: _work(work, given), debug=given["debug"]).run()


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `lagrad-sparsity ARGUMENTS`."""
    return shell.run(command, arguments)


def _numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    if not all(number.isdecimal() for number in text.split(",")):
        raise click.UsageError(f"--wrt takes argument numbers, as in 0,2, not '{text}'")
    return [int(number) for number in text.split(",")]


def _work(work: shell.Work, given: dict) -> int:
    from lagrad import pipelines
    from lagrad.errors import Failure

    from . import output, source

    shell.load_rules(given["rules"])
    work.program = source.read(given["input"])
    module = source.parse(work.program, pipelines.new_context())
    inputs = NamedInputs(work.program, given["arguments"], 0, given["size"])
    names = [name.removeprefix("@") for name in given["entries"]] or _with_derivatives(module, given["hessian"])
    if given["out"] and len(names) != 1:
        raise Failure(
            f"--out is for one function, and there are {', '.join('@' + n for n in names)}; name it with --entry"
        )
    if given["out"]:
        output.check_writable(given["out"])
    for name in names:
        _show(module, name, inputs, given)
    inputs.complain_about_unused()
    return 0


def _with_derivatives(module, hessian: bool) -> list[str]:
    """The public functions that are defined and have a float argument and a float result, for a Hessian just one."""
    from lagrad.analysis.call_graph import functions, is_declaration, is_public, signature
    from lagrad.build import has_derivative
    from lagrad.errors import Failure

    with module.context:
        names = [
            name
            for name, function in functions(module.operation).items()
            if not is_declaration(function)
            and is_public(function)
            and all(any(map(has_derivative, types)) for types in signature(function))
            and not (hessian and sum(map(has_derivative, signature(function)[1])) != 1)
        ]
    if not names:
        results = "one float result" if hessian else "a float result"
        raise Failure(f"the program has no public function with a float argument and {results}")
    return names


def _show(module, name: str, inputs, given: dict) -> None:
    from lagrad.arrays.sparse import Wanted
    from lagrad.errors import Failure
    from lagrad.sparsity.pattern import with_full_blocks

    wanted = Wanted(module, name, given["wrt"], given["hessian"], full_blocks=False)
    arguments = _arguments(module, name, inputs, given)
    try:
        exact = wanted.pattern(*arguments)
    except ValueError as problem:  # sizes that do not go together
        raise Failure(str(problem)) from None
    filled = with_full_blocks(exact)
    kind = "Hessian" if given["hessian"] else "Jacobian"
    for_which = "these arguments" if arguments else "all arguments"
    rows, columns = exact.shape
    share = f" ({exact.count / (rows * columns):.1%})" if rows * columns else ""
    print(
        f"@{name}: {kind} with respect to {wanted.wrt}, for {for_which}: {rows} x {columns}, "
        f"{_entries(exact.count)}{share}"
    )
    for line in _blocks(exact, wanted):
        print(f"  {line}")
    print(f"  directions: {_directions(filled, given)}")
    if filled is not exact:
        print(f"  directions without the zeros in its blocks: {_directions(exact, given)}")
    if given["picture"]:
        print("\n".join("  " + "".join(".x"[int(entry)] for entry in row) for row in exact.dense()))
    if given["out"]:
        _save(exact, given["out"])


def _arguments(module, name: str, inputs, given: dict) -> list:
    """The arguments that the pattern is for; none where it is for all."""
    from lagrad.analysis.call_graph import functions, signature
    from lagrad.build import DYNAMIC, shape_of

    with module.context:
        function = functions(module.operation).get(name)
        types = signature(function)[0] if function else []
        if not given["arguments"] and not any(DYNAMIC in shape_of(t) for t in types):
            return []
        return inputs.of(function) if function else []


def _blocks(pattern, wanted) -> list[str]:
    from lagrad.sparsity.pattern import blocks

    lines = []
    for result in pattern.results:
        for argument in pattern.arguments:
            found = blocks(pattern.block(result, argument))
            if not found.count:
                continue
            size = f"{found.height} x {found.width}"
            if found.height * found.width == 1:
                made = _entries(found.entries)
            else:
                made = f"{found.count} blocks of {size}, " + ("full" if found.share == 1 else f"{found.share:.0%} full")
            row = f"argument {wanted.wrt[result.number]}" if wanted.is_hessian else f"result {result.number}"
            lines.append(f"{row} by argument {argument.number}: {made}")
    return lines


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _directions(pattern, given: dict) -> str:
    from lagrad.sparsity.coloring import color, color_symmetric

    strategy = given["strategy"]
    if given["hessian"]:
        found = color_symmetric(pattern.symmetric(), strategy)
        how = "a star colouring" if found.mode == "symmetric" else "by columns"
        return f"{found.count} ({how}; {color(pattern, 'forward', strategy).count} if it were not symmetric)"
    forward, reverse = (color(pattern, mode, strategy) for mode in ("forward", "reverse"))
    return ", ".join(
        f"{c.count} {c.mode}" + (" (optimal)" if c.count == c.least else f" (at least {c.least})")
        for c in (forward, reverse)
    )


def _save(pattern, path: str) -> None:
    import io

    import numpy as np

    from lagrad.arrays.sparse import scipy_sparse

    from . import output

    buffer = io.BytesIO()
    ones = np.ones(pattern.count, bool)
    scipy_sparse().save_npz(
        buffer, scipy_sparse().csr_array((ones, pattern.indices, pattern.indptr), shape=pattern.shape)
    )
    output.write(path, buffer.getvalue())


if __name__ == "__main__":
    main()
