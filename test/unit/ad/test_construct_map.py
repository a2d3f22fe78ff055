"""Every construct that the compiler differentiates occurs in at least two programs."""

import importlib.util
import pathlib

import pytest
from programs import NAMES

SOURCE = pathlib.Path(__file__).resolve().parents[3] / "tools" / "construct_map.py"


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("construct_map", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_construct_has_two_programs(tool):
    found = tool.construct_map()
    assert set(found) == set(tool.CONSTRUCTS)
    assert {construct: names for construct, names in found.items() if len(names) < 2} == {}
    assert {name for names in found.values() for name in names} <= set(NAMES)


def test_map_tells_constructs_apart(tool):
    found = tool.construct_map()
    assert "while_in_for" in found["scf.while in scf.for"]
    assert "for_in_while" not in found["scf.while in scf.for"]
    assert "while_scalar" not in found["scf.while, do-while shape"]
    assert "for_power" not in found["dynamic shapes in a loop"]


def test_there_are_many_programs():
    assert len(NAMES) >= 285


def test_the_tool_prints_a_construct_and_its_programs(tool, capsys):
    tool.main(["scf.forall"])
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("scf.forall (")
    assert "    forall_rows.mlir" in printed
