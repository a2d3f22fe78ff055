"""Where the bindings are found, and what other code sees of the module that finds them."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

import lagrad.mlir
from lagrad import execute

ROOT = lagrad.mlir.ROOT


@pytest.mark.parametrize(
    "files",
    [
        ["mlir/program.mlir"],
        ["mlir/__init__.py"],
        ["mlir/ir/notes.txt"],
        ["mlir/ir.py", "mlir/dialects/arith.py"],
        ["mlir.py"],
    ],
    ids=lambda files: files[0],
)
def test_what_is_called_mlir_here_is_not_taken_for_the_bindings(files, tmp_path):
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    code = "from lagrad.mlir import ROOT, arith, ir; print(ROOT, ir.__name__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{ROOT} {ROOT}.ir\n", "")


def test_a_module_that_the_bindings_lack_is_a_missing_attribute():
    assert not hasattr(lagrad.mlir, "no_such_dialect")
    assert getattr(lagrad.mlir, "loads", None) is None
    with pytest.raises(ImportError, match="cannot import name 'no_such_dialect'"):
        from lagrad.mlir import no_such_dialect  # noqa: F401


def test_an_error_inside_a_module_of_the_bindings_stays_what_it_is(monkeypatch):
    def fail(name):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr("importlib.import_module", fail)
    with pytest.raises(ModuleNotFoundError, match="numpy"):
        lagrad.mlir.no_such_dialect  # noqa: B018


def homeless():
    return 3


homeless.__module__ = None


def test_pickle_works_beside_the_bindings():
    """It looks through all modules for an object that does not say which one it is from."""
    execute.parse("func.func @f() { return }")
    assert pickle.loads(pickle.dumps(homeless))() == 3
