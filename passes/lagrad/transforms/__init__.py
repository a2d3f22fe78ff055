"""Our passes, one file each: `lagrad-keep-choices` is the class `KeepChoices` in a file `keep_choices.py`.

The file is in one of FOLDERS, or in a folder of one. Nothing else lists it, and naming a pass imports its file only.
"""

from __future__ import annotations

import functools
import importlib
import os
from pathlib import Path

from ..passes import Pass

FOLDERS = ("lowering", "transforms", "tape", "triangular")
_TOP = Path(__file__).parents[1]


@functools.cache
def _files() -> dict[str, list[Path]]:
    """The files of the folders by their names."""
    found: dict[str, list[Path]] = {}
    for folder in FOLDERS:
        for path, _, files in os.walk(_TOP / folder):
            for file in files:
                if file.endswith(".py"):
                    found.setdefault(file[:-3], []).append(Path(path, file))
    return found


@functools.cache
def find(name: str) -> type[Pass]:
    """The pass of that name; KeyError if there is none."""
    stem = name.removeprefix("lagrad-").replace("-", "_")
    for path in _files().get(stem, ()):
        module = ".".join(path.relative_to(_TOP).with_suffix("").parts)
        found = getattr(importlib.import_module(f"lagrad.{module}"), stem.title().replace("_", ""), None)
        if isinstance(found, type) and issubclass(found, Pass) and found.name == name:
            return found
    raise KeyError(name)


@functools.cache
def exists(name: str) -> bool:
    try:
        find(name)
    except KeyError:
        return False
    return True


@functools.cache
def names() -> tuple[str, ...]:
    """All of them, in alphabetical order: the files that say so. None is imported."""
    named = {f"lagrad-{stem.replace('_', '-')}": paths for stem, paths in _files().items()}
    return tuple(sorted(name for name, paths in named.items() if any(_is_said(name, path) for path in paths)))


def _is_said(name: str, path: Path) -> bool:
    return f'    name = "{name}"\n' in path.read_text()
