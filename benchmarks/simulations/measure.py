"""Instructions, memory and time of the variants of a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from .. import instructions, resident
from ..workloads import fastest
from .catalogue import Program
from .variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = 5  # that measure the memory of one variant


def counted(program: Program) -> dict[str, int]:
    """Instructions of a call of each variant, at the sizes for that."""
    sizes = program.counted
    arguments = program.arguments(sizes)
    return {
        name: instructions.count(v.text(program, sizes), v.passes, arguments, v.results(program, sizes))
        for name, v in VARIANTS.items()
    }


def grown(program: Program, name: str) -> int:
    """Bytes that a first call of a variant takes, at the sizes for times."""
    compiled, arguments = VARIANTS[name].compiled(program, program.large), program.arguments(program.large)
    return resident.grown(lambda: compiled.df(*arguments))


def memory(program: Program) -> dict[str, int]:
    """The same of each variant: the least of some processes, as the C library's heap may begin with more or less."""
    return {name: min(_grown_elsewhere(program, name) for _ in range(PROCESSES)) for name in VARIANTS}


def _grown_elsewhere(program: Program, name: str) -> int:
    """The same, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.simulations", "memory", program.name, "--variant", name]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return json.loads(ran.stdout)


def timed(program: Program, seconds: float) -> dict[str, float]:
    """The least processor seconds of a call of each variant; they take turns in this process, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    arguments = program.arguments(program.large)
    compiled = {name: variant.compiled(program, program.large) for name, variant in VARIANTS.items()}
    return fastest({name: lambda c=c: c.df(*arguments) for name, c in compiled.items()}, seconds)
