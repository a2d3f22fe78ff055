"""Gradients written by hand in C, compiled for this machine."""

from __future__ import annotations

import ctypes
import importlib
import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ..benchmark import Benchmark, direction_of
from . import PUSHFORWARD, Calls
from .native import Native, built

FLAGS = ("-std=gnu11", "-O3", "-march=native", "-ffast-math", "-fPIC")
COMPILER = os.environ.get("CC", "cc")


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    package = f"benchmarks.adbench.{benchmark.name}.peers"
    native: Native = importlib.import_module(package).native(given, variant)
    if variant == PUSHFORWARD:
        native = native.in_direction(direction_of(benchmark, given))
    path = benchmark.folder / "peers" / "by_hand.c"
    source = "".join(part.read_text(encoding="utf-8") for part in sorted(path.parent.glob("by_hand*")))
    library, seconds = compiled(path, source, native.flags)
    return Calls(
        objective=native.caller(library.objective, native.objective),
        derivative=native.caller(library.derivative, native.derivative),
        objective_arrays=lambda results: results,
        derivative_arrays=lambda results: results,
        compile_s=seconds,
        version=_version(),
        into=lambda results: native.caller(library.derivative, native.derivative, results)(),
    )


def compiled(path: Path, source: str, own_flags: Sequence[str]) -> tuple[ctypes.CDLL, float]:
    """The library of a file, built for this machine, and the seconds that it took; `source` is all that it is made
    of."""
    flags = (*FLAGS, *own_flags)

    def build(library: Path) -> None:
        # Linked by a command without -ffast-math: with it, the library would turn off denormal numbers in
        # every process that loads it.
        object = library.with_suffix(".o")
        subprocess.run([COMPILER, *flags, "-c", str(path), "-o", str(object)], check=True)
        subprocess.run([COMPILER, "-shared", *own_flags, str(object), "-o", str(library), "-lm"], check=True)
        object.unlink()

    return built(source, (_version(), *_machine(), *flags), build)


@cache
def _version() -> str:
    said = subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0]


def _machine() -> tuple[str, ...]:
    """What -march=native means here."""
    said = subprocess.run([COMPILER, "-march=native", "-Q", "--help=target"], capture_output=True, text=True)
    return tuple(line.strip() for line in said.stdout.splitlines() if line.strip().startswith("-march="))
