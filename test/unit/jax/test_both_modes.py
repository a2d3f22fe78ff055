"""JAX's own forward and reverse mode, in any order, through functions that lagrad compiled."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad.jax

jax.config.update("jax_enable_x64", True)

X, S = jnp.array([0.3, -0.7, 1.1]), jnp.float64(0.6)


def function(x, s, n):
    """Numbers and arrays, floats and integers."""
    y = jnp.sin(x * s) * jnp.exp(s * jnp.roll(x, 1))
    return y, jnp.sum(y * y) / (1 + s * s), n + 1


ours = lagrad.jax.compile(function)


def close(found, expected, tolerance=1e-11):
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert one.dtype == other.dtype
        if one.dtype != jax.dtypes.float0:
            np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


def scalar(f):
    return lambda x, s: f(x, s, jnp.int32(3))[1] + jnp.sum(f(x, s, jnp.int32(3))[0] ** 3)


@pytest.mark.parametrize("transform", [lambda f: f, jax.jit], ids=["eager", "jit"])
def test_tangents_of_all_and_of_some(transform):
    def tangents(f, varied):
        whole = lambda x, s: f(x, s, jnp.int32(3))
        own = whole if varied == "xs" else (lambda x: whole(x, S)) if varied == "x" else lambda s: whole(X, s)
        primals = {"xs": (X, S), "x": (X,), "s": (S,)}[varied]
        return transform(lambda *p: jax.jvp(own, p, jax.tree.map(jnp.cos, p)))(*primals)

    for varied in ("xs", "x", "s"):
        close(tangents(ours, varied), tangents(function, varied))


@pytest.mark.parametrize("order", ["f", "r", "ff", "fr", "rf", "rr", "frf", "rfr"])
def test_modes_in_any_order(order):
    """Directional derivatives of directional derivatives, by the modes of `order`, the innermost first."""

    def derived(f):
        for depth, mode in enumerate(order):
            v = (jnp.sin(X + depth), jnp.float64(0.4 + depth))
            f = _forward(f, v) if mode == "f" else _reverse(f, v)
        return f

    close(jax.jit(derived(scalar(ours)))(X, S), derived(scalar(function))(X, S), 1e-9)


def _forward(f, v):
    return lambda x, s: jax.jvp(f, (x, s), v)[1]


def _reverse(f, v):
    def product(x, s):
        of_x, of_s = jax.grad(f, (0, 1))(x, s)
        return jnp.vdot(of_x, v[0]) + of_s * v[1]

    return product


@pytest.mark.parametrize(
    "transform",
    [jax.jacfwd, jax.jacrev, jax.hessian, lambda f: jax.jacrev(jax.jacfwd(f)), lambda f: jax.jacfwd(jax.jacfwd(f))],
    ids=["jacfwd", "jacrev", "hessian", "jacrev of jacfwd", "jacfwd of jacfwd"],
)
def test_jacobians_and_hessians_of_jax(transform):
    close(transform(lambda x: scalar(ours)(x, S))(X), transform(lambda x: scalar(function)(x, S))(X))


def test_what_lagrad_differentiated_is_differentiated_by_jax():
    gradient, expected = lagrad.jax.grad(scalar(function)), jax.grad(scalar(function))
    for own in (jax.jacfwd, jax.jacrev):
        close(own(lambda x: gradient(x, S))(X), own(lambda x: expected(x, S))(X))


def test_linearized_once_and_transposed():
    def both(f):
        whole = lambda x, s: f(x, s, jnp.int32(3))[:2]
        value, linear = jax.linearize(whole, X, S)
        pushed = linear(jnp.sin(X), jnp.float64(2.0))
        back = jax.linear_transpose(linear, X, S)(value)
        half = jax.linear_transpose(lambda t: linear(t, jnp.zeros(())), X)(value)
        return value, pushed, back, half

    close(both(ours), both(function))


def test_examples_one_after_the_other():
    xs = jnp.stack([X, 2 * X, X - 1])
    for transform in (
        lambda f: jax.vmap(jax.grad(f), (0, None)),
        lambda f: jax.vmap(lambda x, s: jax.jvp(lambda x: f(x, s), (x,), (jnp.cos(x),)), (0, None)),
        lambda f: jax.grad(lambda xs, s: jnp.sum(jax.vmap(f, (0, None))(xs, s))),
        lambda f: jax.vmap(jax.hessian(f), (0, None)),
    ):
        close(transform(scalar(ours))(xs, S), transform(scalar(function))(xs, S))


def test_inside_of_loops_branches_and_checkpoints():
    def around(f):
        def step(carry, k):
            x, s = carry
            y, z, _ = jax.lax.cond(k < 2, lambda a: f(*a), lambda a: (a[0], a[1] * a[1], a[2]), (x, s, k))
            return (y, 0.1 * z), z

        steps = jax.checkpoint(step)
        return lambda x, s: jnp.sum(jax.lax.scan(steps, (x, s), jnp.arange(3))[1])

    for transform in (lambda f: jax.grad(f, (0, 1)), jax.jacfwd, jax.hessian):
        close(jax.jit(transform(around(ours)))(X, S), transform(around(function))(X, S))


def test_complex_numbers_in_both_modes():
    def f(z, x):
        return jnp.sum(z * z * x), jnp.abs(z * x) ** 2

    own, z, x = lagrad.jax.compile(f), jnp.array([1 + 2j, 0.5 - 1j]), jnp.array([0.4, 1.3])
    for g in (
        lambda f: jax.jvp(f, (z, x), (1j * z, jnp.sin(x))),
        lambda f: jax.vjp(f, z, x)[1]((jnp.complex128(1 - 1j), jnp.array([2.0, 3.0]))),
        lambda f: jax.jacfwd(lambda x: f(z, x)[1])(x),
    ):
        close(g(own), g(f))


def test_a_result_without_a_tangent():
    """Integers have tangents of float0, and a function of which nothing is varied has none."""
    value, tangent = jax.jvp(lambda n: ours(X, S, n), (jnp.int32(1),), (np.zeros((), jax.dtypes.float0),))
    close(value, function(X, S, jnp.int32(1)))
    assert tangent[2].dtype == jax.dtypes.float0
    np.testing.assert_array_equal(tangent[0], jnp.zeros(3))


def test_forward_mode_of_an_mlir_function():
    square = lagrad.jax.call("func.func @f(%x: f64) -> f64 {\n%0 = arith.mulf %x, %x : f64\nreturn %0 : f64\n}", "f")
    assert jax.jvp(square, (3.0,), (1.0,)) == (9.0, 6.0)
    assert jax.hessian(square)(3.0) == 2.0
    assert functools.reduce(lambda f, _: jax.jacfwd(f), range(3), square)(3.0) == 0.0


def test_a_rule_that_is_no_derivative_holds_in_second_derivatives_too():
    @jax.custom_vjp
    def rounded(x):
        return jnp.round(x)

    rounded.defvjp(lambda x: (jnp.round(x), None), lambda _, cotangent: (cotangent,))
    f = lambda x: jnp.sum(rounded(x) ** 2)
    close(jax.jvp(lagrad.jax.compile(f), (X,), (X,))[1], 2 * jnp.sum(jnp.round(X) * X))
    close(jax.hessian(lagrad.jax.compile(f))(X), 2 * jnp.eye(3))
    close(jax.jacrev(lagrad.jax.grad(f))(X), 2 * jnp.eye(3))
