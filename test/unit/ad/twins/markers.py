"""The programs that say where derivatives end or what they are, in JAX: inactive functions,
arguments and operations, stopped gradients, custom pullbacks, assertions. A function is the
twin of the program of its name."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def inactive_function(x, y):
    p = stop_gradient(jnp.exp(x)) * x
    return stop_gradient(jnp.exp(p)) * y + p


def inactive_function_in_loop(x, n):
    for i in range(n):
        x = x + jnp.sin(x) * stop_gradient(x[0] / (i + 1.0) * jnp.tanh(x))
    return x


def inactive_argument_of_callee(x, y):
    first = jnp.sin(x * stop_gradient(x))
    return jnp.sin(first * stop_gradient(y)) * y


def inactive_argument_tensor(w, x, b):
    return jnp.tanh(w @ x)[0] * x[0] * b


def inactive_operation(x, y):
    return (stop_gradient(x * y) * jnp.sin(x) + stop_gradient(y)) * y


def inactive_operation_in_loop(x, w, n):
    for _ in range(n):
        x = stop_gradient(jnp.tanh(x * w)) * (x * w)
    return x


def inactive_operation_in_body(x):
    return jnp.sum(stop_gradient(jnp.exp(x)) * x, axis=1)


def stop_gradient_scalar(x, y):
    p = jnp.exp(x) * stop_gradient(jnp.exp(x)) * y
    return stop_gradient(p) * p


def stop_gradient_everything(x, y):
    return stop_gradient(jnp.sin(x) * y)


def stop_gradient_in_loop(x, w, n):
    h = x
    for _ in range(n):
        h = jnp.tanh(w @ stop_gradient(h) + x)
    return h


def stop_gradient_in_callee(x):
    e = jnp.exp(x)
    return e * stop_gradient(e) + stop_gradient(jnp.exp(e))


def stop_gradient_in_branch(x, y):
    return (stop_gradient(x) * y if x < y else x * x) * x


def custom_pullback_straight_through(x, y):
    def quantise(v):
        return v + stop_gradient(jnp.round(v) - v)

    first = quantise(3.0 * x)
    return quantise(first * y) * first


def custom_pullback_several_arguments(x, s):
    @jax.custom_vjp
    def gauge(x, s):
        return x * s, x[1] * s

    def backward(saved, cotangents):
        _, pull = jax.vjp(lambda x, s: (x * s, x[1] * s), *saved)
        return tuple(2.0 * g for g in pull(cotangents))

    gauge.defvjp(lambda x, s: (gauge(x, s), (x, s)), backward)
    a, b = gauge(jnp.exp(x), s)
    return a, b * s


def custom_pullback_one_result_used(x, y):
    # The value of the sine with the derivative that the program's pullback states.
    return (3.0 * x + stop_gradient(jnp.sin(x) - 3.0 * x)) * y


def custom_pullback_in_loop(x, w, n):
    @jax.custom_vjp
    def clipped(v):
        return v

    clipped.defvjp(lambda v: (clipped(v), None), lambda _, ct: (jnp.clip(ct, -0.75, 0.75),))
    for _ in range(n):
        x = jnp.sin(clipped(x) * w)
    return x


def custom_pullback_external(x, y):
    return jnp.cbrt(x * y) ** 2 * x


def custom_pullback_external_in_loop(x, v):
    for a in v:
        x = jnp.sin(jnp.sqrt(x * x + a * a))
    return x


def custom_pullback_in_branch_in_while(x, y, limit):
    @jax.custom_vjp
    def halve(v):
        return v * 0.5

    halve.defvjp(lambda v: (halve(v), v), lambda v, ct: (v * ct,))
    while x < limit:
        x = x + (halve(x) if x > y else x * y)
    return x


def custom_pullback_differentiated_again(x, y):
    @jax.custom_vjp
    def cube(v):
        return v**3

    cube.defvjp(lambda v: (cube(v), v), lambda v, ct: (v**4 * ct,))
    return jnp.sin(cube(x) * y)


def assert_scalar(x, y):
    return jnp.log(x) * y * x


def assert_in_loop(x, v, n):
    for i in range(n):
        x = jnp.sqrt(x * v[i])
    return x


def assert_in_body(table, ids):
    return table[ids] ** 2
