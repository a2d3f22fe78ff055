"""The blocks of a Markdown document, and a run of them as a reader would do it.

A fenced block below a line that holds nothing but a file name in backticks (and a colon) is
that file. Of the others

    sh        is a script; it must succeed
    console   is a session: lines `$ command`, each followed by exactly what it prints, where
              `...` stands for anything, as a line of its own for any lines; a command may fail
    python    is a script
    mlir      is a program that lagrad-opt accepts

and every other language is only shown. All blocks of a document share one folder.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
_FILE = re.compile(r"`([\w.-]+\.\w+)`:?\s*\Z")


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, its text, the file it is (None: no file), its line."""

    language: str
    text: str
    file: str | None
    line: int


def blocks(document: str) -> list[Block]:
    found = []
    for fence in _FENCE.finditer(document):
        above = document[: fence.start()].rstrip().rpartition("\n")[2]
        name = _FILE.fullmatch(above)
        line = document.count("\n", 0, fence.start()) + 1
        found.append(Block(fence[1], fence[2], name and name[1], line))
    return found


def run(block: Block, folder: Path) -> None:
    """Does with a block what its kind asks for; AssertionError if that does not go as it says.

    Where there is no C compiler, or no PyTorch, the test is skipped from the first block that needs one.
    """
    if block.file:
        (folder / block.file).write_text(block.text)
        return
    if re.search(r"\bcc\b|--emit=shared", block.text) and not shutil.which("cc"):
        pytest.skip("a shared library is linked by a C compiler, and there is no 'cc'; set CC")
    if "import torch" in block.text and importlib.util.find_spec("torch") is None:
        pytest.skip("there is no PyTorch: make peers")
    match block.language:
        case "sh":
            done = _execute(["bash", "-euo", "pipefail", "-c", block.text], folder)
            assert done.returncode == 0, _told(block, done.stdout)
        case "console":
            for command, expected in session(block.text):
                got = _execute(["bash", "-c", command], folder).stdout
                assert agrees(got, expected), _told(block, f"$ {command}\n{got}")
        case "python":
            done = _execute([sys.executable, "-c", block.text], folder)
            assert done.returncode == 0, _told(block, done.stdout)
        case "mlir":
            done = _execute(["lagrad-opt", "-"], folder, block.text)
            assert done.returncode == 0, _told(block, done.stdout)


def session(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown below it."""
    first, *parts = re.split(r"^\$ ", text, flags=re.M)
    assert not first, f"a console block starts with a command, not with {first!r}"
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def agrees(got: str, expected: str) -> bool:
    """Whether output is as shown: `...` stands for anything in a line, alone for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "...\n" else re.escape(line).replace(re.escape("..."), ".*")
        for line in expected.splitlines(keepends=True)
    )
    return re.fullmatch(pattern, got) is not None


def _execute(command: list[str], folder: Path, given: str = "") -> subprocess.CompletedProcess:
    scripts = os.path.dirname(sys.executable)
    path = scripts + os.pathsep + os.environ.get("PATH", os.defpath)
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": path},
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def _told(block: Block, output: str) -> str:
    return f"line {block.line}, {block.language} block:\n{block.text}\ngave\n{output}"
