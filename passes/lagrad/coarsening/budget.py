"""A limit on the time that symbolic work takes.

SymPy has no limit of its own, and a single simplification may take minutes. On the main thread a timer interrupts it.
On others, where signals do not arrive, a thread of ours has the interpreter raise the exception there. Both raise it
again after a while: what runs when garbage is collected may have swallowed it.
"""

from __future__ import annotations

import contextlib
import ctypes
import signal
import threading
import time
from collections.abc import Callable, Iterator

AGAIN = 0.1  # seconds


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
            with _interrupted(self.left):
                yield
        finally:
            self.left -= time.monotonic() - start


@contextlib.contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Raises OutOfBudget in the block after a time, between two operations of the interpreter."""
    is_main = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    start, stop = _by_signal(seconds) if is_main else _by_thread(seconds)
    try:
        start()
        yield
    finally:
        while True:
            try:
                stop()
                break
            except OutOfBudget:  # it came when all was done
                pass


def _by_signal(seconds: float) -> tuple[Callable[[], None], Callable[[], None]]:
    """What starts the timer of the process; what stops it, and gives the signal back to who had it."""

    def interrupt(number, frame):
        raise OutOfBudget

    before = signal.getsignal(signal.SIGALRM)

    def start() -> None:
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before or signal.SIG_DFL)

    return start, stop


def _by_thread(seconds: float) -> tuple[Callable[[], None], Callable[[], None]]:
    """What starts a thread that interrupts this one; what ends it."""
    this, done = ctypes.c_ulong(threading.get_ident()), threading.Event()

    def watch() -> None:
        wait = seconds
        while not done.wait(wait):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(this, ctypes.py_object(OutOfBudget))
            wait = AGAIN

    watcher = threading.Thread(target=watch, daemon=True)

    def stop() -> None:
        done.set()
        if watcher.ident is not None:  # it was started
            watcher.join()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(this, None)  # one that has not come yet

    return watcher.start, stop
