"""Files of rules and installed ones, from Python; what they bring is part of what the cache knows a program by."""

from __future__ import annotations

from importlib import metadata

import pytest
from tables import registered

import lagrad
from lagrad import build, pipelines, rules
from lagrad.errors import Failure
from lagrad.rules import loading

PROGRAM = """
func.func @f(%x: f64) -> f64 {
  %0 = "mine.scale"(%x) : (f64) -> f64
  return %0 : f64 }
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}"""
FILE = """
from lagrad.rules import lowering, partials
partials("mine.scale(x)", x=lambda ct: NUMBER * ct)
lowering("mine.scale", "func.func @s(%x: f64) -> f64 {\\n %c = arith.constant NUMBER : f64\\n"
         "%0 = arith.mulf %x, %c : f64\\n return %0 : f64 }")
"""


@pytest.fixture(autouse=True)
def forgotten():
    with registered():
        yield


def write(path, number: float):
    path.write_text(FILE.replace("NUMBER", str(number)))
    return path


def test_compile_takes_files_of_rules(tmp_path):
    program = lagrad.compile(PROGRAM, rules=write(tmp_path / "mine.py", 2.0))
    assert (program.f(3.0), program.df(3.0)) == (6.0, 2.0)
    assert lagrad.compile(PROGRAM).df(3.0) == 2.0  # they stay
    assert str(tmp_path / "mine.py") in loading.files()  # a pickled program takes them along


def test_the_cache_knows_the_files(tmp_path, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").mkdir(mode=0o700)
    path = write(tmp_path / "mine.py", 2.0)
    assert lagrad.compile(PROGRAM, rules=[path]).df(3.0) == 2.0
    assert list((tmp_path / "cache").iterdir())
    assert lagrad.compile(PROGRAM, rules=[write(path, 5.0)]).df(3.0) == 5.0
    rules.partials("mine.scale(x)", x=lambda ct: 7.0 * ct)  # of no file: nobody can tell whether it changes
    assert lagrad.compile(PROGRAM, rules=[path]).df(3.0) == 7.0
    assert loading.has_others()


def test_a_package_brings_its_rules(tmp_path, monkeypatch):
    write(tmp_path / "mine_rules.py", 3.0)
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[lagrad.rules]\nmine = mine_rules\n")
    monkeypatch.syspath_prepend(tmp_path)
    loading.load_installed.cache_clear()
    pipelines.new_context()
    assert lagrad.compile(PROGRAM).df(3.0) == 3.0
    assert "mine_rules" in loading.contents()


def test_a_package_whose_rules_cannot_be_loaded(monkeypatch):
    point = metadata.EntryPoint("mine", "no_such_module", loading.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point])
    loading.load_installed.cache_clear()
    with pytest.raises(Failure, match="cannot load the rules 'no_such_module': ModuleNotFoundError"):
        loading.load_installed()
    monkeypatch.undo()
    loading.load_installed.cache_clear()
    loading.load_installed()


def test_a_rule_that_makes_no_operation_is_told_so():
    """Upstream's passes, which may crash on such operations, do not see it."""

    def of_two_types(ct):
        return type(ct)(build.emit1("arith.addf", ct.type, ct.value, build.index(3)))

    rules.partials("mine.scale(x)", x=of_two_types)
    with pytest.raises(
        Failure, match="'arith.addf' op operand #1 must be floating-point-like, but got 'index'"
    ) as said:
        lagrad.compile(PROGRAM)
    assert '%2 = "arith.addf"(%0, %1)' in str(said.value.diagnostics[0].notes)
