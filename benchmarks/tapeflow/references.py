"""The same functions in JAX, whose gradients those of the programs must be."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def gravity(x, m):
    d = x[:, None, :] - x[None, :, :]
    r = jnp.sqrt((d * d).sum(-1) + 0.001)
    return -(m[:, None] * m[None, :] / r).sum()


def nn(image, w, b):
    return -jax.nn.log_softmax(w @ (image / 255) + b)[1]


def logsum(x):
    return jax.nn.logsumexp(x)


def matdescent(a, x):
    return ((a @ x) ** 2).sum()


def mttkrp(b, c, d):
    return jnp.einsum("ikl,lj,kj->ij", b, d, c)


def somier(x):
    n = x.shape[-1]
    inner, forces = slice(1, n - 1), jnp.zeros_like(x)
    for axis in range(3):
        for side in (slice(0, n - 2), slice(2, n)):
            there = tuple(side if each == axis else inner for each in range(3))
            d = x[(slice(None), *there)] - x[:, inner, inner, inner]
            length = jnp.sqrt((d * d).sum(0))
            forces = forces.at[(slice(None), *there)].add(2.5 * (length - 1) / length * d)
    return forces


def pathfinder(wall):
    def row(above, w):
        left, right = jnp.concatenate([above[:1], above[:-1]]), jnp.concatenate([above[1:], above[-1:]])
        return w * jnp.minimum(jnp.minimum(left, above), right), None

    return lax.scan(row, wall[0], wall[1:])[0]


def lenet(image, w1, b1, w2, b2, w3, b3, w4, b4, w5, b5):
    def convolve(x, w, b):
        return jnp.tanh(lax.conv(x[None], w, (1, 1), "VALID")[0] + b[:, None, None])

    def pool(x):
        return x.reshape(x.shape[0], x.shape[1] // 2, 2, x.shape[2] // 2, 2).mean((2, 4))

    y = pool(convolve(pool(convolve(image, w1, b1)), w2, b2)).ravel()
    for w, b in ((w3, b3), (w4, b4), (w5, b5)):
        y = jnp.tanh(w @ y + b)
    return ((y - jnp.eye(10)[1]) ** 2).sum()


def mass_spring(start, w1, v1, b1, w2, b2, steps):
    x, v = start, jnp.zeros_like(start)
    for _ in range(steps):
        hidden = jnp.tanh(b1 + 0.05 * (w1 @ x + v1 @ v))
        target = 1 + 0.05 * jnp.tanh(b2 + w2 @ hidden)[:-1]
        d = x[1:] - x[:-1]
        impulse = 0.03 * (jnp.abs(d) - target) / jnp.abs(d) * d
        v = v.at[:-1].add(impulse).at[1:].add(-impulse)
        x = x + 0.01 * v
    return x[0]


def lstm(x, w, u, b):
    def step(state, row):
        h, c = state
        forget, into, out, change = w * row + u * h + b
        c = jax.nn.sigmoid(forget) * c + jax.nn.sigmoid(into) * jnp.tanh(change)
        return (jax.nn.sigmoid(out) * jnp.tanh(c), c), None

    zeros = jnp.zeros_like(x[0])
    return (lax.scan(step, (zeros, zeros), x)[0][0] ** 2).sum()


def stencil(start, steps):
    def step(u, _):
        return u.at[1:-1].add(0.1 * u[1:-1] * (u[:-2] + u[2:] - 2 * u[1:-1])), None

    return (lax.scan(step, start, length=steps)[0] ** 2).sum()
