"""Damaged programs are refused in good order; and the tool that says so notices when they are not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[3] / "tools" / "mutate_programs.py"


def mutate(*arguments) -> tuple[int, dict]:
    done = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True, timeout=600)
    return done.returncode, json.loads(done.stdout)


def test_damaged_programs_are_refused_in_good_order():
    status, report = mutate("--count", "100", "--seed", "7")
    assert not report["failures"]
    assert status == 0
    assert report["outcomes"]["refused"] > 30 and report["outcomes"]["accepted"] > 5


def test_a_crash_is_noticed(tmp_path):
    deep = tmp_path / "deep.mlir"
    deep.write_text("module {\n" * 200_000)
    status, report = mutate(deep, "--count", "1", "--keep", tmp_path / "kept")
    assert status == 1
    assert [failure["failure"] for failure in report["failures"]] == ["crashes by SIGSEGV"]
    assert len(list((tmp_path / "kept").iterdir())) == 1
