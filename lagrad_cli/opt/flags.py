"""Command lines in the manner of `mlir-opt`: `-flag` is `--flag`, and every pass is a flag.

click sorts options by name and knows only declared ones, so the arguments are
brought into its form first; the passes among them keep their order.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

# Of mlir-opt, and what is to be done instead.
UNAVAILABLE = {
    "load-pass-plugin": "--load reads rules in Python",
    "load-dialect-plugin": "--irdl-file loads dialects",
    "debug-only": "--mlir-print-ir-after=PASS and --remarks show what passes do",
    "mlir-pass-pipeline-local-reproducer": "--mlir-pass-pipeline-crash-reproducer=FILE has the whole pipeline",
    "emit-bytecode-version": "--emit-bytecode writes the version of the bindings",
}


class Command(click.Command):
    """A click command that takes pass flags too; they are in `ctx.meta["passes"]` as pipeline text.

    The files that arguments came from are in `ctx.meta["responses"]`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["responses"] = files = []
        args, passes = separate(list(responses(args, files)), self.get_params(ctx))
        ctx.meta["passes"] = passes
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list:
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            from ..completion import passes

            found += passes(incomplete)
        return found

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options under the headings of their groups, in the order of declaration."""
        groups: dict[str, list] = {}
        for param in self.get_params(ctx):
            if record := param.get_help_record(ctx):
                groups.setdefault(getattr(param, "group", "General"), []).append(record)
        for group, records in groups.items():
            with formatter.section(group):
                formatter.write_dl(records)


class Option(click.Option):
    """An option under a heading of --help; `bare` is the value of a flag that may stand without one."""

    def __init__(self, *args, bare: str | None = None, **kwargs):
        self.group, self.bare = "General", bare
        super().__init__(*args, **kwargs)


def separate(args: list[str], params: list[click.Parameter]) -> tuple[list[str], list[str]]:
    """The arguments for click, and the pass flags as elements of a pipeline.

    Raises click.NoSuchOption, with near names, for a flag that is neither.
    """
    options = {name: param for param in params for name in param.opts if isinstance(param, click.Option)}
    rest, passes = [], []
    pending = iter(args)
    for arg in pending:
        if arg == "--":
            rest += [arg, *pending]
        elif not arg.startswith("-") or arg == "-":
            rest.append(arg)
        elif param := _short(arg, options):
            rest.append(arg[:2])
            if len(arg) > 2:
                rest.append(arg[2:].removeprefix("="))
            elif not param.is_flag:
                rest += _next(pending)
        else:
            name, has_value, value = arg.lstrip("-").partition("=")
            param = options.get(f"--{name}")
            if param is None:
                passes.append(_pass(name, value, options))
            elif has_value:
                rest.append(_without_truth(param, name, value))
            elif getattr(param, "bare", None) is not None:
                rest.append(f"--{name}={param.bare}")
            else:
                rest.append(f"--{name}")
                if not param.is_flag:
                    rest += _next(pending)
    return [arg for arg in rest if arg is not None], passes


def responses(args: list[str], files: list[str]) -> Iterator[str]:
    """The arguments, with those in the file of each `@FILE`; as LLVM has it, one that cannot be read stays as it is.

    `files` gets the files.
    """
    for arg in args:
        path = Path(arg[1:])
        if arg.startswith("@") and path.is_file():
            files.append(str(path))
            yield from responses(shlex.split(path.read_text("utf-8"), comments=True), files)
        else:
            yield arg


def _short(arg: str, options: dict[str, click.Option]) -> click.Option | None:
    """The option of `-o`, `-p`, or `-oFILE`; a long name with one dash comes first."""
    if arg.startswith("--") or f"-{arg.partition('=')[0]}" in options:
        return None
    if len(arg) > 2 and arg[1:].partition("=")[0] in _pass_names():
        return None
    return options.get(arg[:2])


def _next(pending) -> list[str]:
    return [value for value in [next(pending, None)] if value is not None]


def _without_truth(param: click.Option, name: str, value: str) -> str | None:
    """`--flag=true` is `--flag`, `--flag=false` nothing, as LLVM's command line has it."""
    if not param.is_flag:
        return f"--{name}={value}"
    match value.lower():
        case "true" | "1":
            return f"--{name}"
        case "false" | "0":
            return None
    raise click.BadParameter(f"it is true or false, not '{value}'", param=param, param_hint=f"--{name}")


def _pass(name: str, value: str, options: dict[str, click.Option]) -> str:
    known = _pass_names()
    if name in UNAVAILABLE:
        raise click.UsageError(f"the bindings of MLIR do not offer --{name}; {UNAVAILABLE[name]}")
    if name not in known:
        long = [option[2:] for option in options if option.startswith("--")]
        near = difflib.get_close_matches(name, [*long, *known], n=3, cutoff=0.6)
        raise click.NoSuchOption(f"--{name}", possibilities=[f"--{n}" for n in near])
    value = value.strip()
    if value.startswith("{") and value.endswith("}"):
        value = value[1:-1]
    return f"{name}{{{value}}}" if value else name


def _pass_names() -> set[str]:
    from lagrad.pipelines import pass_names

    return set(pass_names())
