"""The optimisations that can be left out: they exist, and a program without them is right."""

import numpy as np
import pytest

import lagrad
from benchmarks.adbench import benchmark, measure, peers
from benchmarks.adbench.steps import AIMS, LAST, STEPS, of, packs, passes, pipeline
from benchmarks.adbench.trmv import inputs as trmv_inputs
from lagrad import pipelines
from lagrad.passes import AIMS as KNOWN
from lagrad.passes import CORRECTNESS

PROGRAM = """
func.func @f(%x: tensor<4xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<4xf64>) {
    %v = tensor.extract %t[%i] : tensor<4xf64>
    %w = math.sin %v : f64
    %next = tensor.insert %w into %t[%i] : tensor<4xf64>
    scf.yield %next : tensor<4xf64>
  }
  %dot = linalg.dot ins(%y, %y : tensor<4xf64>, tensor<4xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %dot[] : tensor<f64>
  return %r : f64
}
func.func private @df(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @f}
"""


def test_what_steps_leave_out_is_in_the_default_pipeline():
    present = set(passes(pipelines.read(pipeline())))
    assert {name for step in STEPS.values() for name in step} <= present


def test_every_pass_of_ours_says_what_it_is_for():
    assert AIMS.keys() == {*KNOWN, CORRECTNESS}, "aims are those of `passes.AIMS`, and each is that of a pass"


def test_every_step_changes_the_pipeline_but_the_one_that_packs_arguments():
    assert [step for step, changes in STEPS.items() if not changes] == ["baseline", "packed"]
    texts = [pipeline(step) for step in STEPS if step != "packed"]
    assert len(set(texts)) == len(texts)
    assert texts[-1] == str(pipelines.read(pipeline()))


@pytest.mark.parametrize("step", STEPS)
def test_programs_are_right_with_less_optimisation(step):
    x = np.array([0.1, 0.7, -0.4, 1.2])
    df = lagrad.compile(PROGRAM, entry="df", pipeline=pipeline(step))
    np.testing.assert_allclose(df(x), np.sin(2 * x), rtol=1e-14)


def test_packed_arguments_are_packed_from_a_step_on():
    assert [step for step in STEPS if not packs(step)] == ["baseline", "in-place", "stack", "active-sparsity"]
    trmv = benchmark.find("trmv")
    given = trmv.read("6:packed")
    for step in ("active-sparsity", "packed"):
        calls = peers.load("lagrad", trmv, given, f"triangular:{step}", 1)
        assert [part.ndim for part in calls.derivative()] == [1 if packs(step) else 2, 1]
        for part, expected in zip(
            calls.derivative_arrays(calls.derivative()), trmv.reference_derivative(given), strict=True
        ):
            assert measure.relative_error(part, expected) < 1e-13


def test_only_programs_with_encodings_have_the_steps_of_active_sparsity():
    reverse, triangular = (
        benchmark.find("trmv").variants(trmv_inputs.generate(2))[name] for name in ("reverse", "triangular")
    )
    assert set(of(triangular)) - set(of(reverse)) == {"active-sparsity", "packed"}
    assert LAST not in of(triangular)
