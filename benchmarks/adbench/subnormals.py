"""Subnormal numbers taken for zero in this process, which on some processors is a multiple faster: `subnormals.c` does it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .peers.native import built

SOURCE = Path(__file__).with_suffix(".c")
FLAGS = ("-O2", "-fPIC", "-shared")


def flush() -> None:
    """In the thread that calls; nothing without a C compiler."""
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        return

    def build(library: Path) -> None:
        subprocess.run([compiler, *FLAGS, str(SOURCE), "-o", str(library)], check=True)

    library, _ = built(SOURCE.read_text(encoding="utf-8"), FLAGS, build)
    library.flush()
