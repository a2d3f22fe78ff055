"""ruff finds nothing in the sources, and mypy nothing in what users import; `pyproject.toml` says what they look at."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def found(tool: str, *arguments: str, given: str | None = None) -> str:
    """What a checker prints about the project, or about text; empty if it finds nothing."""
    command = [sys.executable, "-m", tool, *arguments]
    done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def test_ruff():
    assert found("ruff", "check", "--no-cache", "--quiet", ".") == ""


def test_ruff_finds_what_it_is_to_find():
    assert "F821" in found("ruff", "check", "--no-cache", "--stdin-filename", "lagrad_cli/new.py", given="unknown()\n")


def test_mypy(tmp_path):
    assert found("mypy", "--cache-dir", str(tmp_path)) == ""


def test_types_of_a_program_that_uses_lagrad(tmp_path):
    """Functions of a program are callable, with a signature; what is no attribute is found."""
    text = "import lagrad\n\nf = lagrad.compile('')['f']\nf(1.0, out=None)\nf.signature.arguments\n"
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(text)
    wrong.write_text(text + "f.no_such_attribute\n")
    assert found("mypy", "--cache-dir", str(tmp_path / "cache"), str(right)) == ""
    assert "no_such_attribute" in found("mypy", "--cache-dir", str(tmp_path / "cache"), str(wrong))
