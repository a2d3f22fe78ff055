"""Files of rules: what `--load`, `lagrad.compile(..., rules=)` and installed packages bring.

A file is Python. It registers rules as our own tables do (`from lagrad.rules import partials, adjoint, lowering`), for
the rest of the process. A package names its module in the entry-point group `lagrad.rules`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from importlib import metadata

from ..errors import Failure
from . import derivatives

GROUP = "lagrad.rules"
_loaded: dict[str, bytes] = {}  # path -> what was in the file


def load(paths: str | os.PathLike | Iterable[str | os.PathLike]) -> None:
    """Runs files of rules, each one once. Failure, with the line, where one cannot be run."""
    for path in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        _load(os.path.abspath(path), os.fspath(path))


def _load(path: str, shown: str) -> None:
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as problem:
        raise Failure(f"cannot load rules from '{shown}': {problem.strerror}") from None
    if _loaded.get(path) == content:
        return
    name = f"lagrad_rules_{os.path.splitext(os.path.basename(path))[0]}"
    spec = importlib.util.spec_from_loader(name, loader=None, origin=path)
    module = importlib.util.module_from_spec(spec)
    module.__file__ = path
    sys.modules[name] = module
    try:
        with _reading():
            exec(compile(content, path, "exec"), module.__dict__)
    except Exception as problem:  # a user's file may raise anything; it is told with its line, not as a traceback
        raise _failure(shown, path, problem) from None
    _loaded[path] = content


def _failure(shown: str, path: str, problem: Exception) -> Failure:
    if isinstance(problem, Failure):
        return problem
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == path]
    line = problem.lineno if isinstance(problem, SyntaxError) else lines[-1] if lines else 1
    return Failure(f"cannot load rules: {shown}:{line}: {type(problem).__name__}: {problem}")


@functools.cache
def load_installed() -> None:
    """Loads the rules of installed packages, once. Failure names the package whose rules cannot be loaded."""
    for point in metadata.entry_points(group=GROUP):
        try:
            with _reading():
                point.load()
        except Exception as problem:  # so may a package
            of = f" of {point.dist.name}" if point.dist else ""
            raise Failure(f"cannot load the rules '{point.value}'{of}: {type(problem).__name__}: {problem}") from None
        _loaded[point.value] = (point.dist.version if point.dist else "").encode()


@contextlib.contextmanager
def _reading() -> Iterator[None]:
    before, derivatives.reading = derivatives.reading, True
    try:
        yield
    finally:
        derivatives.reading = before


def has_others() -> bool:
    """Whether there are rules that neither our tables nor a loaded file has: nobody can tell whether these change."""
    return bool(derivatives.UNNAMED)


def files() -> tuple[str, ...]:
    """The paths of the files that were loaded."""
    return tuple(path for path in _loaded if os.path.isabs(path))


def contents() -> list[str | bytes]:
    """All that was loaded, as the key of a cache has it."""
    return [part for path in sorted(_loaded) for part in (path, _loaded[path])]
