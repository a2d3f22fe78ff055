"""Scientific programs: differential equations, stencils, bodies, options, clusters, sparse products."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from .model import indices, model, normal, uniform, weights

OPTIONS = 50_000
MARKET = ((0.5, 2.0), (0.5, 2.0), (0.2, 2.0), (0.0, 0.1), (0.1, 0.5))  # price, strike, years, rate, volatility


def neural_ode(x, w1, b1, w2):
    """A network as the right side of an equation, by 40 steps of Runge and Kutta."""
    slope = lambda z: jnp.tanh(z @ w1 + b1) @ w2

    def step(z, _):
        h = 0.025
        k1 = slope(z)
        k2 = slope(z + h / 2 * k1)
        k3 = slope(z + h / 2 * k2)
        return z + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(z + h * k3)), None

    return jnp.mean(lax.scan(step, x, length=40)[0] ** 2)


def heat(u, conductivity):
    """40 steps of the heat equation on a square whose border is zero; the conductivity varies."""

    def step(v, _):
        padded = jnp.pad(v, 1)
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        return v + 0.2 * conductivity * (around - 4 * v), None

    return jnp.mean(lax.scan(step, u, length=40)[0] ** 2)


def n_body(positions, velocities, masses):
    """Ten steps of a leapfrog, softened gravity."""

    def acceleration(p):
        apart = p[None, :, :] - p[:, None, :]
        weight = masses / (jnp.sum(apart**2, axis=-1) + 0.01) ** 1.5
        return jnp.sum(weight[:, :, None] * apart, axis=1)

    def step(state, _):
        p, v = state
        v = v + 0.005 * acceleration(p)
        p = p + 0.01 * v
        return (p, v + 0.005 * acceleration(p)), None

    (p, v), _ = lax.scan(step, (positions, velocities), length=10)
    return jnp.sum(masses[:, None] * v**2) + jnp.sum(p**2)


def spring_chain(positions, stiffness):
    """100 steps of masses between springs, by a loop that counts."""

    def step(_, state):
        x, v = state
        stretched = jnp.diff(x) - 1
        force = stiffness * (stretched + 0.1 * stretched**3)
        v = v.at[:-1].add(0.01 * force).at[1:].add(-0.01 * force)
        return x + 0.01 * v, v

    x, v = lax.fori_loop(0, 100, step, (positions, jnp.zeros_like(positions)))
    return jnp.sum(x * x) + jnp.sum(v * v)


def black_scholes(price, strike, years, rate, volatility):
    normal_cdf = lambda z: 0.5 * jax.lax.erfc(-z * 0.5**0.5)
    spread = volatility * jnp.sqrt(years)
    d1 = (jnp.log(price / strike) + (rate + 0.5 * volatility**2) * years) / spread
    return jnp.sum(price * normal_cdf(d1) - strike * jnp.exp(-rate * years) * normal_cdf(d1 - spread))


def asian_option(noise, price, rate, volatility):
    """The mean payoff of an option on the average of a path; the noise is an argument."""
    step = 1.0 / noise.shape[0]
    growth = (rate - 0.5 * volatility**2) * step + volatility * step**0.5 * noise
    paths = price * jnp.exp(jnp.cumsum(growth, axis=0))
    return jnp.exp(-rate) * jnp.mean(jax.nn.relu(jnp.mean(paths, axis=0) - 1.0))


def rosenbrock(x):
    return jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def k_means(points, centres):
    return jnp.sum(jnp.min(jnp.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=-1), axis=1))


def gaussian_mixture(points, weights_, means, log_deviations):
    scaled = (points[:, None, :] - means) * jnp.exp(-log_deviations)
    terms = jax.nn.log_softmax(weights_) - jnp.sum(log_deviations, axis=1) - 0.5 * jnp.sum(scaled**2, axis=-1)
    return jnp.sum(jax.nn.logsumexp(terms, axis=1))


def sparse_product(values, columns, x):
    """A sparse matrix with as many entries in each row, times a vector: a gather."""
    return jnp.mean(jnp.sum(values * x[columns], axis=1) ** 2)


def sparse_triplets(values, rows, columns, x):
    """A sparse matrix as triplets, times a vector: a gather and a sum over segments."""
    return jnp.mean(jnp.zeros_like(x).at[rows].add(values * x[columns]) ** 2)


def segment_softmax(scores, values, segments):
    """The mean of values, weighted by a softmax within each segment."""
    e = jnp.exp(scores)
    sums = jax.ops.segment_sum(e, segments, num_segments=500)
    return jnp.mean(jax.ops.segment_sum(e / sums[segments] * values, segments, num_segments=500) ** 2)


def interpolation(table, x):
    """Linear interpolation in a table, at many places."""
    scaled = x * (table.shape[0] - 1)
    left = jnp.clip(jnp.floor(scaled).astype(jnp.int32), 0, table.shape[0] - 2)
    part = scaled - left
    return jnp.mean((table[left] * (1 - part) + table[left + 1] * part) ** 2)


def trimmed_mean(x):
    """The middle half of the numbers, which a sort finds."""
    return jnp.mean(jnp.sort(x)[x.shape[0] // 4 : -x.shape[0] // 4] ** 2)


def matrix_chain(a, b, c, d):
    return jnp.sum(jnp.tanh(a @ b) @ (c @ d))


MODELS = (
    model("neural_ode", neural_ode, normal(32, 16), weights(16, 64), normal(64), weights(64, 16)),
    model("heat", heat, normal(96, 96), uniform(96, 96)),
    model("n_body", n_body, normal(128, 3), normal(128, 3, scale=0.1), uniform(128, low=0.005, high=0.01)),
    model("spring_chain", spring_chain, normal(1000), uniform(999, low=0.5, high=2.0)),
    model(
        "black_scholes",
        black_scholes,
        *(uniform(OPTIONS, low=low, high=high) for low, high in MARKET),
    ),
    model(
        "asian_option",
        asian_option,
        *(normal(64, 2000), uniform(low=0.8, high=1.2), uniform(high=0.1), uniform(low=0.1, high=0.5)),
        wrt=(1, 2, 3),
    ),
    model("rosenbrock", rosenbrock, normal(1_000_000)),
    model("k_means", k_means, normal(10_000, 8), normal(16, 8)),
    model(
        "gaussian_mixture",
        gaussian_mixture,
        *(normal(1000, 10), normal(25), normal(25, 10), normal(25, 10, scale=0.1)),
        wrt=(1, 2, 3),
        dtype="float64",
    ),
    model("sparse_product", sparse_product, normal(20_000, 8), indices(20_000, 8, below=20_000), normal(20_000)),
    model(
        "sparse_triplets",
        sparse_triplets,
        *(normal(50_000), indices(50_000, below=10_000), indices(50_000, below=10_000), normal(10_000)),
    ),
    model("segment_softmax", segment_softmax, normal(20_000), normal(20_000), indices(20_000, below=500)),
    model("interpolation", interpolation, normal(1024), uniform(100_000)),
    model("trimmed_mean", trimmed_mean, normal(4096)),
    model("matrix_chain", matrix_chain, weights(128, 256), weights(256, 64), weights(64, 128), weights(128, 96)),
)
