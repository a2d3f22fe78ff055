"""lagrad.jax.call: functions of MLIR programs inside of JAX."""

from __future__ import annotations

import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad.jax

jax.config.update("jax_enable_x64", True)

PROGRAM = """
func.func @scaled(%x: tensor<?x3xf64>, %s: f64, %n: i32) -> (tensor<?x3xf64>, f64, i32) {
  %e = tensor.empty(%d) : tensor<?x3xf64>
  %all = linalg.fill ins(%s : f64) outs(%e : tensor<?x3xf64>) -> tensor<?x3xf64>
  %y = arith.mulf %x, %all : tensor<?x3xf64>
  %square = arith.mulf %s, %s : f64
  %m = arith.addi %n, %n : i32
  return %y, %square, %m : tensor<?x3xf64>, f64, i32
}
func.func @turned(%z: complex<f64>, %x: tensor<2xcomplex<f32>>) -> (complex<f64>, tensor<2xcomplex<f32>>) {
  %0 = complex.mul %z, %z : complex<f64>
  return %0, %x : complex<f64>, tensor<2xcomplex<f32>>
}
func.func @element(%x: tensor<3xf64>, %i: i64) -> f64 {
  %k = arith.index_cast %i : i64 to index
  %c3 = arith.constant 3 : i64
  %inside = arith.cmpi ult, %i, %c3 : i64
  cf.assert %inside, "there are three"
  %v = tensor.extract %x[%k] : tensor<3xf64>
  return %v : f64
}
func.func @ones(%n: index) -> tensor<?xf64> {
  %one = arith.constant 1.0 : f64
  %all = tensor.splat %one[%n] : tensor<?xf64>
  return %all : tensor<?xf64>
}
func.func @sum(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = arith.addf %x, %y : tensor<?xf64>
  return %0 : tensor<?xf64>
}
""".replace("%e = tensor", "%c0 = arith.constant 0 : index\n  %d = tensor.dim %x, %c0 : tensor<?x3xf64>\n  %e = tensor")
X = jnp.arange(6.0).reshape(2, 3)


def test_values_of_every_kind():
    scaled = jax.jit(lagrad.jax.call(PROGRAM, "scaled"))
    y, square, n = scaled(X, 3.0, jnp.int32(4))
    assert np.array_equal(y, 3 * X) and square == 9.0 and n == 8 and n.dtype == jnp.int32
    assert scaled(jnp.ones((5, 3)), 3.0, jnp.int32(4))[0].shape == (5, 3)


def test_derivatives():
    scaled = lagrad.jax.call(PROGRAM, "scaled")

    def f(x, s):
        y, square, _ = scaled(x, s, jnp.int32(1))
        return jnp.sum(jnp.sin(y)) + square

    def same(x, s):
        return jnp.sum(jnp.sin(x * s)) + s * s

    for ours, theirs in zip(jax.jit(jax.grad(f, (0, 1)))(X, 2.0), jax.grad(same, (0, 1))(X, 2.0)):
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    np.testing.assert_allclose(
        jax.grad(lambda s: jax.grad(f, 1)(X, s))(2.0), jax.grad(lambda s: jax.grad(same, 1)(X, s))(2.0), rtol=1e-12
    )


def test_complex_numbers():
    z, x = jnp.complex128(1 + 2j), jnp.array([1 + 1j, 2 - 3j], jnp.complex64)
    squared, same = jax.jit(lagrad.jax.call(PROGRAM, "turned"))(z, x)
    assert squared == (1 + 2j) ** 2 and np.array_equal(same, x)


def test_a_call_that_fails_is_an_error():
    element = jax.jit(lagrad.jax.call(PROGRAM, "element"))
    assert element(X[1], 2) == 5.0
    with pytest.raises(Exception, match="there are three"):
        element(X[1], 7).block_until_ready()
    assert element(X[1], 1) == 4.0


def test_sizes_that_are_computed_are_refused():
    with pytest.raises(ValueError, match="@ones computes the sizes of its results"):
        lagrad.jax.call(PROGRAM, "ones")(3)


@pytest.mark.parametrize(
    "arguments, kind, message",
    [
        ((X, 1.0), TypeError, "@scaled takes 3 arguments, and 2 were given"),
        ((X.astype(jnp.float32), 1.0, 1), TypeError, "argument 0 of @scaled is .* an array of float64, not float32"),
        ((X[0], 1.0, 1), ValueError, r"argument 0 of @scaled .* has \(3,\)"),
        ((X.T, 1.0, 1), ValueError, r"argument 0 of @scaled .* has \(3, 2\)"),
    ],
)
def test_wrong_arguments(arguments, kind, message):
    with pytest.raises(kind, match=message):
        lagrad.jax.call(PROGRAM, "scaled")(*arguments)


def test_sizes_that_disagree():
    with pytest.raises(ValueError, match="argument . of @sum has the size . in dimension 0"):
        lagrad.jax.call(PROGRAM, "sum")(jnp.ones(3), jnp.ones(4))


def test_calls_from_several_threads():
    gradient = jax.jit(jax.grad(lambda x: lagrad.jax.call(PROGRAM, "scaled")(x, 2.0, jnp.int32(1))[0].sum()))
    found = []
    threads = [threading.Thread(target=lambda: found.append(gradient(X))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and all(np.array_equal(each, 2 * np.ones((2, 3))) for each in found)


def test_programs_in_functions_that_are_exported_are_refused():
    scaled = lagrad.jax.call(PROGRAM, "scaled")
    with pytest.raises(TypeError, match="@scaled is MLIR: .* jax.grad, not lagrad.jax"):
        lagrad.jax.grad(lambda x: scaled(x, 2.0, jnp.int32(1))[0].sum())(X)
