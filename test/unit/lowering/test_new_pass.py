"""A pass is one file and its place in the table of stages: nothing else lists it, and all that lists passes has it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lagrad

PASS = '''"""`lagrad-swap-factors`: the factors of a product change places."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class SwapFactors(Pass):
    """Let the factors of a product change places."""

    name = "lagrad-swap-factors"
    aim = "reassociation"

    def run(self, op: ir.Operation, report: Report) -> None:
        for product in [child for child in walk(op) if child.name == "arith.mulf"]:
            product.operands[0], product.operands[1] = product.operands[1], product.operands[0]
'''
PROGRAM = """func.func @f(%x: f64, %y: f64) -> f64 {
  %z = arith.mulf %x, %y : f64
  return %z : f64
}"""
TRY = f"""
from lagrad import execute, pipelines, transforms
from lagrad.lowering import pipeline
assert "lagrad-swap-factors" in transforms.names() and "lagrad-swap-factors" in pipelines.pass_names()
assert "lagrad-swap-factors" in dict(pipeline.stages(pipeline.Options()))["loops"]
module = execute.parse('''{PROGRAM}''')
pipelines.run(module, "lagrad-default,lagrad-to-llvm{{stop-after=loops}}")
print(module)
"""


@pytest.fixture(scope="module")
def copied(tmp_path_factory) -> Path:
    """A copy of the package with one file more, and one name more in the table."""
    root = tmp_path_factory.mktemp("copied")
    package = shutil.copytree(
        Path(lagrad.__file__).parent, root / "lagrad", ignore=shutil.ignore_patterns("__pycache__")
    )
    (package / "lowering" / "loops" / "swap_factors.py").write_text(PASS)
    table = package / "lowering" / "pipeline.py"
    before = table.read_text()
    table.write_text(before.replace('"lagrad-hoist-invariants"', '"lagrad-hoist-invariants,lagrad-swap-factors"'))
    assert table.read_text() != before
    return root


def run(root: Path, *command: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(root), "LAGRAD_CACHE": "off"}
    done = subprocess.run([sys.executable, *command], env=env, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_runs_where_the_table_says(copied):
    assert "arith.mulf %arg1, %arg0" in run(copied, "-c", TRY)


def test_the_command_lists_it(copied):
    listed = run(copied, "-m", "lagrad_cli.main", "--list-passes")
    assert "lagrad-swap-factors" in listed and "Let the factors of a product change places." in listed
    stages = run(copied, "-m", "lagrad_cli.main", "--list-stages").splitlines()
    assert [line.strip() for line in stages].count("lagrad-swap-factors") == 1


def test_the_file_that_has_another_name_is_no_pass(copied):
    """A pass is found by the name of its file; the class has the name in words of its own."""
    (copied / "lagrad" / "lowering" / "loops" / "other_factors.py").write_text(PASS)
    said = run(copied, "-c", "from lagrad import transforms; print(transforms.exists('lagrad-other-factors'))")
    assert said.strip() == "False"
