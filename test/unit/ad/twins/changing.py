"""The programs whose tensors change their sizes, in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp


def changing_size_shrinks(x, n):
    s = 0.0
    for _ in range(n):
        x = jnp.sin(jnp.exp(x[1:]))
        s = s + x[0]
    return s, x


def changing_size_grows(x, a, n):
    for _ in range(n):
        x = jnp.tanh(jnp.concatenate([x, a * jnp.sum(x * x)[None]]))
    return x


def changing_size_by_contents(x):
    while len(x) > 1:
        x = jnp.sin(x[1:]) if x[0] > x[-1] else x[: len(x) // 2 * 2 : 2] * x[-1]
    return x[0]


def changing_size_nested(x, n):
    s = 1.0
    for _ in range(n):
        for a, b in x:
            s = jnp.sin(a * s) + b
        x = x[:-1] * s
    return s


def changing_size_second_order(x, n):
    for _ in range(n):
        x = x[:-1] * jnp.sin(x[1:])
    return jnp.sum(x)


def changing_size_by_switch(x, n):
    t = x
    for i in range(n):
        u = [jnp.sin(t[1:3]), jnp.full(3, t[1]), x][i % 3]
        t = u * u
    return t[0] * t[1]
