"""Programs on sequences: attention, transformers, recurrent networks, a hidden Markov model, filters."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from .model import indices, model, normal, uniform, weights
from .networks import cross_entropy, normalised


def attention(q, k, v, causal):
    """Of each head: softmax of scaled products, times values. Shapes are heads, positions, numbers."""
    scores = q @ jnp.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    if causal:
        length = q.shape[-2]
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e30)
    return jax.nn.softmax(scores) @ v


def causal_attention(q, k, v):
    return jnp.mean(attention(q, k, v, causal=True) ** 2)


def full_attention(q, k, v):
    return jnp.mean(attention(q, k, v, causal=False) ** 2)


def heads(x, count):
    """Positions by numbers -> heads, positions, numbers of a head."""
    return x.reshape(x.shape[0], count, -1).swapaxes(0, 1)


def block(x, count, s1, t1, w_qkv, w_out, s2, t2, w1, b1, w2, b2):
    """A block of a transformer, normalised first; positions by numbers."""
    q, k, v = jnp.split(normalised(x, s1, t1, (-1,)) @ w_qkv, 3, axis=-1)
    mixed = attention(heads(q, count), heads(k, count), heads(v, count), causal=True)
    x = x + mixed.swapaxes(0, 1).reshape(x.shape) @ w_out
    return x + jax.nn.gelu(normalised(x, s2, t2, (-1,)) @ w1 + b1) @ w2 + b2


def transformer_block(x, *parameters):
    return jnp.mean(block(x, 4, *parameters) ** 2)


def small_gpt(tokens, following, table, positions, *parameters):
    """Two blocks between an embedding and its transpose."""
    x = table[tokens] + positions
    for layer in (parameters[:10], parameters[10:20]):
        x = block(x, 4, *layer)
    return cross_entropy(normalised(x, *parameters[20:], (-1,)) @ table.T, following)


def lstm(x, w, u, b):
    """The mean square of the last state; x is steps, batch, numbers."""
    size = u.shape[0]

    def step(state, row):
        h, c = state
        i, f, g, o = jnp.split(row @ w + h @ u + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None

    start = jnp.zeros((x.shape[1], size), x.dtype)
    (h, _), _ = lax.scan(step, (start, start), x)
    return jnp.mean(h**2)


def gru(x, w, u, b):
    def step(h, row):
        r, z, n = jnp.split(row @ w + b, 3, axis=-1)
        ur, uz, un = jnp.split(h @ u, 3, axis=-1)
        z = jax.nn.sigmoid(z + uz)
        h = (1 - z) * jnp.tanh(n + jax.nn.sigmoid(r + ur) * un) + z * h
        return h, h

    _, states = lax.scan(step, jnp.zeros((x.shape[1], u.shape[0]), x.dtype), x)
    return jnp.mean(states**2)


def hidden_markov(observed, start, transitions, emissions):
    """The log-likelihood of a sequence by the forward algorithm, in logarithms; the arguments are unnormalised."""
    moves, speaks = jax.nn.log_softmax(transitions), jax.nn.log_softmax(emissions)

    def step(alpha, symbol):
        return jax.nn.logsumexp(alpha[:, None] + moves, axis=0) + speaks[:, symbol], None

    first = jax.nn.log_softmax(start) + speaks[:, observed[0]]
    alpha, _ = lax.scan(step, first, observed[1:])
    return jax.nn.logsumexp(alpha)


def kalman_filter(observed, a, q, r):
    """The log-likelihood of pairs of numbers, seen of a state of four with noise."""

    def step(state, seen):
        mean, p = state
        mean, p = a @ mean, a @ p @ a.T + jnp.diag(q)
        s = p[:2, :2] + jnp.diag(r)
        determinant = s[0, 0] * s[1, 1] - s[0, 1] * s[1, 0]
        inverse = jnp.stack([jnp.stack([s[1, 1], -s[0, 1]]), jnp.stack([-s[1, 0], s[0, 0]])]) / determinant
        off, gain = seen - mean[:2], p[:, :2] @ inverse
        return (mean + gain @ off, p - gain @ p[:2]), -0.5 * (off @ inverse @ off + jnp.log(determinant))

    _, terms = lax.scan(step, (jnp.zeros(4, a.dtype), jnp.eye(4, dtype=a.dtype)), observed)
    return jnp.sum(terms)


def _layer(width: int) -> tuple:
    return (
        *(normal(width), normal(width), weights(width, 3 * width), weights(width, width), normal(width), normal(width)),
        *(weights(width, 4 * width), normal(4 * width), weights(4 * width, width), normal(width)),
    )


HEADS = (normal(4, 256, 32),) * 3
GPT = (normal(256, 64, scale=0.1), normal(64, 64, scale=0.1), *_layer(64), *_layer(64), normal(64), normal(64))

MODELS = (
    model("causal_attention", causal_attention, *HEADS),
    model("attention_f64", full_attention, *HEADS, dtype="float64"),
    model("transformer_block", transformer_block, normal(128, 128), *_layer(128)),
    model("small_gpt", small_gpt, indices(64, below=256), indices(64, below=256), *GPT),
    model("lstm", lstm, normal(64, 16, 32), weights(32, 256), weights(64, 256), normal(256), wrt=(1, 2, 3)),
    model("gru", gru, normal(64, 16, 32), weights(32, 192), weights(64, 192), normal(192), wrt=(1, 2, 3)),
    model("hidden_markov", hidden_markov, indices(200, below=20), normal(32), normal(32, 32), normal(32, 20)),
    model(
        "kalman_filter",
        kalman_filter,
        *(normal(100, 2), normal(4, 4, scale=0.4), uniform(4, low=0.1), uniform(2, low=0.5)),
        dtype="float64",
    ),
)
