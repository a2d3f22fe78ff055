"""`lagrad.compile` compiles the functions that are asked for, and what these need."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute
from lagrad.errors import Failure


def test_what_is_not_wanted_is_not_compiled():
    text = """
    func.func @f(%x: f64) -> f64 {
      %y = math.tanh %x : f64
      return %y : f64
    }
    func.func private @no_rule(f64) -> f64
    func.func @g(%x: f64) -> f64 {
      %y = call @no_rule(%x) : (f64) -> f64
      return %y : f64
    }
    func.func private @"d f"(f64) -> f64 attributes {lagrad.gradient = @f}
    func.func private @d2f(f64) -> f64 attributes {lagrad.gradient = @"d f"}
    func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}
    """
    module = execute.parse(text)
    with module.context:
        execute.drop_others(module.operation, ["d2f"])
        assert [f.sym_name.value for f in module.body.operations] == ["f", "d f", "d2f"]
    with pytest.raises(Failure, match="no_rule"):
        lagrad.compile(text, entry=["d2f", "dg"])
    found = lagrad.compile(text.replace("%y = call @no_rule(%x) : (f64) -> f64", "%y = math.sin %x : f64"), entry="d2f")
    t = np.tanh(0.3)
    np.testing.assert_allclose(found(0.3), -2 * t * (1 - t * t), rtol=1e-14)


def test_what_the_pipeline_names_is_needed():
    text = "func.func @f(%x: f64) -> f64 {\n%y = math.sin %x : f64\nreturn %y : f64\n}"
    text += "\nfunc.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}"
    module = execute.parse(text)
    with module.context:
        execute.drop_others(module.operation, ["made_later"])
    assert "@df" in str(module)
    both = lagrad.compile(
        text,
        entry="g",
        pipeline="lagrad-differentiate{function=df mode=gradient result=g},lagrad-default,lagrad-to-llvm",
    )
    np.testing.assert_allclose(both(0.3), -np.sin(0.3), rtol=1e-14)
