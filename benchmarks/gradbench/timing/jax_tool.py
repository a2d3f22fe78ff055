"""The evals in JAX, each function under `jit`."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from .inputs import MODES


def load(name: str, arrays: tuple, number: int) -> tuple[Callable | None, ...]:
    """Nothing for `det`: a recursion on minors has no form in JAX that does not grow with their number."""
    jax.config.update("jax_enable_x64", True)
    if name == "det":
        return ()
    given = tuple(map(jnp.asarray, arrays))
    if name in ("particle", "saddle"):
        functions = [_in_modes(name, modes) for modes in MODES]
    else:
        functions = {"hello": _hello, "lse": _lse, "llsq": _llsq, "ode": _ode, "kmeans": _kmeans}[name](number)
    return tuple(f and (lambda f=jax.jit(f): np.asarray(f(*given))) for f in functions)


def _hello(_):
    return jnp.square, jax.grad(jnp.square)


def _lse(_):
    return jax.nn.logsumexp, jax.grad(jax.nn.logsumexp)


def _llsq(n: int):
    def objective(x):
        t = -1 + jnp.arange(n) * 2 / (n - 1)
        fit, _ = lax.fori_loop(0, len(x), lambda j, s: (s[0] + x[j] * s[1], s[1] * t), (0 * t, 1 + 0 * t))
        return 0.5 * jnp.sum((jnp.sign(t) - fit) ** 2)

    return objective, jax.grad(objective)


def _ode(s: int):
    def objective(x):
        h = 2 / s

        def slope(y):
            return x * jnp.concatenate([jnp.ones(1), y[:-1]])

        def step(y, _):
            k1 = slope(y)
            k2 = slope(y + h / 2 * k1)
            k3 = slope(y + h / 2 * k2)
            k4 = slope(y + h * k3)
            return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None

        return lax.scan(step, jnp.zeros(len(x)), None, length=s)[0]

    return objective, jax.grad(lambda x: objective(x)[-1])


def _kmeans(_):
    def cost(points, centroids):
        squares = (points**2).sum(1)[:, None] - 2 * points @ centroids.T + (centroids**2).sum(1)
        return jnp.sum(jnp.min(squares, axis=1))

    def direction(points, centroids):
        gradient = jax.grad(lambda c: cost(points, c))
        slope, diagonal = jax.jvp(gradient, (centroids,), (jnp.ones_like(centroids),))
        return slope / diagonal

    return cost, direction


def _in_modes(name: str, modes: str) -> Callable | None:
    """Nothing where the outer derivative is in reverse mode: JAX has none of a `while_loop`."""
    outer, inner = modes
    if outer == "r":
        return None
    gradient = {"f": jax.jacfwd, "r": jax.grad}
    return {"particle": _particle, "saddle": _saddle}[name](gradient[outer], gradient[inner])


def _particle(outer: Callable, inner: Callable) -> Callable:
    def crossing(w):
        charges = jnp.array([[10.0, 10.0], [10.0, 0.0]]).at[0, 1].add(-w[0])
        force = inner(lambda x: jnp.sum(1 / jnp.sqrt(jnp.sum((x - charges) ** 2, axis=1))))

        def flies(state):
            x, v = state
            return (x + v)[1] > 0

        def step(state):
            x, v = state
            return x + v, v - 0.01 * force(x)

        x, v = lax.while_loop(flies, step, (jnp.array([0.0, 8.0]), jnp.array([0.075, 0.0])))
        return (x[0] - x[1] / v[1] * v[0]) ** 2

    return lambda w: _least(crossing, outer(crossing), w)


def _saddle(outer: Callable, inner: Callable) -> Callable:
    def cost(x, y):
        return jnp.dot(y, y) - jnp.dot(x, x)

    def least_y(derivative, x, start):
        by_y = lambda y: cost(x, y)  # noqa: E731
        return _least(by_y, derivative(by_y), start)

    def saddle(start):
        most = lambda x: -cost(x, least_y(inner, x, start))  # noqa: E731
        x = _least(most, outer(most), start)
        return jnp.concatenate([x, least_y(outer, x, start)])

    return saddle


def _least(cost: Callable, gradient: Callable, start):
    """Gradient descent: the step doubles after ten steps that go down, and is halved after one that does not."""

    def length(x):
        return jnp.sqrt(jnp.dot(x, x))

    def goes(state):
        _, _, g, eta, went = state
        return (length(g) > 1e-5) & ((went == 10) | (eta * length(g) > 1e-5))

    def longer(state):
        x, f, g, eta, _ = state
        return x, f, g, 2 * eta, 0

    def tried(state):
        x, f, g, eta, went = state
        moved = x - eta * g
        there = cost(moved)
        down = lambda: (moved, there, gradient(moved), eta, went + 1)  # noqa: E731
        return lax.cond(there < f, down, lambda: (x, f, g, eta / 2, 0))

    begin = (start, cost(start), gradient(start), 1e-5, 0)
    return lax.while_loop(goes, lambda state: lax.cond(state[4] == 10, longer, tried, state), begin)[0]
