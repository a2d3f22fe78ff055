"""How much memory a call takes: by how much the resident set of this process grows at most."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path


def grown(call: Callable[[], object]) -> int:
    """Bytes. The call runs in a thread of its own, whose stack and heap nobody used before. For Linux.

    What raises in the call raises here.
    """
    outcome: list = []

    def measure() -> None:
        try:
            Path("/proc/self/clear_refs").write_text("5")  # the most so far
            before = _bytes("VmRSS")
            call()
            outcome.append(_bytes("VmHWM") - before)
        except BaseException as problem:
            outcome.append(problem)

    thread = threading.Thread(target=measure)
    thread.start()
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _bytes(kind: str) -> int:
    """Of this process: `VmRSS`, those in memory, or `VmHWM`, the most since this was reset."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(f"{kind}:"))
