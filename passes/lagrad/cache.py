"""Compiled programs on disk, so that the next process that compiles one finds it.

A file has what was compiled under the hash of everything that decides about it: the program, the options, lagrad's own
files, the libraries that it compiles with, the processor. It begins with the hash of the rest. What is damaged, or
cannot be read or written, is compiled as if there were no cache.

The directory is `~/.cache/lagrad`, or `$XDG_CACHE_HOME/lagrad`, or what `LAGRAD_CACHE` says; `LAGRAD_CACHE=off` means
none. Files are code that runs, so a directory that others may write to is not used.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import os
import pathlib
import platform
import stat
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass

from .lowering.machine import processors
from .mlir import ROOT

MOST = 1 << 30  # bytes of all files
_SUFFIX = ".lagrad"
_LIBRARIES = (ROOT, "llvmlite", "numpy", "scipy_openblas32")


@dataclass(frozen=True)
class Store:
    """The files of a directory, the oldest of which go when there are more than `most` bytes."""

    directory: pathlib.Path
    most: int = MOST

    def get(self, key: str) -> bytes | None:
        """What was put under a key; None if it is not there, or damaged."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        hash, data = content[:32], content[32:]
        if hashlib.sha256(data).digest() != hash:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # it is in use
        return data

    def put(self, key: str, data: bytes) -> None:
        """Writes a file beside the others and gives it its name at the end, so that nobody reads a part of it."""
        if len(data) > self.most:
            return
        with contextlib.suppress(OSError):
            file, name = tempfile.mkstemp(dir=self.directory)
            try:
                with open(file, "wb") as out:
                    out.write(hashlib.sha256(data).digest() + data)
                os.replace(name, self._path(key))
            except BaseException:
                os.unlink(name)
                raise
            self._trim()

    def _path(self, key: str) -> pathlib.Path:
        return self.directory / f"{key}{_SUFFIX}"

    def _trim(self) -> None:
        """Other processes may do the same: what is gone already is as good."""
        found = []
        for entry in os.scandir(self.directory):
            with contextlib.suppress(OSError):
                if entry.name.endswith(_SUFFIX):
                    found.append((entry.stat().st_mtime_ns, entry.stat().st_size, entry.path))
        size = sum(size for _, size, _ in found)
        for _, own, path in sorted(found):
            if size <= self.most:
                return
            with contextlib.suppress(OSError):
                os.unlink(path)
            size -= own


def store() -> Store | None:
    """The cache of this user, whose directory is made if it is missing; None where there is none to be used."""
    said = os.environ.get("LAGRAD_CACHE", "")
    if said == "off":
        return None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    directory = pathlib.Path(said or os.path.join(base, "lagrad"))
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Store(directory) if _is_ours(directory) else None
    except OSError:
        return None


def _is_ours(directory: pathlib.Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    found = directory.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def key(parts: Iterable[str | bytes]) -> str:
    """The name of what is compiled from these parts by this compiler, here."""
    hash = hashlib.sha256(_compiler())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        hash.update(b"%d:" % len(data))
        hash.update(data)
    return hash.hexdigest()


@functools.cache
def _compiler() -> bytes:
    """What decides about code beside the program: files are told by their size and time."""
    said = [sys.version, platform.machine(), processors.described()]
    libraries = [place for name in _LIBRARIES for place in _places(importlib.util.find_spec(name))]
    for path in [*_own_files(), *libraries]:
        found = os.stat(path)
        said.append(f"{path} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(said).encode()).digest()


def _own_files() -> list[pathlib.Path]:
    """All that lagrad is made of, data too."""
    package = pathlib.Path(__file__).parent
    return sorted(path for path in package.rglob("*") if path.is_file() and path.parent.name != "__pycache__")


def _places(spec) -> list[str]:
    """Where a library is: its first file, or its directories if it has none."""
    if spec is None:
        return []
    return [spec.origin] if spec.origin else list(spec.submodule_search_locations or ())
