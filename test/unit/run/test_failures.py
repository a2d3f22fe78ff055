"""What Python is told of a program that is wrong, and of one that may be."""

from __future__ import annotations

import subprocess
import sys
import traceback
import warnings

import pytest

import lagrad
from lagrad import execute
from lagrad.errors import Failure

WITHOUT_RULE = """
func.func private @lookup(f64) -> f64
func.func @f(%x: f64) -> f64 {
  %0 = func.call @lookup(%x) : (f64) -> f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
SHOWN = """\
<program>:4:8: error: cannot differentiate 'func.call': @lookup is declared here but not defined
    %0 = func.call @lookup(%x) : (f64) -> f64
         ^
<program>:3:14: note: it is active: it depends on this, argument 0 of @f, which 'wrt' lists
    func.func @f(%x: f64) -> f64 {
                 ^
<program>:5:3: note: and its value reaches result 0 of @f
    return %0 : f64
    ^
note: define it in this module, give it a 'lagrad.custom_pullback', or mark it 'lagrad.inactive'"""


def failure(call, *arguments) -> Failure:
    with pytest.raises(Failure) as raised:
        call(*arguments)
    return raised.value


def test_the_text_of_a_failure_shows_the_place_the_line_and_the_notes():
    assert str(failure(lagrad.compile, WITHOUT_RULE)) == SHOWN
    misspelt = WITHOUT_RULE.replace("= @f", "= @g")
    assert str(failure(lagrad.sparse_jacobian, misspelt, "f")).startswith("<program>:7:1: error: ")


def test_where_there_is_no_text_the_places_are_told():
    told = str(failure(lagrad.compile, execute.parse(WITHOUT_RULE)))
    assert told.startswith("<program>:4:8: error: cannot differentiate 'func.call'")
    assert "%0 = func.call" not in told


def test_a_failure_without_a_place_is_its_message():
    told = failure(lambda: lagrad.compile(WITHOUT_RULE, threads=2, pipeline="cse"))
    assert str(told).startswith("threads need a pipeline")


def test_a_traceback_ends_where_the_caller_can_do_something():
    told = failure(lagrad.compile, WITHOUT_RULE)
    frames = [frame.name for frame in traceback.extract_tb(told.__traceback__)]
    assert frames[-1] == "telling" and len(frames) == 2
    assert told.__cause__ is None and told.__suppress_context__
    inside = [frame.name for frame in traceback.extract_tb(told.origin)]
    assert inside[0] == "telling" and "compile" in inside and len(inside) > 5


def test_a_debugger_of_lagrad_sees_all_of_it(tmp_path):
    (tmp_path / "f.mlir").write_text(WITHOUT_RULE)
    command = [sys.executable, "-m", "lagrad_cli.run", str(tmp_path / "f.mlir"), "--entry=df", "--debug"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "transforms/differentiate.py" in done.stderr
    assert "Traceback" in done.stderr


MARK = "'lagrad.checkpoint' of @in_vectors does not hold"
MARKED = """
func.func @f(%x: f64) -> f64 {
  %v = vector.broadcast %x : f64 to vector<4xf64>
  %w = func.call @in_vectors(%v) : (vector<4xf64>) -> vector<4xf64>
  %r = vector.extract %w[1] : f64 from vector<4xf64>
  return %r : f64
}
func.func private @in_vectors(%x: vector<4xf64>) -> vector<4xf64> attributes {lagrad.checkpoint} {
  %0 = math.sin %x : vector<4xf64>
  return %0 : vector<4xf64>
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""


def test_what_may_be_an_oversight_is_a_warning_at_the_call_of_compile():
    with pytest.warns(UserWarning, match=MARK) as told:
        lagrad.compile(MARKED)
    assert [warning.filename for warning in told] == [__file__]


def test_programs_that_mean_what_they_say_get_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        unmarked = MARKED.replace(" attributes {lagrad.checkpoint}", "")
        lagrad.compile(unmarked)
        lagrad.compile(unmarked[: unmarked.index("func.func private @df")])


def test_a_command_says_it_as_lagrad_opt_does(tmp_path):
    (tmp_path / "f.mlir").write_text(MARKED)
    said = []
    for name, *arguments in (("main", "--lagrad-default", "-o", "/dev/null"), ("run", "--entry=df"), ("check",)):
        command = [sys.executable, "-m", f"lagrad_cli.{name}", str(tmp_path / "f.mlir"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0
        said.append(done.stderr)
    assert said[0].startswith(f"{tmp_path}/f.mlir:8:1: warning: {MARK}")
    assert said[1] == said[2] == said[0]
