"""What is public: functions without a visibility, and those that say `public`."""

from __future__ import annotations

import ctypes
import pathlib
import re

import pytest

from lagrad import emit, execute
from lagrad.errors import Failure
from lagrad.lowering.interface.c_types import functions

PROGRAMS = pathlib.Path(__file__).parents[2] / "programs"

SQUARE = """
func.func {visibility} @f(%x: f64) -> f64 {{
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}}"""


def chosen() -> list[pathlib.Path]:
    paths = sorted(PROGRAMS.glob("*.mlir"))
    return [*paths[:: max(1, len(paths) // 8)]]


@pytest.mark.parametrize("path", chosen(), ids=lambda path: path.stem)
@pytest.mark.parametrize("pipeline", ["lagrad-default,lagrad-to-llvm-blas", "lagrad-default,lagrad-to-llvm{threads=2}"])
def test_public_is_what_a_function_is_that_says_nothing(path, pipeline):
    text = path.read_text()
    spelled = re.sub(r"^(\s*func\.func) @", r"\1 public @", text, flags=re.M)
    assert spelled != text
    silent, public = (emit.lower(execute.parse(t), pipeline) for t in (text, spelled))
    assert list(functions(public)) == list(functions(silent)) != []
    assert re.sub(r'(, )?sym_visibility = "public"(, )?', "", str(public)).replace(" attributes {}", "") == str(silent)


@pytest.mark.parametrize("visibility", ["", "public"])
def test_a_public_function_is_emitted(visibility, tmp_path):
    (tmp_path / "f.so").write_bytes(emit.emit(execute.parse(SQUARE.format(visibility=visibility)), "shared"))
    result = ctypes.c_double()
    ctypes.CDLL(str(tmp_path / "f.so")).f(ctypes.c_double(3), ctypes.byref(result))
    assert result.value == 9


@pytest.mark.parametrize("visibility", ["", "public", "private", "nested"])
def test_a_public_main_is_refused(visibility):
    module = execute.parse(SQUARE.format(visibility=visibility).replace("@f", "@main") + SQUARE.format(visibility=""))
    if visibility in ("", "public"):
        with pytest.raises(Failure, match="@main is where a C program begins"):
            emit.emit(module, "obj")
    else:
        assert emit.emit(module, "obj")


@pytest.mark.parametrize("kind", ["obj", "shared", "header"])
@pytest.mark.parametrize("visibility", ["private", "nested"])
def test_nothing_public_is_an_error(visibility, kind):
    with pytest.raises(Failure, match="no public function") as raised:
        emit.emit(execute.parse(SQUARE.format(visibility=visibility)), kind)
    (told,) = raised.value.diagnostics[0].notes
    assert told.message == f"@f is {visibility}; without that word it is public"
    with pytest.raises(Failure, match="no public function"):
        execute.compile(SQUARE.format(visibility=visibility))


TABLE = "memref.global constant @table : memref<2xf64> = dense<[1.0, 2.0]>"


@pytest.mark.parametrize("text", ["llvm.func @f() { llvm.return }", TABLE])
def test_other_things_can_be_public(text):
    assert emit.emit(execute.parse(text), "obj")


def test_one_can_be_named_whatever_it_is():
    f = execute.compile(SQUARE.format(visibility="private"), entry="f")
    assert f(3.0) == 9.0
