"""Run the work in a child process, so that nothing it does ends in silence or a frozen terminal.

The compiler is native code inside Python: a bug there ends the process without a word, and
Ctrl-C waits until native code returns. So is the program that it compiles, which may crash by a bug of
its own. The parent stays small, says what happened to which of them, and stops the child at once.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

INTERRUPTED = 130
CRASHED = 1
GRACE = 0.3  # seconds a child has to clean up after Ctrl-C
PR_SET_PDEATHSIG = 1
STAGE_BYTES = 256
_RUNNING = "running the program's "  # what the name of a function follows
_FINDS = "lagrad-run --check-bounds finds"
_CAUSES = {  # of the death of a program
    signal.SIGFPE: "did it divide an integer by zero?",
    signal.SIGABRT: "did it, or a function that it calls, call abort?",
    signal.SIGILL: "did it reach what it says cannot be reached?",
    signal.SIGSEGV: f"did it read or write out of bounds, or call itself too often? {_FINDS} the former",
    signal.SIGBUS: f"did it read or write out of bounds? {_FINDS} that",
    signal.SIGKILL: "did it run out of memory?",
}

_stage = mmap.mmap(-1, STAGE_BYTES)  # shared with the child: what it was doing when it crashed; `run` makes another


def enter(stage: str) -> None:
    """Note what is done from here on, as in "parsing the program"."""
    _stage.seek(0)
    _stage.write(stage.encode()[:STAGE_BYTES].ljust(STAGE_BYTES, b"\0"))


@contextmanager
def running(function: str) -> Iterator[None]:
    """While the user's program runs, and not the compiler."""
    before = _stage[:]
    enter(f"{_RUNNING}{function}")
    yield  # an exception ends the work, and says itself what was done
    _stage[:] = before


def stage() -> str:
    """What was entered last, by this process or its child."""
    return _stage[:].rstrip(b"\0").decode(errors="ignore")


def program() -> str:
    """The function of the user's program that runs, or whose exception ended the work; or nothing."""
    return stage().removeprefix(_RUNNING) if stage().startswith(_RUNNING) else ""


def run(work: Callable[[], int]) -> int:
    """The status that `work()` returns, 130 after Ctrl-C, or 1 after a crash, which is reported."""
    global _stage
    _stage = mmap.mmap(-1, STAGE_BYTES)  # other processes that the caller forked may be running programs of their own
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _die_with(parent)
        signal.signal(signal.SIGINT, _interrupt_once)
        os._exit(_quietly(work))
    try:
        status = _wait(child)
    except KeyboardInterrupt:
        _stop(child)
        return INTERRUPTED
    return status if status >= 0 else _report_death(signal.Signals(-status))


def _report_death(by: signal.Signals) -> int:
    match by:
        case signal.SIGINT | signal.SIGTERM:  # somebody asked for it
            return 128 + by
        case _ if program():
            did = "was killed" if by == signal.SIGKILL else "crashed"
            asked = f"; {_CAUSES[by]}" if by in _CAUSES else ""
            print(f"error: the program {did} ({by.name}) in {program()}{asked}", file=sys.stderr)
        case signal.SIGKILL:
            print("error: the compiler was killed (SIGKILL); did it run out of memory?", file=sys.stderr)
        case _:
            doing = f" while {stage()}" if stage() else ""
            print(f"error: the compiler crashed ({by.name}){doing}; this is a bug in it", file=sys.stderr)
    return CRASHED


def _interrupt_once(*_) -> None:
    """The terminal and the parent both tell the child; a second time would interrupt its cleaning up."""
    signal.signal(signal.SIGINT, _ignore)
    raise KeyboardInterrupt


def _ignore(*_) -> None:
    pass


def _quietly(work: Callable[[], int]) -> int:
    try:
        return work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough
        return 1
    finally:
        _flush(sys.stdout)
        _flush(sys.stderr)


def _flush(stream) -> None:
    try:
        stream.flush()
    except (OSError, ValueError):
        pass  # nobody is left to be told


def _wait(child: int) -> int:
    """Exit status, or minus the signal; a request to terminate is handed on."""
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _stop(child: int) -> None:
    """Let the child clean up, but not for long."""
    signal.signal(signal.SIGINT, _ignore)
    try:
        os.kill(child, signal.SIGINT)
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline:
            if os.waitpid(child, os.WNOHANG)[0]:
                return
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        return  # it ended, and was waited for, just as the parent was interrupted


def _die_with(parent: int) -> None:
    """Where the system can: a child does not outlive a parent that is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(INTERRUPTED)
