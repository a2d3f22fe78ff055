"""The same functions in JAX, whose gradients those of the programs must be. `steps` and the like are of the program."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def mesh(u, k, xy, edges, *, steps, **_):
    i, j = edges[:, 0], edges[:, 1]
    d = xy[i] - xy[j]
    length = jnp.sqrt((d * d).sum(1))

    def step(carry, _):
        u, past = carry
        slope = (u[j] - u[i]) / length
        flux = k[0] * d[:, 0] * 0.5 * (u[i] ** 2 + u[j] ** 2) + k[1] * slope / jnp.sqrt(1 + slope**2)
        r = jnp.zeros_like(u).at[i].add(flux).at[j].add(-flux)
        seen = (u[i] - u[j]) ** 2 + 0.5 * u[i] * u[j]
        return (u + 1e-3 * r, past + seen.sum()), None

    (u, past), _ = lax.scan(step, (u, 0.0), None, length=steps)
    return (u * u).sum() + past


def stencil(u, k, shape, pulse, *, steps, **_):
    def step(carry, t):
        u, past = carry
        c = u[1:-1, 1:-1]
        curve = u[1:-1, :-2] + u[1:-1, 2:] + u[:-2, 1:-1] + u[2:, 1:-1] - 4 * c
        power = jnp.sin(pulse[0] * 0.1 * t) * jnp.cos(pulse[1] * 0.1 * t)
        new = c + 0.1 * ((k[0] + k[1] * c * c) * curve + power * shape)
        return (u.at[1:-1, 1:-1].set(new), past + 1e-3 * new.sum()), None

    (u, past), _ = lax.scan(step, (u, 0.0), jnp.arange(steps, dtype=float))
    return (u * u).sum() + past


def implicit(u, k, given, *, n, steps, newton, **_):
    """With a dense solver."""
    dt, inner = 0.1, slice(1, -1)
    side = jnp.eye(n - 2, k=1) + jnp.eye(n - 2, k=-1)

    def residual(v, u):
        curve = v[:-2] - 2 * v[inner] + v[2:]
        return v[inner] - u[inner] - dt * k[0] * curve + dt * k[1] * v[inner] ** 3 - dt * given[inner]

    def step(carry, _):
        u, past = carry
        v = u
        for _ in range(newton):
            jacobian = jnp.diag(1 + 2 * dt * k[0] + 3 * dt * k[1] * v[inner] ** 2) - dt * k[0] * side
            v = v.at[inner].add(-jnp.linalg.solve(jacobian, residual(v, u)))
        return (v, past + v[n // 2]), None

    (u, past), _ = lax.scan(step, (u, 0.0), None, length=steps)
    return (u * u).sum() + past


def rays(k, start, moves, goals, *, steps, ds, **_):
    def slope(s, c):
        x, y, p, q = s
        ae = k[0] * jnp.exp(-k[1] * ((x - c) ** 2 + y * y))
        index = 1 + ae
        return jnp.stack([p / index, q / index, -2 * k[1] * ae * (x - c), -2 * k[1] * ae * y])

    def trace(s, goal):
        def step(s, t):
            c = moves[0] * jnp.sin(moves[1] * ds * t)
            return s + ds * slope(s + 0.5 * ds * slope(s, c), c), None

        s, _ = lax.scan(step, s, jnp.arange(steps, dtype=float))
        return (s[1] - goal) ** 2

    return jax.vmap(trace)(start, goals).sum()
