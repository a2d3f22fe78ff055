"""The bar of a long compilation: on a terminal, erased at the end, and never in a pipe."""

import io
import os
import pty
import subprocess
import sys

import pytest

from lagrad.pipelines import running
from lagrad_cli import progress

PROGRAM = """
func.func @f(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
# The program, without the second of patience.
IMPATIENT = "from lagrad_cli import progress, main; progress.PATIENCE = progress.PERIOD = 0; main.main()"


@pytest.fixture
def command(tmp_path):
    (tmp_path / "f.mlir").write_text(PROGRAM)

    def arguments(*flags: str) -> list[str]:
        return [sys.executable, "-c", IMPATIENT, str(tmp_path / "f.mlir"), "--lagrad-default", *flags, "-o", os.devnull]

    return arguments


def on_a_terminal(command: list[str]) -> str:
    """What a command writes to standard error, which is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    told = b""
    try:
        while part := os.read(ours, 4096):
            told += part
    except OSError:  # Linux's way to say that the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0, told
    return told.decode()


def test_a_bar_on_a_terminal(command):
    told = on_a_terminal(command())
    assert "lagrad-differentiate" in told and "/" in told
    assert told.endswith("\r\033[K") and "\n" not in told


def test_dumps_take_its_place(command):
    told = on_a_terminal(command("--mlir-print-ir-after=lagrad-differentiate"))
    assert "IR Dump After lagrad-differentiate" in told and "\033[K" not in told


def test_what_is_said_comes_on_a_line_of_its_own(command):
    told = on_a_terminal(command("--remarks"))
    assert "\r\033[K" in told and "remark" in told.rpartition("\033[K")[2]


def test_nothing_in_a_pipe(command):
    done = subprocess.run(command(), capture_output=True)
    assert done.returncode == 0 and done.stderr == b""


def test_a_bar_waits_draws_now_and_then_and_fits():
    now = 0.0
    stream = io.StringIO()
    bar = progress.Bar(stream, lambda: now)
    bar.step("first", 1, 4)
    assert stream.getvalue() == ""
    now = 2.0
    bar.step("second", 2, 4)
    bar.step("third", 3, 4)  # too soon
    assert stream.getvalue() == "\r\033[K[############------------] 2/4 second, 2 s"
    bar.step(None, 0, 0)
    bar.step(None, 0, 0)
    assert stream.getvalue().count("\033[K") == 2


def test_the_hook_is_left_as_it_was(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.shown():
        assert running.on_pass is not None
    assert running.on_pass is None
