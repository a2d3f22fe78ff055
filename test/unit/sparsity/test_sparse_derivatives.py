"""Sparse Jacobians and Hessians equal the dense ones of JAX."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import scipy.sparse
from test_patterns import BA, GATHER, observed

import lagrad
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)

CHAIN = """
func.func @chain(%x: tensor<?xf64>, %s: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %last = arith.subi %n, %c1 : index
  %y = scf.for %i = %c1 to %last step %c1 iter_args(%y = %x) -> tensor<?xf64> {
    %before = arith.subi %i, %c1 : index
    %after = arith.addi %i, %c1 : index
    %a = tensor.extract %x[%before] : tensor<?xf64>
    %b = tensor.extract %x[%i] : tensor<?xf64>
    %c = tensor.extract %x[%after] : tensor<?xf64>
    %0 = arith.mulf %a, %b : f64
    %1 = math.sin %c : f64
    %2 = arith.mulf %1, %s : f64
    %3 = arith.addf %0, %2 : f64
    %next = tensor.insert %3 into %y[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}
func.func @energy(%x: tensor<?xf64>, %s: f64) -> f64 {
  %y = func.call @chain(%x, %s) : (tensor<?xf64>, f64) -> tensor<?xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}
"""


def chain(x, s):
    return x.at[1:-1].set(x[:-2] * x[1:-1] + jnp.sin(x[2:]) * s)


def energy(x, s):
    return x @ chain(x, s)


def flat(function, x, s):
    """The function of one vector that holds both arguments."""
    return lambda v: function(v[: len(x)], v[len(x)]), jnp.concatenate([x, jnp.array([s])])


@pytest.fixture(scope="module")
def point():
    return np.random.default_rng(0).uniform(0.5, 1.5, 9), 0.7


def agrees(found, expected):
    assert isinstance(found, scipy.sparse.csr_array) and found.has_sorted_indices
    np.testing.assert_allclose(found.toarray(), expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_a_jacobian_of_dynamic_size(point, mode):
    jacobian = lagrad.sparse_jacobian(CHAIN, "chain", mode=mode)
    function, at = flat(chain, *point)
    agrees(jacobian(*point), jax.jit(jax.jacfwd(function))(at))
    assert jacobian.coloring(*point).mode == mode
    short = point[0][:4], 2.0  # another size is another pattern
    function, at = flat(chain, *short)
    agrees(jacobian(*short), jax.jit(jax.jacfwd(function))(at))


def test_wrt_orders_the_columns(point):
    jacobian = lagrad.sparse_jacobian(CHAIN, "chain", wrt=[1, 0])
    function, at = flat(chain, *point)
    agrees(jacobian(*point), np.roll(jax.jit(jax.jacfwd(function))(at), 1, axis=1))


def test_a_hessian(point):
    hessian = lagrad.sparse_hessian(CHAIN, "energy")
    function, at = flat(energy, *point)
    agrees(hessian(*point), jax.jit(jax.hessian(function))(at))
    assert hessian.coloring(*point).count < 6 < len(at)


def test_indices_that_are_data():
    jacobian, x = lagrad.sparse_jacobian(GATHER, "f"), np.array([0.1, 0.2, 0.3])
    for at in ([2, 0, 2, 1], [0, 0, 0, 0]):
        expected = np.zeros((4, 3))
        expected[range(4), at] = np.cos(x[at])
        agrees(jacobian(x, np.array(at, np.int32)), expected)


def test_bundle_adjustment_equals_its_blocks():
    n, m, p = 5, 20, 60
    arguments = observed(n, m, p)
    jacobian = lagrad.sparse_jacobian(BA, "ba_objective", wrt=[0, 1, 2])
    found = jacobian(*arguments).toarray()
    assert jacobian.coloring(*arguments).count == 15
    blocks, weights = lagrad.compile(BA, entry="ba_jacobian")(*arguments)
    expected = np.zeros_like(found)
    for k, (camera, point) in enumerate(arguments[4]):
        rows = slice(2 * k, 2 * k + 2)
        expected[rows, 11 * camera : 11 * camera + 11] = blocks[k, :, :11]
        expected[rows, 11 * n + 3 * point : 11 * n + 3 * point + 3] = blocks[k, :, 11:14]
        expected[rows, 11 * n + 3 * m + k] = blocks[k, :, 14]
        expected[2 * p + k, 11 * n + 3 * m + k] = weights[k]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_f32_stays_f32():
    square = CHAIN.replace("f64", "f32")
    x = np.array([1, 2, 3], np.float32)
    found = lagrad.sparse_jacobian(square, "chain", wrt=[0])(x, np.float32(0.5))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found.toarray(), [[1, 0, 0], [2, 1, 0.5 * np.cos(3)], [0, 0, 1]], rtol=1e-6)


def test_a_constant_function_has_no_entries():
    constant = "func.func @f(%x: tensor<3xf64>) -> f64 {\n  %0 = arith.constant 1.0 : f64\n  return %0 : f64\n}"
    assert lagrad.sparse_jacobian(constant, "f")(np.ones(3)).nnz == 0


def test_what_is_refused():
    with pytest.raises(Failure, match="did you mean @chain"):
        lagrad.sparse_jacobian(CHAIN, "chan")
    with pytest.raises(Failure, match="argument 2 of @chain"):
        lagrad.sparse_jacobian(CHAIN, "chain", wrt=[2])
    with pytest.raises(Failure, match="auto, forward or reverse"):
        lagrad.sparse_jacobian(CHAIN, "chain", mode="backward")
    with pytest.raises(Failure, match="sizes of argument 0"):
        lagrad.sparsity_pattern(CHAIN, "chain")
    with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
        lagrad.sparse_jacobian(CHAIN, "chain")(np.ones(3))
    with pytest.raises(Failure, match="twice"):
        lagrad.sparse_jacobian(CHAIN, "chain", wrt=[0, 0])


PRODUCT = """
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = arith.mulf %x, %y : tensor<?xf64>
  return %0 : tensor<?xf64>
}"""


@pytest.mark.parametrize("arguments, problem, message", [
    ((np.ones(3), np.ones(4)), ValueError, "has the size 4 in dimension 0; it must be 3"),
    ((np.ones((3, 1)), np.ones(3)), ValueError, "the array given has the shape"),
    ((np.ones(3), np.ones(3, np.float32)), TypeError, "not of float32"),
    ((np.ones(3), "a"), TypeError, "an array of float64"),
])  # fmt: skip
def test_arguments_that_a_call_would_not_take(arguments, problem, message):
    with pytest.raises(problem, match=message):
        lagrad.sparse_jacobian(PRODUCT, "f")(*arguments)
