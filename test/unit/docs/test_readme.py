"""Everything in the README runs as it is written."""

import os
import shlex
import shutil
import subprocess
import sys

import pytest
from documents import ROOT, Block, agrees, blocks, run, session

README = (ROOT / "README.md").read_text()

# Commands that do not run inside a test; the rest of their block does not either.
ELSEWHERE = {
    "make demo": "test/lit/adbench and test/unit/benchmarks run what it runs; it would make a virtual environment here",
    "make test": "it runs this very test",
    "source .venv/bin/activate": "the environment that runs the test is active for its commands",
    "pip install": "it changes the environment; test_pip_install does it in one of its own",
}


def is_elsewhere(block: Block) -> bool:
    return any(line.startswith(tuple(ELSEWHERE)) for line in block.text.splitlines())


def test_readme_runs(tmp_path):
    """In the order of the text, in one folder, since later commands use what earlier ones wrote."""
    ran = 0
    for block in blocks(README):
        if not is_elsewhere(block):
            run(block, tmp_path)
            ran += block.language in ("sh", "console", "python")
    assert ran >= 4


def test_every_exception_is_needed():
    text = "\n".join(block.text for block in blocks(README))
    assert [command for command in ELSEWHERE if command not in text] == []


def test_make_targets_exist():
    makefile = (ROOT / "Makefile").read_text()
    for block in blocks(README):
        for line in block.text.splitlines():
            if line.startswith("make "):
                for target in line.split("#")[0].split()[1:]:
                    assert f"\n{target}:" in makefile


def test_a_changed_output_is_noticed(tmp_path):
    with pytest.raises(AssertionError):
        run(Block("console", "$ echo one\ntwo\n", None, 1), tmp_path)
    with pytest.raises(AssertionError):
        run(Block("sh", "false", None, 1), tmp_path)
    assert agrees("a\nb\nc\n", "a\n...\nc\n") and not agrees("a\nb\n", "a\n")
    assert agrees("error 3.4 of 5\n", "error ... of 5\n") and not agrees("error 3\n", "error ... of 5\n")
    assert session("$ a\nx\n$ b\n") == [("a", "x\n"), ("b", "")]


@pytest.mark.long
def test_pip_install(tmp_path):
    """`pip install .` gives the console scripts, and they work outside the checkout."""
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(".git", ".venv*", "build", "*.egg-info", "__pycache__", "Output")
    shutil.copytree(ROOT, source, ignore=ignored)
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    # The dependencies are those of this environment; only the project itself is installed.
    site = subprocess.check_output([sys.executable, "-c", "import numpy; print(numpy.__path__[0])"], text=True)
    packages = os.path.dirname(site.strip())
    pip = [home / "bin" / "python", "-m", "pip", "--quiet", "install"]
    subprocess.run([*pip, "setuptools>=77"], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", source], check=True)
    shutil.rmtree(source)
    program = tmp_path / "f.mlir"
    program.write_text(
        "func.func @f(%x: f64) -> f64 {\n  %0 = arith.mulf %x, %x : f64\n  return %0 : f64\n}\n"
        "func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}\n"
    )
    environment = os.environ | {"PYTHONPATH": packages}
    command = f"{home}/bin/lagrad-run {shlex.quote(str(program))} --entry df --arg x=3"
    done = subprocess.run(shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout == "result 0: f64\n6.0\n", done.stderr
    where = [home / "bin" / "python", "-c", "import lagrad, lagrad_cli; print(lagrad.__file__)"]
    place = subprocess.check_output(where, cwd=tmp_path, env=environment, text=True)
    assert place.startswith(str(home))
