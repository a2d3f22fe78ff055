"""A limit on the time that symbolic work takes.

SymPy has no limit of its own, and a single simplification may take minutes. On the main thread a timer interrupts it;
on others, where signals do not arrive, the limit is looked at between two segments only.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator


class OutOfBudget(BaseException):
    """The time is up. No `Exception`, which SymPy catches here and there."""


class Budget:
    """Seconds for all symbolic work of a run."""

    def __init__(self, seconds: float):
        self.left = seconds

    @contextlib.contextmanager
    def spend(self) -> Iterator[None]:
        """Work that is charged to the budget; OutOfBudget when it is used up, before or during the work."""
        if self.left <= 0:
            raise OutOfBudget
        start = time.monotonic()
        try:
            with _alarm(self.left):
                yield
        finally:
            self.left -= time.monotonic() - start


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number, frame):
        raise OutOfBudget

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
