"""What lagrad-run and lagrad-check say of a program that fails while it runs: by a check, an assertion, a signal."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

READS = """
func.func @f(%x: tensor<3xf64>, %k: index) -> f64 {
  %v = tensor.extract %x[%k] : tensor<3xf64>
  %w = math.exp %v : f64
  return %w : f64
}
func.func private @df(tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.gradient = @f}
"""
ASSERTS = """
func.func @f(%x: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %is_large = arith.cmpf ogt, %x, %two : f64
  cf.assert %is_large, "x is above 2"
  %y = math.log %x : f64
  return %y : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
RAISES = """
func.func private @raise(i32) -> i32
func.func @f(%x: f64, %signal: i32) -> f64 {
  %done = func.call @raise(%signal) : (i32) -> i32
  return %x : f64
}
"""


def command(name: str, text: str, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and error of a command."""
    done = subprocess.run(
        [sys.executable, "-m", f"lagrad_cli.{name}", "-", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


OUT_OF_BOUNDS = """<stdin>:3:8: error: index {} is out of bounds: dimension 0 has the size 3 ('tensor.extract')
    %v = tensor.extract %x[%k] : tensor<3xf64>
         ^
"""
NOT_GIVEN = "note: %k is 3, because no value was given: --arg k=... gives one\n"


@pytest.mark.parametrize("name, arguments, index, note", [
    ("check", [], 3, NOT_GIVEN),
    ("check", ["--arg", "k=5"], 5, ""),
    ("check", ["-p", "lagrad-default,lagrad-to-llvm"], 3, NOT_GIVEN),
    ("run", ["--entry=f"], 3, NOT_GIVEN),
    ("run", ["--entry=f", "--strict"], 3, NOT_GIVEN),
    ("run", ["--entry=f", "--check-bounds", "--arg", "k=-2"], -2, ""),
    ("run", ["--entry=df", "--strict", "--check-bounds", "--arg", "k=3"], 3, ""),
    ("run", ["--entry=f", "--threads=2", "--check-bounds", "--arg", "k=7"], 7, ""),
])  # fmt: skip
def test_an_index_out_of_bounds(name, arguments, index, note):
    status, out, told = command(name, READS, *arguments)
    assert (status, out) == (1, "")
    if "--entry=df" in arguments:  # whose operation it is, is for the derivative to say
        assert f"error: index {index} is out of bounds: dimension 0 has the size 3" in told
    else:
        assert told == OUT_OF_BOUNDS.format(index) + note


def test_an_index_in_bounds_is_checked():
    status, out, told = command("check", READS, "--arg", "k=2")
    assert (
        (status, told) == (0, "")
        and out.startswith("ok    @df: gradient of @f with respect to [0]: error ")
        and "at 3 points" in out
    )
    assert (
        command("run", READS, "--entry=df", "--check-bounds", "--arg", "k=2", "--arg", "x=0")[1]
        == "result 0: tensor<3xf64>\n[0. 0. 1.]\n"
    )


def test_an_assertion():
    shown = '    cf.assert %is_large, "x is above 2"\n    ^\n'
    for name in ("run", "check"):
        status, _, told = command(name, ASSERTS, *(["--entry=f"] if name == "run" else []), "--arg", "x=1")
        assert (status, told) == (1, f"<stdin>:5:3: error: assertion failed: x is above 2\n{shown}")


def test_check_bounds_needs_a_lowering_of_ours():
    status, _, told = command("run", READS, "--entry=f", "--check-bounds", "-p", "cse")
    assert (status, told.split(" lagrad-to-llvm")[0]) == (1, "error: checks of bounds need a pipeline with")


@pytest.mark.parametrize("number, what", [
    (signal.SIGSEGV, "crashed (SIGSEGV) in @f; did it read or write out of bounds, or call itself too often?"),
    (signal.SIGFPE, "crashed (SIGFPE) in @f; did it divide an integer by zero?"),
    (signal.SIGABRT, "crashed (SIGABRT) in @f; did it, or a function that it calls, call abort?"),
    (signal.SIGKILL, "was killed (SIGKILL) in @f; did it run out of memory?"),
    (signal.SIGBUS, "crashed (SIGBUS) in @f"),
])  # fmt: skip
def test_a_signal_is_not_the_compilers_fault(number, what):
    status, _, told = command("run", RAISES, "--entry=f", "--arg", "1", "--arg", str(int(number)))
    assert status == 1
    own = [line for line in told.splitlines() if line.startswith(("error:", "note:"))]  # without Python's, on a signal
    assert len(own) == 1 and own[0].startswith(f"error: the program {what}") and "compiler" not in own[0]


def test_lagrad_check_tells_them_apart_too():
    text = RAISES + "func.func private @df(f64, i32) -> f64 attributes {lagrad.gradient = @f}"
    status, _, told = command("check", text, "--arg", f"signal={int(signal.SIGSEGV)}")
    assert status == 1 and "error: the program crashed (SIGSEGV) in @f;" in told.splitlines()[-1]


SIDE_BY_SIDE = """
import os, signal
from lagrad_cli import guard

def crashes():
    guard.enter("parsing 'first.mlir'")
    os.write(first_entered, b"."), os.read(second_has, 1)
    os.kill(os.getpid(), signal.SIGSEGV)

def works():
    os.read(first_has, 1), guard.enter("running passes"), os.write(second_entered, b".")
    return 0

first_has, first_entered = os.pipe()
second_has, second_entered = os.pipe()
for work in crashes, works:
    if not os.fork():
        os._exit(guard.run(work))
for _ in range(2):
    os.wait()
"""


def test_a_crash_is_not_told_by_what_another_process_does():
    """A tool that forks, and runs two programs side by side, learns of each what that one did when it crashed."""
    done = subprocess.run([sys.executable, "-c", SIDE_BY_SIDE], capture_output=True, text=True, timeout=60)
    own = [line for line in done.stderr.splitlines() if line.startswith("error:")]  # pytest may ask for Python's, too
    assert own == ["error: the compiler crashed (SIGSEGV) while parsing 'first.mlir'; this is a bug in it"]


COMPILER_CRASHES = """
import os, signal, sys
from lagrad import execute
from lagrad_cli import {command}

compile, calls = execute.compile, iter(range({before}))

def crash(*arguments, **options):
    if next(calls, None) is None:
        os.kill(os.getpid(), signal.SIGSEGV)
    return compile(*arguments, **options)

execute.compile = crash
sys.exit({command}.run(sys.argv[1:]))
"""


@pytest.mark.parametrize("name, before, arguments", [
    ("run", 0, ["--entry=f"]),
    ("run", 1, ["--entry=f", "--profile", "--repeat=1"]),
    ("run", 2, ["--entry=f", "--profile", "--repeat=1"]),
    ("explain", 0, ["--profile", "--repeat=1", "-o", "/dev/null"]),
    ("tape_report", 0, ["--entry=f"]),
])  # fmt: skip
def test_a_crash_of_the_compiler_is_not_the_programs_fault(name, before, arguments):
    code = COMPILER_CRASHES.format(command=name, before=before)
    done = subprocess.run(
        [sys.executable, "-c", code, "-", *arguments], input=READS, capture_output=True, text=True, timeout=120
    )
    own = [line for line in done.stderr.splitlines() if line.startswith("error:")]
    assert done.returncode == 1 and len(own) == 1
    assert own[0].startswith("error: the compiler crashed (SIGSEGV)")


def test_a_crash_of_a_program_that_is_profiled_is_its_own():
    status, _, told = command("run", RAISES, "--entry=f", "--arg", "1", "--arg", "8", "--profile", "--repeat=1")
    assert status == 1 and "error: the program crashed (SIGFPE) in @f;" in told
