"""lagrad.jax: special functions and factors, whose derivatives are those of JAX's rules."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad.jax
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)
special, linalg = jax.scipy.special, jnp.linalg
X = jnp.array([-1.3, -0.2, 0.1, 0.7, 2.0, 9.0])
A = jax.random.normal(jax.random.key(0), (5, 3))

FUNCTIONS = {
    "digamma": special.digamma,
    "i0e": special.i0e,
    "i1": special.i1,
    "i1e": special.i1e,
    "polygamma": lambda x: special.polygamma(1, jnp.abs(x)),
    "erfinv": lambda x: special.erfinv(x / 10),
    "wide QR": lambda x: sum(jnp.sum(jnp.sin(part)) for part in linalg.qr(A.T * x[0])),
    "wide QR, complete": lambda x: sum(jnp.sum(jnp.sin(part)) for part in linalg.qr(A.T + x[0], mode="complete")),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_those_of_jax(name):
    def total(x):
        return jnp.sum(FUNCTIONS[name](x))

    np.testing.assert_allclose(lagrad.jax.compile(total)(X), total(X), rtol=1e-12)
    np.testing.assert_allclose(lagrad.jax.grad(total)(X), jax.jit(jax.grad(total))(X), rtol=1e-11, atol=1e-14)


def test_second_derivatives_of_digamma():
    second = jax.grad(lagrad.jax.grad(special.digamma))
    np.testing.assert_allclose(second(1.5), jax.jit(jax.grad(jax.grad(special.digamma)))(1.5), rtol=1e-12)


@pytest.mark.parametrize(
    "function, advice",
    [
        (lambda a: jnp.sum(jnp.abs(linalg.eigvals(a[:3]))), "jnp.linalg.eigh is for symmetric ones"),
        (lambda a: jnp.sum(linalg.qr(a, mode="complete")[0]), "mode='reduced'"),
        (lambda a: jnp.sum(linalg.svd(a)[0]), "full_matrices=False"),
        (lambda a: jnp.sum(jax.scipy.linalg.schur(a[:3])[0]), "Schur's factors are not there"),
    ],
)
def test_factors_that_are_not_there(function, advice):
    with pytest.raises(Failure, match=advice):
        lagrad.jax.grad(function)(A)
