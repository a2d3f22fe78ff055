"""Derivatives that JAX functions bring, which JAX's own export leaves out: custom rules and stop_gradient."""

from __future__ import annotations

import functools
import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import lagrad.jax
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)

AT = jnp.array([-2.0, -0.5, 0.0, 0.25, 3.0])  # zero is where bodies have kinks that the functions have not


@jax.custom_jvp
def scaled(x):
    return 2 * x


scaled.defjvps(lambda tangent, result, x: 100 * tangent * x)


@jax.custom_vjp
def clipped(x, n, limit):
    return jnp.sin(x) * n, n + 1


def _backward(kept, cotangents):
    x, n, limit = kept
    return jnp.clip(cotangents[0], -limit, limit) * x, None, jnp.zeros_like(limit)


clipped.defvjp(lambda x, n, limit: (clipped(x, n, limit), (x, n, limit)), _backward)


@functools.partial(jax.custom_jvp, nondiff_argnums=(0,))
def applied(f, x):
    return f(x)


@applied.defjvp
def _(f, primals, tangents):
    return f(primals[0]), 7 * jax.jvp(f, primals, tangents)[1]


def nested(x):
    """Rules in loops, branches, functions and batches."""
    last, rows = lax.scan(lambda h, row: (scaled(h + row), lax.stop_gradient(h) * row), x[0], x)
    chosen = lax.cond(last > 0, lambda v: scaled(v), lambda v: lax.stop_gradient(v) * v, x[1])
    return jnp.sum(rows) + jax.jit(scaled)(chosen) + jnp.sum(jax.vmap(scaled)(x)) * last


