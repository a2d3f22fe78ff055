"""Sums, products and extrema from one end of a dimension to each element, and any function of two scalars."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import lagrad
import lagrad.jax

jax.config.update("jax_enable_x64", True)

CUMULATIVE = {name: getattr(lax, name) for name in ("cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp")}
A = jnp.asarray(np.random.default_rng(5).permutation(60).reshape(3, 4, 5) / 50 + 0.1)  # no two are equal


SHORT = {("cumsum", 0, True), ("cumprod", 1, False), ("cummin", 2, True), ("cumlogsumexp", 1, True)}
CASES = [(name, axis, reverse) for name in CUMULATIVE for axis in range(3) for reverse in (False, True)]


@pytest.mark.parametrize(
    "name, axis, reverse", [pytest.param(*case, marks=[] if case in SHORT else pytest.mark.long) for case in CASES]
)
def test_along_each_dimension(name, axis, reverse):
    def total(a):
        return jnp.sum(jnp.sin(CUMULATIVE[name](a, axis=axis, reverse=reverse)))

    np.testing.assert_allclose(lagrad.jax.grad(total)(A), jax.jit(jax.grad(total))(A), rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("name", ["cumprod", pytest.param("cummax", marks=pytest.mark.long), "cumlogsumexp"])
def test_of_a_vector_and_twice(name):
    def total(a):
        return jnp.sum(jnp.sin(CUMULATIVE[name](a)))

    row = A[0, 1]
    np.testing.assert_allclose(lagrad.jax.hessian(total)(row), jax.jit(jax.hessian(total))(row), rtol=1e-11, atol=1e-13)


def test_integers_and_what_is_no_whole_window():
    """Windows of two, and those of unsigned integers, are converted as before."""

    def total(a):
        picked = a[jnp.cumsum(jnp.ones(3, jnp.int32)) - 1].sum() + a[jnp.cumsum(jnp.ones(2, jnp.uint32))].sum()
        pairs = lax.reduce_window(a, 0.0, lax.add, (2,), (1,), ((1, 0),))
        return jnp.sum(jnp.sin(pairs)) * picked

    row = A[1, 2]
    np.testing.assert_allclose(lagrad.jax.grad(total)(row), jax.jit(jax.grad(total))(row), rtol=1e-12)


def test_each_element_is_taken_once():
    """A sum of 300,000 elements would take minutes by windows."""
    text = lagrad.jax.export(lambda a: jnp.cumsum(a)[-1], jnp.zeros(300_000))
    program = lagrad.compile(text)
    assert program.main(np.full(300_000, 0.5)) == 150_000
