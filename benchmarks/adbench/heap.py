"""How much of the heap a call takes at its peak: `heap.c` counts it, in a process that has it from the start."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from .peers.native import built

SOURCE = Path(__file__).with_suffix(".c")
FLAGS = ("-O2", "-fPIC", "-shared")


def preload() -> dict[str, str]:
    """The environment of a process that counts; without a C compiler that of one that does not."""
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        return {}

    def build(library: Path) -> None:
        subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", str(library)], check=True)

    library, _ = built(SOURCE.read_text(encoding="utf-8"), FLAGS, build)
    return {"LD_PRELOAD": library._name}


def taken(call: Callable[[], object]) -> float | None:
    """MB that are in use at the peak of a call, and were not before; None where nobody counts, or with too many
    blocks."""
    process = ctypes.CDLL(None)
    if not hasattr(process, "heap_begin"):
        return None
    process.heap_end.restype = ctypes.c_int64
    process.heap_begin()
    try:
        call()
    finally:
        peak = process.heap_end()
    return peak / 1e6 if peak >= 0 else None


def blocks(call: Callable[[], object]) -> int | None:
    """How many blocks a call takes of the heap; None where nobody counts."""
    if taken(call) is None:
        return None
    process = ctypes.CDLL(None)
    process.heap_blocks.restype = ctypes.c_int64
    return process.heap_blocks()
