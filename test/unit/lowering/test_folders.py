"""The folders of the lowering: a pass is where its stage is, facts only ask, and a folder says what it is for."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import lagrad.lowering
from lagrad import transforms
from lagrad.lowering import pipeline

ROOT = Path(lagrad.lowering.__file__).parent
FOLDERS = sorted(path.name for path in ROOT.iterdir() if (path / "__init__.py").exists())
# Where no stage has the folder's name: what stages ask, what they share, and what comes after them.
SHARED = {"facts", "threads", "machine", "optional", "profile"}
# Passes that are about one thing and have their turn in a stage about another one.
OPTIONAL = "fuse-sweeps skip-columns skip-zeros skip-weights gather-rows unswitch-loops"
ELSEWHERE = {
    **{f"lagrad-{name}": "optional" for name in OPTIONAL.split()},
    "lagrad-outline-parts": "outlining",
    "lagrad-set-fastmath": "arithmetic",
    "lagrad-distribute-loops": "threads",
    "lagrad-flush-subnormals": "arithmetic",
    "lagrad-define-products": "products",
    "lagrad-profile-loops": "profile",
    "lagrad-declare-variants": "arithmetic",
}


def stages_of(name: str) -> set[str]:
    return {stage.name for stage in pipeline.STAGES for step in stage.steps if name in step.names()}


def folder_of(name: str) -> str:
    """The folder of the lowering that has a pass; nothing for a pass of another package."""
    module = transforms.find(name).__module__.split(".")
    return module[2] if module[1] == "lowering" else ""


@pytest.mark.parametrize("name", [name for name in transforms.names() if stages_of(name) and folder_of(name)])
def test_a_pass_is_in_the_folder_of_its_stage(name):
    is_there = folder_of(name) in stages_of(name)
    assert is_there != (name in ELSEWHERE)
    assert is_there or folder_of(name) == ELSEWHERE[name]


def test_every_stage_has_a_folder():
    assert set(FOLDERS) == set(pipeline.NAMES) | SHARED


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_says_what_it_is_for(folder):
    package = importlib.import_module(f"lagrad.lowering.{folder}")
    assert package.__doc__ and len(list((ROOT / folder).glob("*.py"))) > 1


def test_the_documents_say_what_is_new_in_each_folder():
    rows = (ROOT.parents[2] / "docs/design/lowering.md").read_text().splitlines()
    told = [row.split("`")[1] for row in rows if row.startswith("| `") and row.count("|") == 4]
    assert sorted(name for name in told if not name.startswith("lagrad-")) == FOLDERS


# What of `build` asks, and emits nothing.
QUESTIONS = {"DYNAMIC", "attributes_of", "constant_of", "defining_op", "is_tensor", "parent_block"}
FACTS = sorted((ROOT / "facts").glob("*.py"))
CHANGE = re.compile(r"InsertionPoint|\.(create|clone|erase|move_\w+|set_type|detach_from_parent|replace_all_\w+)\(")


def imports(path: Path) -> list[tuple[str, str]]:
    """What a module imports from the package: source, with a dot for each step up, and name."""
    statements = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    relative = [node for node in statements if node.level]
    return [("." * node.level + (node.module or ""), alias.name) for node in relative for alias in node.names]


@pytest.mark.parametrize("path", FACTS, ids=lambda path: path.stem)
def test_facts_know_no_pass(path):
    """What is asked by all stages imports nothing of any of them."""
    sources = {source for source, _ in imports(path)}
    assert {source for source in sources if source.startswith("..") and source[2] != "."} <= {"..walk"}
    assert not [source for source in sources if source.startswith(("...lowering", "...transforms"))]


@pytest.mark.parametrize("path", FACTS, ids=lambda path: path.stem)
def test_facts_ask_and_never_emit(path):
    dialects = {name for source, name in imports(path) if source == "...mlir"} - {"ir"}
    nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]
    assert {node.attr for node in nodes if getattr(node.value, "id", None) in dialects} <= {"get_indexing_maps"}
    assert {name for source, name in imports(path) if source == "...build"} <= QUESTIONS
    assert not CHANGE.search(path.read_text())
