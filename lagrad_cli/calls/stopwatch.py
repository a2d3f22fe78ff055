"""How long calls take, for `lagrad-run --time`."""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Callable

SECONDS, LEAST = 0.5, 3  # without --repeat: calls for so long, but so many


def timed(call: Callable, values: list, repeat: int | None) -> str:
    """Calls again, and says how long that took. Each call gets the arguments as they were: it may write to a buffer."""
    times: list[float] = []
    while len(times) < repeat if repeat else len(times) < LEAST or sum(times) < SECONDS:
        arguments = copy.deepcopy(values)
        start = time.perf_counter()
        call(*arguments)
        times.append(time.perf_counter() - start)
    calls = "1 call" if len(times) == 1 else f"{len(times)} calls"
    return f"time: {_shown(min(times))} at least, {_shown(statistics.median(times))} in the median of {calls}"


def _shown(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
