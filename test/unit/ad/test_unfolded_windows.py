"""Convolutions and their adjoints as products of matrices, whatever their size, against JAX."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from against_jax import check
from programs import NAMES, load

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

WHOLE, ROWS = (f"lagrad-unfold-windows{{reuse=1 work=1 room={room}}}" for room in (1 << 18, 0))
WINDOWS = [name for name in NAMES if re.search(r"linalg\.\w*conv_|affine_map<.*\+", load(name).text)]


@pytest.mark.parametrize("unfold", [WHOLE, ROWS], ids=["whole", "rows"])
@pytest.mark.parametrize("name", WINDOWS)
def test_unfolded(name, unfold):
    program = load(name)
    pipeline = "lagrad-default," + lowering.pipeline(blas="openblas").replace("lagrad-unfold-windows", unfold)
    if "conv_" in program.text:  # each of them is unfolded, and so are its adjoints
        remarks = pipelines.run(execute.parse(program.text), pipeline).remarks
        assert sum("its windows are copied side by side" in remark.message for remark in remarks) >= 3
    functions = lagrad.compile(program.text, pipeline=pipeline)
    for request in program.requests.values():
        check(program, functions, request, {})


BEHIND_RELU = """
func.func @loss(%x: tensor<3x5x21xf64>, %k: tensor<4x5x3xf64>, %w: tensor<3x4x10xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<3x4x10xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%none : tensor<3x4x10xf64>) -> tensor<3x4x10xf64>
  %y = linalg.conv_1d_ncw_fcw {strides = dense<2> : vector<1xi64>}
      ins(%x, %k : tensor<3x5x21xf64>, tensor<4x5x3xf64>) outs(%zeros : tensor<3x4x10xf64>) -> tensor<3x4x10xf64>
  %r = linalg.max ins(%y, %zeros : tensor<3x4x10xf64>, tensor<3x4x10xf64>) outs(%none : tensor<3x4x10xf64>)
      -> tensor<3x4x10xf64>
  %q = linalg.mul ins(%r, %w : tensor<3x4x10xf64>, tensor<3x4x10xf64>) outs(%none : tensor<3x4x10xf64>)
      -> tensor<3x4x10xf64>
  %start = tensor.from_elements %zero : tensor<f64>
  %s = linalg.reduce {arith.addf} ins(%q : tensor<3x4x10xf64>) outs(%start : tensor<f64>) dimensions = [0, 1, 2]
  %sum = tensor.extract %s[] : tensor<f64>
  return %sum : f64
}
func.func private @gradient(tensor<3x5x21xf64>, tensor<4x5x3xf64>, tensor<3x4x10xf64>) -> tensor<4x5x3xf64>
    attributes {lagrad.gradient = @loss, lagrad.wrt = [1]}
"""


@pytest.mark.parametrize("unfold", [WHOLE, ROWS], ids=["whole", "rows"])
def test_behind_a_relu(unfold):
    """The adjoint by the kernel alone reads the relu's argument and a cotangent; without a relu it reads one tensor."""
    pipeline = "lagrad-default," + lowering.pipeline(blas="openblas").replace("lagrad-unfold-windows", unfold)
    remarks = pipelines.run(execute.parse(BEHIND_RELU), pipeline).remarks
    assert sum("its windows are copied side by side" in remark.message for remark in remarks) == 3
    random = np.random.default_rng(5)
    x, k, w = random.normal(size=(3, 5, 21)), random.normal(size=(4, 5, 3)), random.normal(size=(3, 4, 10))

    def loss(x, k, w):
        y = jax.lax.conv_general_dilated(x, k, (2,), "VALID", dimension_numbers=("NCH", "OIH", "NCH"))
        return jnp.sum(jnp.maximum(y, 0.0) * w)

    ours = lagrad.compile(BEHIND_RELU, pipeline=pipeline).gradient(x, k, w)
    np.testing.assert_allclose(ours, jax.grad(loss, 1)(x, k, w), rtol=1e-12, atol=1e-12)
