"""lagrad-opt: run passes over an MLIR program."""

from __future__ import annotations

import dataclasses
import re
import sys
import traceback

import click

from . import guard
from .flags import Command
from .options import all_options

FAILED, USAGE, INTERRUPTED = 1, 2, guard.INTERRUPTED

HELP = """Run passes over the MLIR program IN (default: standard input) and print the result.

    lagrad-opt f.mlir --lagrad-default -o df.mlir

Every pass is a flag too, as in --canonicalize or --lagrad-differentiate='function=f wrt=0';
they run in the order written. Exit status: 0; 1 an error in the program; 2 in the command
line, unknown passes included; 130 after Ctrl-C."""


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `lagrad-opt ARGUMENTS`."""
    command = Command(
        "lagrad-opt",
        params=[click.Argument(["input"], default="-", metavar="[IN|-]"), *all_options()],
        callback=_run,
        help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    try:
        return command.main(arguments, "lagrad-opt", standalone_mode=False) or 0
    except click.UsageError as problem:
        print(f"error: {problem.format_message()}\ntry 'lagrad-opt --help'", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED


@click.pass_context
def _run(context: click.Context, **given) -> int:
    flags = context.meta["passes"]
    if flags and given["pipeline"] is not None:
        raise click.UsageError("pass flags and --pipeline exclude each other: which would run first?")
    if given["remarks_filter"] is not None:
        try:
            re.compile(given["remarks_filter"])
        except re.error as problem:
            raise click.UsageError(f"--remarks-filter is not a regular expression: {problem}") from None
    given["pipeline"] = given["pipeline"] or ",".join(flags)
    if given["debug"]:
        return _work(given)
    return guard.run(lambda: _work(given))


def _work(given: dict) -> int:
    """Do what the options ask for; errors are told here, so that this returns in any case."""
    from lagrad.errors import Failure
    from lagrad.pipeline_text import BadPipeline

    try:
        if listed := _listing(given):
            from . import output

            output.write("-", listed)
            return 0
        from . import drive

        return drive.drive(_settings(given))
    except Failure as failure:
        for diagnostic in failure.diagnostics:
            print(f"{diagnostic.severity}: {diagnostic.message}", file=sys.stderr)
        return USAGE if isinstance(failure, BadPipeline) else FAILED
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as bug:
        if given["debug"]:
            traceback.print_exc()
        print(f"internal error: {type(bug).__name__}: {bug}", file=sys.stderr)
        print("this is a bug in lagrad; --debug shows where", file=sys.stderr)
        return FAILED


def _listing(given: dict) -> str:
    wanted = {
        "version": "versions",
        "list_passes": "passes",
        "show_dialects": "dialects",
        "list_rules": "rules",
    }
    asked = [function for flag, function in wanted.items() if given[flag]]
    if not asked:
        return ""
    from . import listing

    return "".join(getattr(listing, function)() for function in asked)


def _settings(given: dict):
    from .drive import Settings
    from .pipeline import Printing, Watching

    def chosen(cls):
        return cls(**{field.name: given[field.name] for field in dataclasses.fields(cls)})

    return Settings(
        input=given["input"],
        output=given["output"],
        pipeline=given["pipeline"],
        emit="bytecode" if given["emit_bytecode"] else given["emit"],
        split_marker=given["split_input_file"],
        joint=given["output_split_marker"] or given["split_input_file"],
        verify_diagnostics=given["verify_diagnostics"],
        verify_each=given["verify_each"],
        verify_roundtrip=given["verify_roundtrip"],
        allow_unregistered=given["allow_unregistered_dialect"],
        dump_pipeline=given["dump_pass_pipeline"],
        crash_reproducer=given["crash_reproducer"],
        run_reproducer=given["run_reproducer"],
        report=given["report"],
        remarks=given["remarks_filter"] or ("" if given["remarks"] else None),
        print_operations=given["mlir_print_op_on_diagnostic"],
        printing=chosen(Printing),
        watching=chosen(Watching),
    )


if __name__ == "__main__":
    main()
