"""What a JAX function says of its derivatives - `stop_gradient`, `custom_jvp` and others - is kept by lagrad.jax."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import lagrad.jax

jax.config.update("jax_enable_x64", True)

X = jnp.linspace(-1.1, 1.9, 5)


@jax.custom_jvp
def seven(x):
    """A sine that says that its derivative is seven times itself."""
    return jnp.sin(x)


seven.defjvp(lambda primals, tangents: (seven(*primals), 7 * seven(*primals) * tangents[0]))


@jax.custom_vjp
def five(x, count):
    return jnp.sum(jnp.sin(x)) * count


five.defvjp(lambda x, count: (five(x, count), x), lambda x, ct: (5 * ct * jnp.cos(x), None))


@jax.custom_vjp
def turned(z):
    return 2 * z


turned.defvjp(lambda z: (turned(z), None), lambda _, ct: (ct * (3 + 1j),))


FUNCTIONS = {
    "stop_gradient": lambda x: jnp.sum(lax.stop_gradient(x * x) * x),
    "stop_gradient of a number": lambda x: lax.stop_gradient(x[0]) * jnp.sum(x),
    "stop_gradient in a loop": lambda x: lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) + lax.stop_gradient(c), x).sum(),
    "stop_gradient in a branch": lambda x: lax.cond(x[0] < 0, lambda y: lax.stop_gradient(y) * y, jnp.sin, x).sum(),
    "custom_jvp": lambda x: jnp.sum(seven(x) * x),
    "custom_jvp in a scan": lambda x: lax.scan(lambda c, y: (seven(c) * y, None), x[1], x)[0],
    "custom_jvp in a vmap": lambda x: jnp.sum(jax.vmap(lambda y: seven(y) * y)(x)),
    "custom_jvp inside of jit": lambda x: jnp.sum(jax.jit(seven)(x) * x),
    "custom_vjp": lambda x: five(x, 3) * x[0],
    "custom_vjp of complex numbers": lambda x: jnp.sum(jnp.abs(turned(x + 1j * x**2)) ** 2),
    "relu": lambda x: jnp.sum(jax.nn.relu(x) * x),
    "sinc": lambda x: jnp.sum(jnp.sinc(x)),
    "log of the normal distribution": lambda x: jnp.sum(jax.scipy.stats.norm.logcdf(x)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(name):
    function = FUNCTIONS[name]
    ours, theirs = lagrad.jax.grad(function)(X), jax.grad(function)(X)
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(lagrad.jax.compile(function)(X), function(X), rtol=1e-12)


@pytest.mark.parametrize("name", ["stop_gradient", "custom_jvp"])
def test_second_derivatives_and_forward_mode(name):
    function = FUNCTIONS[name]
    np.testing.assert_allclose(lagrad.jax.hessian(function)(X), jax.hessian(function)(X), rtol=1e-10, atol=1e-10)
    ours, theirs = (each.jvp(function, (X,), (jnp.cos(X),))[1] for each in (lagrad.jax, jax))
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)