FUNCTIONS = {
    "softplus": jax.nn.softplus,
    "log_sigmoid": jax.nn.log_sigmoid,
    "logaddexp": lambda x: jnp.logaddexp(0.0, x),
    "logaddexp2": lambda x: jnp.logaddexp2(x, 0.0),
    "relu": jax.nn.relu,
    "relu6": jax.nn.relu6,
    "silu": jax.nn.silu,
    "mish": jax.nn.mish,
    "sinc": jnp.sinc,
    "xlogy": lambda x: jax.scipy.special.xlogy(x, 2.0),
    "softmax": lambda x: jax.nn.softmax(x) * x,
    "logsumexp": lambda x: jax.nn.logsumexp(x) * x,
    "scaled": scaled,
    "clipped": lambda x: clipped(x, 3, jnp.float64(0.5))[0],
    "applied": lambda x: applied(lambda y: jnp.sin(3 * y), x),
    "stop_gradient": lambda x: x * lax.stop_gradient(jnp.exp(x)),
    "nested": nested,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_those_of_the_rules(name):
    def total(x):
        return jnp.sum(jnp.cos(jnp.atleast_1d(FUNCTIONS[name](x))))

    value, gradient = jax.jit(lagrad.jax.value_and_grad(total))(AT)
    np.testing.assert_allclose(value, total(AT), rtol=1e-12)
    np.testing.assert_allclose(gradient, jax.jit(jax.grad(total))(AT), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["softplus", "scaled", "stop_gradient", "nested"])
def test_forward_mode_and_second_derivatives(name):
    def total(x):
        return jnp.sum(jnp.cos(jnp.atleast_1d(FUNCTIONS[name](x))))

    ours = lagrad.jax.jvp(total, (AT,), (jnp.ones(5),))
    np.testing.assert_allclose(ours, jax.jvp(total, (AT,), (jnp.ones(5),)), rtol=1e-9)
    if name in ("scaled", "nested"):
        return  # the rule is no derivative, so the second one depends on the order of modes
    np.testing.assert_allclose(lagrad.jax.hessian(total)(AT), jax.jit(jax.hessian(total))(AT), rtol=1e-9, atol=1e-9)


def test_a_rule_for_reverse_mode_is_one_for_forward_mode():
    """JAX refuses it; the transpose of a linear function is no question."""
    _, tangent = lagrad.jax.jvp(lambda x: clipped(x, 3, jnp.float64(1e9))[0], (AT,), (jnp.ones(5),))
    np.testing.assert_allclose(tangent, AT)


def test_two_rules_of_one_body_are_two_functions():
    def with_factor(factor):
        own = jax.custom_jvp(lambda x: x)
        own.defjvps(lambda tangent, result, x: factor * tangent)
        return own

    gradient = lagrad.jax.grad(lambda x: with_factor(2.0)(x) * with_factor(3.0)(x))(jnp.float64(5.0))
    assert gradient == (2 + 3) * 5


def test_a_rule_has_arrays_of_its_own():
    weights, others = jnp.array([1.0, 2.0]), jnp.array([3.0, -1.0])

    def with_weights(w):
        own = jax.custom_jvp(lambda x: x)
        own.defjvps(lambda tangent, result, x: w * tangent)
        return own

    def total(x):
        return jnp.sum(with_weights(weights)(x) * with_weights(others)(x))

    np.testing.assert_array_equal(lagrad.jax.grad(total)(weights), jax.jit(jax.grad(total))(weights))


def with_weights(weights):
    """A function for reverse mode that closes over an array in its value, as `odeint` does."""
    own = jax.custom_vjp(lambda x: jnp.sum(jnp.sin(x) * weights))
    own.defvjp(lambda x: (own(x), x), lambda x, ct: (3 * ct * jnp.cos(x) * WEIGHTS,))
    return own


WEIGHTS = jnp.arange(5.0)


def test_a_function_with_a_rule_closes_over_an_array():
    total = lambda x: with_weights(WEIGHTS)(x) ** 2  # noqa: E731
    np.testing.assert_allclose(lagrad.jax.grad(total)(AT), jax.grad(total)(AT), rtol=1e-14)
    np.testing.assert_allclose(jax.jit(lagrad.jax.grad(total))(AT), jax.grad(total)(AT), rtol=1e-14)


def test_there_is_no_derivative_by_the_array_that_it_closes_over():
    with pytest.raises(Failure, match="with respect to a closed-over value"):
        jax.grad(lambda w: lagrad.jax.grad(with_weights(w))(AT).sum())(WEIGHTS)


def test_a_rule_that_closes_over_what_is_traced_is_refused():
    def total(x):
        own = jax.custom_jvp(lambda y: y)
        own.defjvps(lambda tangent, result, y: x * tangent)
        return jnp.sum(own(x))

    with pytest.raises(Failure, match="closes over a traced value; pass it as an argument"):
        lagrad.jax.grad(total)(AT)


def test_a_rule_that_raises_matters_only_where_a_derivative_needs_it():
    """JAX's rule of xlogy fails at integers, so its own gradient of the second function is a TypeError."""

    def constant(x):
        return jnp.sum(x * jax.scipy.special.xlogy(2, 3.0))

    np.testing.assert_array_equal(lagrad.jax.grad(constant)(AT), jax.jit(jax.grad(constant))(AT))
    with pytest.raises(Failure, match="the rule of xlogy in JAX raises TypeError: .*float0") as told:
        lagrad.jax.grad(lambda x: jnp.sum(jax.scipy.special.xlogy(2, x)))(AT)
    assert "it depends on this, argument 0 of @main" in str(told.value)


@jax.custom_vjp
def unfinished(x):
    return x * x


def _unfinished_backward(kept, cotangent):
    raise LookupError("not yet\nthought of")


unfinished.defvjp(lambda x: (unfinished(x), x), _unfinished_backward)


@pytest.mark.parametrize("kind", ["grad", "jacobian", "hessian", "jvp"])
@pytest.mark.parametrize("around", [jnp.sum, lambda made: made[0]])
def test_what_a_rule_raises_is_in_the_refusal(kind, around):
    def function(x):
        return around(unfinished(x))

    line = _unfinished_backward.__code__.co_firstlineno + 1
    place = f"the rule of unfinished in JAX raises, at {__file__}:{line}, LookupError: not yet thought of"
    with pytest.raises(Failure, match=re.escape(place)) as told:
        lagrad.jax.jvp(function, (AT,), (AT,)) if kind == "jvp" else getattr(lagrad.jax, kind)(function)(AT)
    assert "mend the rule of unfinished" in str(told.value)


def test_a_rule_that_raises_is_no_error_of_the_values():
    np.testing.assert_array_equal(lagrad.jax.compile(unfinished)(AT), AT * AT)


def test_a_rule_whose_own_rule_closes_over_a_traced_value():
    """Of exp1, JAX has a derivative, and none of that."""
    exp1 = jax.scipy.special.exp1
    np.testing.assert_allclose(lagrad.jax.grad(exp1)(1.5), jax.jit(jax.grad(exp1))(1.5), rtol=1e-12)
    with pytest.raises(Failure, match="the rule of expn closes over a traced value"):
        jax.grad(lagrad.jax.grad(exp1))(1.5)


def test_an_export_brings_its_derivatives():
    text = lagrad.jax.export(lambda x: jax.nn.softplus(x) * lax.stop_gradient(x), jnp.float64(0.0))
    request = "  func.func private @gradient(tensor<f64>) -> tensor<f64> attributes {lagrad.gradient = @main}\n}"
    program = lagrad.compile(text.rstrip().removesuffix("}") + request)
    assert program.gradient(2.0) == pytest.approx(2 / (1 + np.exp(-2)))
    assert program.main(2.0) == pytest.approx(2 * np.log1p(np.exp(2)))


@pytest.mark.long
def test_a_series_of_rules_ends_with_an_error_and_not_with_a_number():
    """The derivative of each term of sinc's series has a rule of its own."""
    functions = [lagrad.jax.grad(jnp.sinc)]
    for _ in range(4):
        functions.append(jax.grad(functions[-1]))
    values = [f(jnp.float64(0.0)) for f in functions[:4]]
    np.testing.assert_allclose(values, [0, -(np.pi**2) / 3, 0, np.pi**4 / 5], rtol=1e-9, atol=1e-9)
    with pytest.raises(Failure, match="derivatives of the rule of .*, and of the rules in it, end at the 4th"):
        functions[4](jnp.float64(0.0))
