"""The wheel works where there is no checkout: every module, data file and command is in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

GRADIENT = """
import lagrad
program = lagrad.compile('''
func.func @f(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}''')
print(lagrad.__file__, program.df(3.0), lagrad.__version__)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder that the wheel of this tree is installed into."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in ("passes", "lagrad_cli", "man"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(source)], check=True)
    (wheel,) = folder.glob("lagrad-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True)
    return folder


def run(installed: Path, *arguments: str) -> str:
    """What Python prints with the wheel in front of everything else, in a folder without a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(installed / "site")}
    done = subprocess.run([sys.executable, *arguments], cwd=installed, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_gradient(installed):
    place, value, version = run(installed, "-c", GRADIENT).split()
    assert Path(place).is_relative_to(installed) and float(value) == 6.0 and version == "0.1.0"


def test_the_commands(installed):
    assert "lagrad-opt" in run(installed, str(installed / "site" / "bin" / "lagrad-opt"), "--version")


def test_all_of_the_package_is_there(installed):
    (wheel,) = installed.glob("lagrad-*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    for package, folder in (("lagrad", ROOT / "passes" / "lagrad"), ("lagrad_cli", ROOT / "lagrad_cli")):
        files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        missing = [path for path in files if f"{package}/{path.relative_to(folder).as_posix()}" not in packed]
        assert not missing


def test_manual_pages_are_there(installed):
    (wheel,) = installed.glob("lagrad-*.whl")
    packed = {name.rpartition("/")[2] for name in zipfile.ZipFile(wheel).namelist() if "/share/man/man1/" in name}
    assert packed == {path.name for path in (ROOT / "man").iterdir()}


def test_the_license_is_there(installed):
    (wheel,) = installed.glob("lagrad-*.whl")
    packed = zipfile.ZipFile(wheel)
    (text,) = [name for name in packed.namelist() if name.endswith("/LICENSE")]
    assert b"LLVM Exceptions" in packed.read(text)
    (metadata,) = [name for name in packed.namelist() if name.endswith("/METADATA")]
    assert b"License-Expression: Apache-2.0 WITH LLVM-exception" in packed.read(metadata)
