"""The list of what is stable has the names that there are, and only those."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

import lagrad
import lagrad.jax
from lagrad import dialect

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tools"))
SPEC = importlib.util.spec_from_file_location("stable_interface", ROOT / "tools" / "stable_interface.py")
stable_interface = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(stable_interface)
LINES = stable_interface.PAGE.read_text().splitlines()


def names(kind: str) -> set[str]:
    return {re.split(r"[( ]", line.removeprefix(f"{kind} "))[0] for line in LINES if line.startswith(f"{kind} ")}


@pytest.mark.parametrize("module", [lagrad, lagrad.jax], ids=lambda module: module.__name__)
def test_python_has_the_public_names(module):
    found = {
        name.removeprefix(f"{module.__name__}.") for name in names("python") if name.startswith(f"{module.__name__}.")
    }
    own = {name for name in found if "." not in name}
    assert own == set(module.__all__)


def test_torch_has_the_public_names():
    source = (ROOT / "passes" / "lagrad" / "torch" / "__init__.py").read_text()
    public = set(re.findall(r'"(\w+)"', re.search(r"__all__ = \[(.*?)\]", source, re.S)[1]))
    assert {
        name.removeprefix("lagrad.torch.") for name in names("python") if name.startswith("lagrad.torch.")
    } == public


def test_a_changed_signature_is_a_changed_line(monkeypatch):
    line = "python lagrad.jax.grad(function, argnums=0, has_aux=False, *, threads=1)"
    assert line in LINES
    monkeypatch.setattr(stable_interface, "signature", lambda node: "(function)")
    assert line not in stable_interface.page().splitlines()


def test_attributes_that_programs_say_are_told_from_those_of_passes():
    assert names("attribute") == dialect.SAID < dialect.ATTRIBUTES
    documented = "".join(page.read_text() for page in (ROOT / "docs").glob("*.md"))
    assert [name for name in dialect.SAID if name not in documented] == []
