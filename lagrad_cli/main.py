"""lagrad-opt: run passes over an MLIR program."""

from __future__ import annotations

import dataclasses
import os
import re
import sys

import click

from . import shell
from .opt.flags import Command
from .opt.options import OF_SUFFIX, all_options

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
    return shell.run(command, arguments)


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
    given["emit"] = _kind(given)
    if given["dependency_file"] and given["output"] == "-":
        raise click.UsageError("--dependency-file is about the file that -o names; add it")
    given["responses"] = context.meta["responses"]
    if given["target_cpu"] is not None and given["emit"] not in ("obj", "shared"):
        what = "--target-cpu goes with --emit=obj or --emit=shared"
        raise click.UsageError(f"{what}: nothing else depends on the processor")
    if given["stop_after"] and given["emit"] not in ("mlir", "bytecode"):
        kind = given["emit"]
        raise click.UsageError(f"--stop-after goes with --emit=mlir or bytecode: {kind} takes the whole lowering")
    given["pipeline"] = given["pipeline"] or ",".join(flags)
    return shell.Work(lambda _: _do(given), given["debug"]).run()


def _kind(given: dict) -> str:
    """What to write: what is asked for, else what the name of the output promises."""
    if given["emit_bytecode"]:
        return "bytecode"
    return given["emit"] or OF_SUFFIX.get(os.path.splitext(given["output"])[1], "mlir")


def _do(given: dict) -> int:
    shell.load_rules(given["rules"])
    if listed := _listing(given):
        from . import output

        output.write("-", listed)
        return 0
    from .opt import drive

    return drive.drive(_settings(given))


def _listing(given: dict) -> str:
    wanted = {
        "version": "versions",
        "list_passes": "passes",
        "list_stages": "stages",
        "show_dialects": "dialects",
        "list_rules": "rules",
    }
    asked = [function for flag, function in wanted.items() if given[flag]]
    if not asked:
        return ""
    from .opt import listing

    return "".join(getattr(listing, function)() for function in asked)


def _settings(given: dict):
    from .opt.drive import Settings
    from .opt.pipeline import Printing, Watching

    def chosen(cls):
        return cls(**{field.name: given[field.name] for field in dataclasses.fields(cls)})

    if (given["timing_display"] or given["output_format"] == "json") and not given["timing"]:
        raise click.UsageError("--mlir-timing-display and --mlir-output-format are about --mlir-timing; add it")
    if given["output_format"] == "json" and given["statistics"]:
        raise click.UsageError("--mlir-pass-statistics is text; what passes count is JSON in --report=FILE.json")
    if (given["unique_names"] or given["users"]) and (given["enable_debug_info"] or given["pretty_debug_info"]):
        raise click.UsageError("values get their names from locations, so --mlir-print-debuginfo cannot show these")
    for around in ("before", "after"):
        given[around] = tuple(name.strip() for names in given[around] for name in names.split(","))

    return Settings(
        input=given["input"],
        output=given["output"],
        pipeline=given["pipeline"],
        emit=given["emit"],
        target_cpu=given["target_cpu"] or "native",
        stop_after=given["stop_after"],
        split_marker=given["split_input_file"],
        joint=given["output_split_marker"] or given["split_input_file"],
        verify_diagnostics=given["verify_diagnostics"],
        verify_each=given["verify_each"],
        verify_roundtrip=given["verify_roundtrip"],
        allow_unregistered=given["allow_unregistered_dialect"],
        implicit_module=not given["no_implicit_module"],
        irdl_files=given["irdl_file"],
        dump_pipeline=given["dump_pass_pipeline"],
        reproducer=given["generate_reproducer"] or given["crash_reproducer"],
        keep_reproducer=given["generate_reproducer"] is not None,
        run_reproducer=given["run_reproducer"],
        report=given["report"],
        dependency_file=given["dependency_file"],
        dependencies=tuple(
            path for path in (given["input"], *given["rules"], *given["irdl_file"], *given["responses"]) if path != "-"
        ),
        debug=given["debug"],
        remarks=given["remarks_filter"] or ("" if given["remarks"] else None),
        print_operations=given["mlir_print_op_on_diagnostic"],
        printing=chosen(Printing),
        watching=chosen(Watching),
    )


command = Command(
    "lagrad-opt",
    params=[click.Argument(["input"], default="-", metavar="[IN|-]", type=shell.FILE), *all_options()],
    callback=_run,
    help="\b\n" + HELP.replace("\n\n", "\n\n\b\n"),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


if __name__ == "__main__":
    main()
