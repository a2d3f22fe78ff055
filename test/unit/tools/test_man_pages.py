"""The manual pages of the programs: as their tool writes them, complete, and proper roff."""

import importlib.util
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from lagrad_cli.completion import PROGRAMS, command_of

ROOT = Path(__file__).parents[3]
SPEC = importlib.util.spec_from_file_location("man_pages", ROOT / "tools" / "man_pages.py")
man_pages = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(man_pages)


def test_pages_are_current():
    written = {path.name: path.read_text() for path in man_pages.FOLDER.iterdir()}
    assert written == man_pages.pages(), "run: python tools/man_pages.py"


def test_every_program_has_one():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert scripts == {name: f"lagrad_cli.{module}:main" for name, module in PROGRAMS.items()}


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_flag_is_there(program):
    text = man_pages.page(program).replace("\\-", "-")
    flags = [flag for p in command_of(program).params if isinstance(p, click.Option) for flag in p.opts]
    assert flags and [flag for flag in flags if flag not in text] == []


@pytest.mark.skipif(not shutil.which("groff"), reason="there is no groff")
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_page_is_proper_roff(program):
    command = ["groff", "-man", "-Tutf8", "-ww", str(man_pages.FOLDER / f"{program}.1")]
    done = subprocess.run(command, capture_output=True, text=True)
    text = re.sub(".\b", "", done.stdout)  # bold type is the same letter twice
    assert done.returncode == 0 and done.stderr == "" and "EXIT STATUS" in text


def test_dots_and_quotes_at_the_start_of_a_line_are_text():
    assert man_pages._escaped(".so x\n'y\n-z") == "\\&.so x\n\\&'y\n\\-z"
