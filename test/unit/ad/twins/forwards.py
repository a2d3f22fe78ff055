"""Programs that ask for forward mode, or state it, in JAX. A function is the twin of the program of its name."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def custom_pushforward_in_loop(x, w, n):
    @jax.custom_jvp
    def leaky(v):
        return jnp.maximum(v, 0.0)

    leaky.defjvp(lambda at, moved: (leaky(*at), moved[0] * jnp.where(at[0] > 0.0, 1.0, 0.25)))
    for _ in range(n):
        x = leaky(jnp.cos(leaky(x * w - 2.0))) + x
    return x


def custom_pushforward_tensors(x, n, s):
    e = jnp.exp(x)
    norm = stop_gradient(jnp.sqrt(jnp.sum(e * e)))
    return e * stop_gradient(s / norm) * x, norm * s


def tangent_operation_in_loop(x, a, n):
    for _ in range(n):
        value, slope = jax.jvp(lambda x: jnp.exp(x) * x - a, (x,), (jnp.ones_like(x),))
        x = x - value / slope
    return x


def pushforward_of_gradient(x, n):
    v = x
    for i in range(n):
        v = (jnp.sin(v) if v[i] > 0.0 else v * v) * x
    return v @ x


def loop_of_unknown_size_in_body(x, y):
    def last(a):
        t = x
        for i in range(x.shape[0]):
            t = t.at[0].set(t[i] * a)
        return t[0]

    return jnp.stack([last(a) for a in y])
