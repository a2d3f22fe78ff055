"""One function of an eval: a compiled function between JSON and JSON."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lagrad

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Function:
    """`call` takes `arguments` of an input; `output` makes JSON of what it gives, and of the input."""

    call: Callable
    arguments: Callable[[Any], tuple]
    output: Callable[[Any, Any], Any]


def text(name: str, **words: str) -> str:
    """A program of this folder, with other words in place of those in capitals."""
    program = (PROGRAMS / f"{name}.mlir").read_text("utf-8")
    for word, replacement in words.items():
        program = program.replace(word, replacement)
    return program


# For finite numbers, as C has it with -ffast-math: derivatives need no care for zero times infinity.
FINITE = "lagrad-default,lagrad-set-fastmath{flags=reassoc,contract,nnan,ninf},lagrad-to-llvm-blas"


def compiled(program: str, *entries: str) -> lagrad.Program:
    """The functions of a program with these names."""
    return lagrad.compile(program, entry=entries, pipeline=FINITE)


def number(result: Any, _) -> float:
    return float(result)


def array(result: Any, _) -> list:
    return result.tolist()
