"""Differentiation and `lagrad-layout-tape` put the same tapes into one tensor."""

import re

import pytest

from lagrad import execute, pipelines
from lagrad.ad.reverse import tape_layout
from lagrad.ad.reverse.regions import EARLY, Region, regions

SINES = """
func.func @f(%x: f64) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %h = scf.for %i = %c0 to %c9 step %c1 iter_args(%0 = %x) -> f64 {{
    {sines}
    scf.yield %{count} : f64
  }}
  return %h : f64
}}
func.func private @df(f64) -> f64 attributes {{lagrad.gradient = @f}}
"""


def tensors(count: int, passes: str) -> list[str]:
    """The types of the tapes of a loop that records `count` numbers an iteration."""
    sines = "\n    ".join(f"%{n + 1} = math.sin %{n} : f64" for n in range(count))
    module = execute.parse(SINES.format(sines=sines, count=count))
    pipelines.run(module, pipelines.read(f"lagrad-differentiate{{tape=record}},{passes}canonicalize,cse"))
    return re.findall(r"tensor.empty\(\) : (\S+)", str(module))


def test_they_agree_or_share_nothing():
    kinds = {"a": Region("loop", 64, "adjoint"), "b": Region("loop", 32, "adjoint"), "c": Region("loop", 64, "branch")}
    assert regions("abcaab", lambda name: kinds[name]) == [["a", "a", "a"], ["b", "b"]]
    assert regions("abcaab", lambda name: kinds[name], least=3) == [["a", "a", "a"]]
    assert regions("aa", lambda name: None) == []


def test_few_are_left_to_the_pass():
    assert tensors(EARLY - 1, "") == ["tensor<9xf64>"]  # with which all of them begin
    assert tensors(EARLY - 1, "lagrad-layout-tape,") == [f"tensor<9x{EARLY - 1}xf64>"]


@pytest.mark.parametrize("passes", ["", "lagrad-layout-tape,"])
def test_many_share_from_the_beginning(passes):
    assert tensors(EARLY, passes) == [f"tensor<9x{EARLY}xf64>"]


def test_the_pass_makes_what_differentiation_makes(monkeypatch):
    early = tensors(EARLY, "")
    monkeypatch.setattr(tape_layout, "EARLY", EARLY + 1)
    assert tensors(EARLY, "") == ["tensor<9xf64>"]
    assert tensors(EARLY, "lagrad-layout-tape,") == early
