"""Functions that are written as MLIR beside the code: the files are programs, and what is taken of them is complete."""

from __future__ import annotations

from pathlib import Path

import pytest

import lagrad
from lagrad.functions_in_file import Functions
from lagrad.mlir import ir

# But for the tables of libraries, which name operations of our own.
FILES = [path for path in sorted(Path(lagrad.__file__).parent.rglob("*.mlir")) if path.parent.name != "libraries"]

TEXT = """// What is here.
!pair = !llvm.struct<(i64,
                      i64)>
#rare = ["cold"]
llvm.func @given(i64) -> i64
llvm.mlir.global internal @count(0 : i64) : i64

// Adds what is counted.
llvm.func @outer(%x: i64) -> i64 attributes {passthrough = #rare} {
  %place = llvm.mlir.addressof @count : !llvm.ptr
  %0 = llvm.load %place : !llvm.ptr -> i64
  %1 = llvm.call @inner(%0) : (i64) -> i64
  llvm.return %1 : i64
}
// Calls what is given.
llvm.func @inner(%x: i64) -> i64 {
  %none = llvm.mlir.zero : !pair
  %0 = llvm.call @given(%x) : (i64) -> i64
  llvm.return %0 : i64
}
llvm.func @other()
"""


def functions(path: Path, *texts: str) -> Functions:
    files = [path / f"{n}.mlir" for n in range(len(texts))]
    for file, text in zip(files, texts):
        file.write_text(text)
    return Functions(*files)


def symbols(text: str) -> dict[str, bool]:
    """The symbols of a module, and whether they have a body."""
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        ops = [view.operation for view in module.body.operations]
        return {ir.StringAttr(op.attributes["sym_name"]).value: bool(op.regions[0].blocks) for op in ops}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_file_is_a_program(file):
    with ir.Context(), ir.Location.unknown():
        assert ir.Module.parse(file.read_text()).operation.verify()


def test_what_a_function_uses_comes_with_it(tmp_path):
    found = functions(tmp_path, TEXT)
    assert symbols(found.text(["outer"])) == {"given": False, "count": False, "outer": True, "inner": True}
    assert symbols(found.text(["inner", "unknown"])) == {"given": False, "inner": True}


def test_functions_are_declared(tmp_path):
    found = functions(tmp_path, TEXT)
    assert symbols(found.declarations(["outer", "inner", "unknown"])) == {"outer": False, "inner": False}


def test_a_definition_in_another_file_is_meant(tmp_path):
    body = "llvm.func @given(%x: i64) -> i64 {\n  llvm.return %x : i64\n}\n"
    for texts in ((TEXT, body), (body, TEXT)):
        assert symbols(functions(tmp_path, *texts).text(["inner"])) == {"given": True, "inner": True}


def test_what_others_define_is_left_out(tmp_path):
    with ir.Context(), ir.Location.unknown():
        given = "llvm.func @given(%x: i64) -> i64 {\n  llvm.return %x : i64\n}\n"
        text = functions(tmp_path, TEXT).text(["inner"], without=["given"])
        assert ir.Module.parse(text + given).operation.verify()
