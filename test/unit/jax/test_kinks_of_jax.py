"""Ties with numbers, and smooth functions of kinked parts: gradients are those of jax.grad."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad.jax

jax.config.update("jax_enable_x64", True)

X = jnp.array([-1, 0, -0.0, 1, 2, 0.5, 3, -3, 6, -6])
Y = jnp.array([-1, 0, 0, 0, 2, 3, 3, -3, 6, -6.0])
FUNCTIONS = {
    "maximum": lambda x: jnp.maximum(x, 0) * jnp.maximum(2.0, x),
    "minimum": lambda x: jnp.minimum(x, 0) * jnp.minimum(2.0, x),
    "scalars": lambda x: jnp.maximum(x[0], -1.0) * x,
    "two arrays": lambda x: jnp.maximum(x, Y) * jnp.minimum(Y, x),
    "clip": lambda x: jnp.clip(x, 0, 1),
    "celu": jax.nn.celu,
    "elu": jax.nn.elu,
    "relu": jax.nn.relu,
    "relu6": jax.nn.relu6,
    "leaky_relu": jax.nn.leaky_relu,
    "log_sigmoid": jax.nn.log_sigmoid,
    "hard_swish": jax.nn.hard_swish,
    "sparse_plus": jax.nn.sparse_plus,
    "logaddexp": lambda x: jnp.logaddexp(x, Y),
    "interp": lambda x: jnp.interp(x, jnp.array([-1.0, 0, 1, 3]), jnp.array([1.0, 2, 5, 0])),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_at_ties(name):
    def function(x):
        given = FUNCTIONS[name](x)
        return (given * jnp.arange(1.0, 1 + given.size)).sum()

    value, gradient = lagrad.jax.value_and_grad(function)(X)
    np.testing.assert_allclose(value, function(X), rtol=1e-14)
    np.testing.assert_allclose(gradient, jax.jit(jax.grad(function))(X), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("type", [jnp.float32, jnp.float64])
@pytest.mark.parametrize("function", [jax.nn.sigmoid, jax.nn.silu, jax.nn.glu])
def test_where_an_exponential_is_infinite(function, type):
    x = jnp.array([-100, -800, 100, 800, -1, 3], dtype=type)
    ours, theirs = (grad(lambda x: function(x).sum())(x) for grad in (lagrad.jax.grad, jax.grad))
    np.testing.assert_allclose(ours, theirs, rtol=1e-5)


def test_what_is_no_number_stays():
    x = jnp.array([jnp.nan, jnp.inf, -jnp.inf, 1.0])
    for function in (lambda x: jnp.maximum(x, 0.5), lambda x: jnp.minimum(0.5, x), lambda x: jnp.clip(x, -jnp.inf, 3)):
        np.testing.assert_array_equal(lagrad.jax.compile(function)(x), function(x))


def test_integers_have_no_ties_to_share():
    def function(x, n):
        return x[jnp.maximum(n, 1)] * x[jnp.clip(n, 2, 5)]

    np.testing.assert_allclose(lagrad.jax.grad(function)(X, 0), jax.jit(jax.grad(function))(X, 0))


def test_complex_numbers_are_ordered_as_before():
    z = jnp.array([1 + 2j, -1 - 1j])

    def function(x):
        return jnp.abs(jnp.maximum(z * x, 0.0)).sum()

    np.testing.assert_allclose(lagrad.jax.grad(function)(2.0), jax.jit(jax.grad(function))(2.0))


@pytest.mark.parametrize("type", [jnp.bfloat16, jnp.float16])
def test_narrow_floats(type):
    x = jnp.array([-100, 0, 1, 30000], dtype=type)
    ours, theirs = (g(lambda x: (jax.nn.sigmoid(x) * jnp.maximum(x, 0)).sum())(x) for g in (lagrad.jax.grad, jax.grad))
    np.testing.assert_allclose(ours.astype(float), theirs.astype(float), rtol=1e-2)
