"""A maximum that cancels has no derivative, one that does not has its own: programs that JAX exports, against JAX."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

jax.config.update("jax_enable_x64", True)
WEIGHTS = np.random.default_rng(3).normal(size=(4, 5))


def largest(x):
    return jnp.max(x, axis=-1, keepdims=True)


def softmax(x):
    e = jnp.exp(x - largest(x))
    return jnp.sum(WEIGHTS * e / jnp.sum(e, axis=-1, keepdims=True))


def log_sum(x):
    m = largest(x)
    return jnp.sum(m + jnp.log(jnp.sum(jnp.exp(x - m), axis=-1, keepdims=True)))


def log_softmax(x):
    shifted = x - largest(x)
    return jnp.sum(WEIGHTS * (shifted - jnp.log(jnp.sum(jnp.exp(shifted), axis=-1, keepdims=True))))


def masked(x):
    return softmax(jnp.where(WEIGHTS > -1.5, x, -1e30))


def by_columns(x):
    e = jnp.exp(x - jnp.max(x, axis=0))
    return jnp.sum((WEIGHTS * e) / jnp.sum(e, axis=0))


def of_all(x):
    e = jnp.exp(x - jnp.max(x))
    return jnp.sum(WEIGHTS * e) / jnp.sum(e)


CANCEL = (softmax, log_sum, log_softmax, masked, by_columns, of_all)


def twice(x):
    m = largest(x)
    return jnp.sum(WEIGHTS * (2 * m + jnp.log(jnp.sum(jnp.exp(x - m), axis=-1, keepdims=True))))


def returned(x):
    return softmax(x) + jnp.sum(largest(x) ** 2)


def squared(x):
    e = jnp.exp(x - largest(x))
    return jnp.sum(WEIGHTS * e / jnp.sum(e, axis=-1, keepdims=True) ** 2)


def sums_only(x):
    return jnp.sum(jnp.log(jnp.sum(jnp.exp(x - largest(x)), axis=-1)))


def of_other_rows(x):
    e = jnp.exp(x - largest(x))
    return jnp.sum(WEIGHTS * e / jnp.sum(e, axis=0))


def over_the_shift(x):
    return jnp.sum(jnp.sum(jnp.exp(x - largest(x)), axis=0) / jnp.sum(x))


def in_a_sum(x):
    return jnp.sum(WEIGHTS * (jnp.sum(x - largest(x), axis=-1, keepdims=True) + 2 * largest(x)))


STAY = (twice, returned, squared, sums_only, of_other_rows, over_the_shift, in_a_sum)


def exported(function, x, request: str) -> str:
    """StableHLO of a function, and what is asked of it."""
    text = jax.jit(function).lower(x).as_text()
    end = text.rindex("}")
    return f"{text[:end]}func.func private {request}\n{text[end:]}"


@pytest.mark.parametrize("function", [*CANCEL, *STAY], ids=lambda f: f.__name__)
def test_gradients_agree_with_jax(function):
    x = np.random.default_rng(4).normal(size=(4, 5))
    text = exported(function, x, "@derivative(tensor<4x5xf64>) -> tensor<4x5xf64> attributes {lagrad.gradient = @main}")
    remarks = pipelines.run(execute.parse(text), "lagrad-default").remarks
    assert any("this maximum cancels" in remark.message for remark in remarks) == (function in CANCEL)
    np.testing.assert_allclose(lagrad.compile(text).derivative(x), jax.grad(function)(x), rtol=1e-11, atol=1e-13)


def test_second_derivatives():
    x, v = np.random.default_rng(5).normal(size=(2, 4, 5))
    types = "tensor<4x5xf64>, tensor<4x5xf64>"
    text = exported(softmax, x, f"@derivative({types}) -> tensor<4x5xf64> attributes {{lagrad.hvp = @main}}")
    product = lagrad.compile(text).derivative(x, v)
    np.testing.assert_allclose(product, jax.jvp(jax.grad(softmax), (x,), (v,))[1], rtol=1e-11, atol=1e-13)
