"""A bar while a compilation goes on: on a terminal, after a second, and nowhere else.

It is drawn on standard error between passes, and erased before anything else is printed. So it needs no thread, and
stands still while a pass runs that is not ours.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE, PERIOD = 1.0, 0.1  # seconds before the bar appears, and between two drawings
WIDTH = 24


class Bar:
    """Draws how far a pipeline is; told of each pass before it runs, and of nothing at the end."""

    def __init__(self, stream, clock=time.monotonic):
        self.stream, self.clock = stream, clock
        self.start, self.drawn, self.is_there = clock(), 0.0, False

    def step(self, name: str | None, number: int, count: int) -> None:
        now = self.clock()
        if name is None:
            self.erase()
        elif now - self.start >= PATIENCE and now - self.drawn >= PERIOD:
            filled = "#" * (WIDTH * number // count)
            line = f"[{filled:-<{WIDTH}}] {number}/{count} {name}, {now - self.start:.0f} s"
            self.stream.write("\r\033[K" + line[: shutil.get_terminal_size().columns - 1])
            self.stream.flush()
            self.drawn, self.is_there = now, True

    def erase(self) -> None:
        if self.is_there:
            self.stream.write("\r\033[K")
            self.stream.flush()
            self.is_there = False


@contextmanager
def shown() -> Iterator[None]:
    """While what is inside compiles, a bar tells of it, if there is a terminal that shows one."""
    if not sys.stderr.isatty():
        yield
        return
    from lagrad.pipelines import running

    bar = Bar(sys.stderr)
    before, running.on_pass = running.on_pass, bar.step
    try:
        yield
    finally:
        bar.erase()
        running.on_pass = before
