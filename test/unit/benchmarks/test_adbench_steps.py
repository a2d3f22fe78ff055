"""The optimisations that can be left out: they exist, and a program without them is right."""

import lagrad
import numpy as np
import pytest
from lagrad import pipelines
from lagrad.pipeline_text import Nest

from benchmarks.adbench.steps import STEPS, pipeline

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


def passes(nest):
    for node in nest.body:
        yield from passes(node) if isinstance(node, Nest) else [node.name]


def test_what_steps_leave_out_is_in_the_default_pipeline():
    present = set(passes(pipelines.read(pipeline())))
    assert {name for step in STEPS.values() for name in step} <= present


@pytest.mark.parametrize("step", STEPS)
def test_programs_are_right_with_less_optimisation(step):
    x = np.array([0.1, 0.7, -0.4, 1.2])
    df = lagrad.compile(PROGRAM, entry="df", pipeline=pipeline(step))
    np.testing.assert_allclose(df(x), np.sin(2 * x), rtol=1e-14)
