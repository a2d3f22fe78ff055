"""Damaged programs are refused in good order; and the tool that says so notices when they are not."""

from __future__ import annotations

import importlib.util
import json
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[3] / "tools" / "mutate_programs.py"


STACK = 8 << 20  # bytes; commands ask for more where the system lets them


def mutate(*arguments) -> tuple[int, dict]:
    done = subprocess.run(
        [sys.executable, TOOL, *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK)),
    )
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("mutate_programs", TOOL)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_damaged_programs_are_refused_in_good_order():
    status, report = mutate("--count", "60", "--seed", "7")
    assert not report["failures"]
    assert status == 0
    assert report["outcomes"]["refused"] > 15 and report["outcomes"]["accepted"] > 5


def test_a_crash_of_the_parser_is_counted_apart(tool, tmp_path):
    deep = tmp_path / "deep.mlir"
    deep.write_text("module {\n" * 200_000)
    status, report = mutate(deep, "--count", "1")
    assert (status, report["outcomes"]) == (0, {tool.PARSER_CRASH: 1})


@pytest.mark.parametrize(
    "status, told, outcome",
    [
        (0, "", "accepted"),
        (1, "f.mlir:1:1: error: no\n", "refused"),
        (1, "", "fails without an error"),
        (1, "error: the compiler crashed (SIGSEGV) while running passes; this is a bug in it\n", "crashes"),
        (1, "internal error: KeyError: 3\n", "shows a bug"),
        (1, "error: no\nTraceback (most recent call last):\n", "shows a bug"),
        (2, "error: no\n", "ends with status 2"),
        (-signal.SIGSEGV, "", "crashes by SIGSEGV"),
        (-signal.SIGALRM, "", "hangs for 30 s"),
    ],
)
def test_outcomes(tool, tmp_path, status, told, outcome):
    log = tmp_path / "0.log"
    log.write_text(told)
    mutant = tool.Mutant(0, tmp_path / "f.mlir", "cse", tmp_path / "0.mlir", log)
    assert mutant.outcome(status) == outcome
    assert (outcome in tool.ORDERLY) == (outcome in ("accepted", "refused"))


def test_a_seed_gives_the_same_mutants(tool):
    text = "func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n"
    damaged = [[tool.mutate(text, tool.random.Random(seed)) for seed in range(50)] for _ in range(2)]
    assert damaged[0] == damaged[1]
    assert len(set(damaged[0])) > 25
