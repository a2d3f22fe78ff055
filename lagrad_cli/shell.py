"""What all the programs do around their work: exit statuses, and errors as messages, never as tracebacks."""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from . import guard, progress

try:
    import resource
except ImportError:  # not on Windows
    resource = None

if TYPE_CHECKING:
    from .source import Source

FAILED, USAGE, INTERRUPTED = 1, 2, guard.INTERRUPTED
DEPTH = 100_000  # calls of Python functions inside each other
STACK = 512 * 2**20  # bytes


def run(command: click.Command, arguments: list[str]) -> int:
    """The exit status of a command line."""
    try:
        return command.main(arguments, command.name, standalone_mode=False) or 0
    except click.UsageError as problem:
        return _usage(problem, command.name)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED


def _usage(problem: click.UsageError, name: str) -> int:
    print(f"error: {problem.format_message()}\ntry '{name} --help'", file=sys.stderr)
    return USAGE


FILE = click.Path(allow_dash=True)  # which shells complete

RULES = click.option(
    "--load", "rules", multiple=True, metavar="RULES.py", help="Load rules for operations of any dialect."
)


def load_rules(paths: tuple[str, ...]) -> None:
    """Loads files of rules; Failure where one cannot be."""
    if paths:
        from lagrad.rules.loading import load

        load(paths)


def _flush() -> None:
    """Here, where a full disk can be told."""
    from lagrad.errors import Failure

    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Failure(_cannot(problem)) from None


def _cannot(problem: OSError) -> str:
    """What a program could not do; what it prints goes to a file without a name."""
    return f"{problem.filename or 'cannot write standard output'}: {problem.strerror or problem}"


def _show_warning(message: Warning | str, category: type, *place, _others=warnings.showwarning) -> None:
    """A diagnostic of `lagrad.compile` as it is, without a place in Python."""
    if category is UserWarning:
        print(message, file=sys.stderr)
    else:
        _others(message, category, *place)


def _doing() -> str:
    return f" while {guard.stage()}" if guard.stage() else ""


def _make_room() -> None:
    """For programs that are nested thousands of times: passes call themselves for what is inside."""
    sys.setrecursionlimit(max(DEPTH, sys.getrecursionlimit()))
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    enough = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    if soft != resource.RLIM_INFINITY and soft < enough:
        resource.setrlimit(resource.RLIMIT_STACK, (enough, hard))


@dataclass
class Work:
    """One piece of work: `do(work)` returns the exit status and may say which program it is about."""

    do: Callable[["Work"], int]
    debug: bool = False
    program: Source | None = None  # its lines are shown with errors

    def run(self) -> int:
        """The exit status; in a process of its own, unless that would hide bugs from a debugger."""
        return self._told() if self.debug else guard.run(self._told)

    def _told(self) -> int:
        from lagrad.errors import CheckFailed, Failure
        from lagrad.pipelines.text import BadPipeline

        _make_room()
        warnings.showwarning = _show_warning
        try:
            with progress.shown():
                status = self.do(self)
            _flush()
            return status
        except RecursionError:
            self._explain()
            print(f"error: the program is nested too deeply{_doing()}", file=sys.stderr)
            return FAILED
        except Failure as failure:
            self._explain()
            for diagnostic in failure.diagnostics:
                print(self._rendered(diagnostic), file=sys.stderr)
            return USAGE if isinstance(failure, BadPipeline) else FAILED
        except click.UsageError as problem:
            return _usage(problem, click.get_current_context().command_path)
        except (KeyboardInterrupt, BrokenPipeError):
            raise
        except CheckFailed as problem:
            self._explain()
            print(self._rendered_check(problem), file=sys.stderr)
            return FAILED
        except OSError as problem:  # a full disk, a limit of the system
            self._explain()
            print(f"error: {_cannot(problem)}", file=sys.stderr)
            return FAILED
        except MemoryError as problem:
            self._explain()
            print(f"error: {problem}" if guard.program() else f"error: out of memory{_doing()}", file=sys.stderr)
            return FAILED
        except Exception as bug:
            self._explain()
            print(f"internal error: {type(bug).__name__}: {bug}", file=sys.stderr)
            print("this is a bug in lagrad; --debug shows where", file=sys.stderr)
            return FAILED

    def _explain(self) -> None:
        if self.debug:
            traceback.print_tb(getattr(sys.exc_info()[1], "origin", None))
            traceback.print_exc()

    def _rendered_check(self, problem) -> str:
        """What a program found wrong while it ran, with the line of it."""
        from .diagnostics import Place, Renderer

        place = problem.place
        lines = [f"{place}: error: {problem.message}" if place else f"error: {problem.message}"]
        if place and self.program is not None:
            lines += Renderer(self.program).excerpt(Place.named(place))
        return "\n".join([*lines, *(f"note: {note}" for note in getattr(problem, "__notes__", ()))])

    def _rendered(self, diagnostic) -> str:
        if self.program is None:
            return f"{diagnostic.severity}: {diagnostic.message}"
        from .diagnostics import Renderer

        return Renderer(self.program).render(diagnostic)
