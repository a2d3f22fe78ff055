"""lagrad itself: the benchmark's own programs, by the default pipeline or with less than that."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import metadata
from typing import Any

import numpy as np

import lagrad
from lagrad.triangular.storage import pack_array, unpack_array
from lagrad.triangular.triangle import spelled

from ..benchmark import Benchmark, Variant, direction_of, without_encodings
from ..steps import packs, pipeline
from . import PUSHFORWARD, ROOT, Calls, processor_seconds


def load(benchmark: Benchmark, given: Any, variant: str, threads: int) -> Calls:
    """A variant is a name of the benchmark's, and after a colon the last optimisation that is on; or `pushforward`."""
    name, _, step = variant.partition(":")
    programs, arguments = benchmark.variants(given), benchmark.arguments(given)
    program = programs.get(name) or without_encodings(programs)
    derivative_arrays = _as_tuple
    if not packs(step):
        program = replace(program, text=re.sub(r'"(s?)p([lu]tri")', r'"\1\2', program.text))
        arguments, derivative_arrays = _as_matrices(program, arguments)
    wanted, all_arguments = program.derivative, arguments
    if name == PUSHFORWARD:
        wanted, tangents = (
            program.pushforward,
            dict(zip(program.parameters, direction_of(benchmark, given), strict=True)),
        )
        all_arguments = [
            a for i, argument in enumerate(arguments) for a in (argument, tangents.get(i)) if a is not None
        ]
    start = processor_seconds()
    options = dict(pipeline=pipeline(step), threads=threads)
    compiled = lagrad.compile(program.text, entry=wanted, **options)
    derivative = compiled[wanted]
    seconds = processor_seconds() - start
    objective = lagrad.compile(program.text, entry=program.objective, **options)[program.objective]
    return Calls(
        objective=lambda: objective(*arguments),
        derivative=lambda: derivative(*all_arguments),
        objective_arrays=_as_tuple,
        derivative_arrays=derivative_arrays,
        compile_s=seconds,
        version=f"lagrad {metadata.version('lagrad')}{_commit()}",
        into=lambda results: (
            derivative(*all_arguments, out=results) if _are_arrays(results) else derivative(*all_arguments)
        ),
        release=compiled.release_memory,
    )


def _as_matrices(program: Variant, arguments: Sequence) -> tuple[Sequence, Callable[[Any], tuple]]:
    """The arguments where nothing is packed, and what packs the derivative by them, which the reference has packed."""
    packed = {number: spelled(text) for number, text in program.packed}
    if not packed:
        return arguments, _as_tuple

    def derivative_arrays(results: Any) -> tuple:
        by = zip(program.parameters, _as_tuple(results), strict=True)
        return tuple(pack_array(packed[i], part) if i in packed else part for i, part in by)

    return [unpack_array(packed[i], a) if i in packed else a for i, a in enumerate(arguments)], derivative_arrays


def _as_tuple(results: Any) -> tuple:
    return results if isinstance(results, tuple) else (results,)


def _are_arrays(results: Any) -> bool:
    return all(
        isinstance(result, np.ndarray) for result in _as_tuple(results)
    )  # numbers have no place to be written to


def _commit() -> str:
    """The commit that is checked out; nothing outside of a repository."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    try:
        return f" ({subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()})"
    except (OSError, subprocess.CalledProcessError):
        return ""
