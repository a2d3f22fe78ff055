"""The same functions in JAX, whose gradients those of the programs must be; `sizes` are those of the program."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def gradient(name, **sizes):
    """The gradient of one of these. Reverse mode refuses the `while_loop` of the first."""
    return (jax.jacfwd if name == "bgd" else jax.grad)(functools.partial(globals()[name], **sizes))


def bgd(p, x, y, *, steps, **_):
    def slope(w):
        return (2 * x * (y - x * w)).sum() / len(x)

    def step(state):
        w, k, _ = state
        d = slope(w)
        stop = d < 1e-3
        return jnp.where(stop, w, w - p[0] * d), k + 1, ~stop

    w, _, _ = lax.while_loop(lambda state: (state[1] < steps) & state[2], step, (0.0, 0, True))
    return jnp.sqrt(((y - x * w) ** 2).sum()) / len(x)


def brachistochrone(p, *, n, **_):
    v = jnp.sqrt(19.62 * p)
    return (jnp.sqrt((1.0 / n) ** 2 + (p[1:] - p[:-1]) ** 2) / (0.5 * (v[1:] + v[:-1]))).sum()


def cartpole(p, start, *, steps, **_):
    def step(carry, _):
        s, cost, stands = carry
        force = 10 * jnp.tanh(p[:4] @ s + p[4])
        sin, cos = jnp.sin(s[2]), jnp.cos(s[2])
        temp = (force + 0.05 * s[3] ** 2 * sin) / 1.1
        dw = (9.8 * sin - cos * temp) / (0.5 * (4 / 3 - 0.1 * cos**2 / 1.1))
        s = s + 0.02 * jnp.stack([s[1], temp - 0.05 * dw * cos / 1.1, s[3], dw])
        stands = stands & (jnp.abs(s[2]) < 0.2095)
        return (s, jnp.where(stands, cost + s[2] ** 2 + 0.1 * s[0] ** 2, cost), stands), None

    return lax.scan(step, (start, 0.0, True), None, length=steps)[0][1]


def hmc(p, x, y, **_):
    z = x @ p
    return p @ p / 2000 + ((1 - y) * z + jnp.log(1 + jnp.exp(-z))).sum()


def hookean(p, k, **_):
    d = p[1:] - p[:-1]
    return (0.5 * k * (jnp.sqrt((d * d).sum(1)) - 0.7) ** 2).sum()


def walker(p, start, *, steps, **_):
    dt = 0.01

    def step(carry, t):
        ang, vel, x, y, vx, vy = carry
        hips = jnp.array([0, 1, 0, 1])
        turn = p[:4] * jnp.sin(0.08 * t + p[4:])
        a = ang[1:]
        turn = turn - jnp.where(a > 0.6, 30 * (a - 0.6), 0) + jnp.where(a < -0.5, 30 * (-0.5 - a), 0)
        turn = jnp.clip(turn - 0.4 * vel[1:], -4, 4)
        thigh = ang[0] + ang[1:3]
        shin = thigh + ang[3:]
        ahead = 0.5 * (jnp.sin(thigh) + jnp.sin(shin))
        below = 0.5 * (jnp.cos(thigh) + jnp.cos(shin))
        wt = vel[0] + vel[1:3]
        ws = wt + vel[3:]
        along = vx + 0.5 * (wt * jnp.cos(thigh) + ws * jnp.cos(shin))
        away = vy + 0.5 * (wt * jnp.sin(thigh) + ws * jnp.sin(shin))
        height = y - below
        push = jnp.where(height < 0, -400 * height - 12 * jnp.where(away < 0, away, 0), 0)
        hold = jnp.clip(-20 * along, -0.8 * push, 0.8 * push)
        moment = 0.5 * (hold * below + push * ahead)[hips]
        joints = vel[1:] + dt * 4 * (turn + moment)
        spin = vel[0] - dt * (0.5 * turn.sum() + 3 * ang[0])
        vel = jnp.concatenate([spin[None], joints])
        vx, vy = vx + dt * hold.sum(), vy + dt * (push.sum() - 9.81)
        return (ang + dt * vel, vel, x + dt * vx, y + dt * vy, vx, vy), None

    first = (start[:5], start[5:10], start[10], start[11], start[12], start[13])
    end = lax.scan(step, first, jnp.arange(steps, dtype=float))[0]
    return 0.5 * end[0][0] ** 2 - end[2]
