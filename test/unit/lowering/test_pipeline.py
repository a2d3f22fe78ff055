"""The table of stages is the lowering: it goes on where it stopped, and each condition decides something."""

from __future__ import annotations

import pytest

from lagrad import execute, pipelines, transforms
from lagrad.lowering import options, pipeline
from lagrad.pipelines.text import parse

PROGRAM = """
func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<?xf64> {
    %s = math.sin %y : tensor<?xf64>
    %next = arith.mulf %s, %x : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}
func.func private @df(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @f}
"""
CONDITIONS = {name: value for name, value in vars(options).items() if isinstance(value, options.Condition)}
VARIANTS = [
    options.Options(strict=True),
    options.Options(strict=True, counted=True),
    options.Options(strict=True, threads="2"),
    options.Options(threads="2"),
    options.Options(math="precise"),
    options.Options(check_bounds="true"),
    options.Options(subnormals="keep"),
    options.Options(counted=True),
    options.Options(inspect="true"),
    options.Options(profile="time"),
    options.Options(inspect="true", strict=True),
]


def lowered(text: str, steps: str) -> str:
    module = execute.parse(text)
    pipelines.run(module, steps)
    return str(module)


def names(text: str) -> list[str]:
    return [node.name for node in parse(text)]


@pytest.fixture(scope="module")
def whole() -> str:
    return lowered(PROGRAM, "lagrad-default,lagrad-to-llvm")


@pytest.mark.parametrize("last, first", list(zip(pipeline.NAMES, pipeline.NAMES[1:])))
def test_what_stops_after_a_stage_goes_on_with_the_next(last, first, whole):
    """What is printed between two stages is a program with all that the rest needs to know."""
    half = lowered(PROGRAM, f"lagrad-default,lagrad-to-llvm{{stop-after={last}}}")
    assert lowered(half, pipeline.text(options.Options(), first=first)) == whole


def test_stages_have_names_of_their_own():
    assert len(set(pipeline.NAMES)) == len(pipeline.NAMES)
    assert all(stage.why and not stage.why.endswith(".") for stage in pipeline.STAGES)


def test_every_pass_of_the_table_exists():
    known = pipelines.pass_names()
    listed = [name for stage in pipeline.STAGES for step in stage.steps for name in step.names()]
    assert [name for name in listed if name not in known] == []


@pytest.mark.parametrize("name", CONDITIONS)
def test_every_condition_is_used_and_decides(name):
    condition = CONDITIONS[name]
    assert any(step.when is condition for stage in pipeline.STAGES for step in stage.steps)
    answers = {condition.holds(given) for given in [options.Options(), *VARIANTS]}
    assert answers == ({True} if condition is options.ALWAYS else {True, False})
    assert bool(condition.text) == (condition is not options.ALWAYS)


@pytest.mark.parametrize("given", [options.Options(), *VARIANTS], ids=str)
def test_the_pipeline_is_its_stages(given):
    parts = [text for _, text in pipeline.stages(given)]
    assert names(pipeline.text(given)) == [name for text in parts for name in names(text)]
    ours = {name for name in names(pipeline.text(given)) if name.startswith("lagrad-")}
    assert ours <= set(transforms.names())


def test_the_default_pipeline_has_60_passes_of_ours_at_most():
    """Of each name one: passes that run without options, on any module."""
    listed = names(f"{pipelines.NAMED['lagrad-default']},{pipeline.text(options.Options())}")
    assert len({name for name in listed if name.startswith("lagrad-")}) <= 60


def test_a_stage_that_does_not_exist():
    with pytest.raises(KeyError, match="fushion"):
        pipeline.text(options.Options(), first="fushion")


def test_a_lowering_stops_where_its_own_option_says():
    text = pipelines.stopped_after("cse,lagrad-to-llvm{stop-after=structure},lagrad-to-llvm-blas", "fusion")
    assert text == "cse,lagrad-to-llvm{stop-after=structure},lagrad-to-llvm-blas{stop-after=fusion}"
