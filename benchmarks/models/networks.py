"""Networks of layers: perceptrons, convolutions, normalisations, embeddings."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import lax

from .model import filters, indices, model, normal, uniform, weights

LAYERS = 16  # of the deep perceptron


def cross_entropy(logits, labels):
    """The mean over the rows; labels as numbers."""
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))


def mlp(x, labels, w1, b1, w2, b2, w3, b3):
    h = jnp.tanh(x @ w1 + b1)
    h = jnp.tanh(h @ w2 + b2)
    return cross_entropy(h @ w3 + b3, labels)


def deep_mlp(x, y, *layers):
    h = x
    for w, b in zip(layers[::2], layers[1::2]):
        h = jax.nn.relu(h @ w + b)
    return jnp.mean((h - y) ** 2)


def logistic_regression(x, y, w, b):
    logits = (x @ w + b)[:, 0]
    return jnp.mean(jnp.logaddexp(0.0, logits) - y * logits) + 1e-3 * jnp.sum(w * w)


def autoencoder(x, noise, w1, b1, w_mean, w_deviation, w2, b2, w3, b3):
    """A variational autoencoder: the noise is an argument."""
    h = jax.nn.relu(x @ w1 + b1)
    mean, log_variance = h @ w_mean, h @ w_deviation
    z = mean + jnp.exp(0.5 * log_variance) * noise
    logits = jax.nn.relu(z @ w2 + b2) @ w3 + b3
    likelihood = jnp.sum(jnp.logaddexp(0.0, logits) - jax.nn.sigmoid(x) * logits)
    divergence = -0.5 * jnp.sum(1 + log_variance - mean**2 - jnp.exp(log_variance))
    return (likelihood + divergence) / x.shape[0]


def convolution(x, w, padding="SAME", stride=1, groups=1):
    return lax.conv_general_dilated(x, w, (stride,) * (x.ndim - 2), padding, feature_group_count=groups)


def average_pool(x):
    return lax.reduce_window(x, 0.0, lax.add, (1, 1, 2, 2), (1, 1, 2, 2), "VALID") / 4


def lenet(x, labels, c1, d1, c2, d2, w1, b1, w2, b2, w3, b3):
    h = average_pool(jax.nn.relu(convolution(x, c1) + d1[:, None, None]))
    h = average_pool(jax.nn.relu(convolution(h, c2, "VALID") + d2[:, None, None]))
    h = jax.nn.relu(h.reshape(h.shape[0], -1) @ w1 + b1)
    h = jax.nn.relu(h @ w2 + b2)
    return cross_entropy(h @ w3 + b3, labels)


def normalised(x, scale, shift, axes):
    mean = jnp.mean(x, axes, keepdims=True)
    variance = jnp.mean((x - mean) ** 2, axes, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def residual_block(x, c1, s1, t1, c2, s2, t2):
    broad = lambda v: v[:, None, None]
    h = jax.nn.relu(normalised(convolution(x, c1), broad(s1), broad(t1), (0, 2, 3)))
    h = normalised(convolution(h, c2), broad(s2), broad(t2), (0, 2, 3))
    return jnp.mean(jax.nn.relu(x + h) ** 2)


def depthwise_block(x, depthwise, pointwise, shift):
    h = jnp.clip(convolution(x, depthwise, groups=x.shape[1]), 0.0, 6.0)
    return jnp.mean((convolution(h, pointwise) + shift[:, None, None]) ** 2)


def audio_convolutions(x, c1, c2, w):
    h = jax.nn.relu(convolution(x, c1, stride=2))
    h = jax.nn.relu(convolution(h, c2, stride=2))
    return jnp.mean(jnp.tanh(h.mean(axis=2) @ w) ** 2)


def batch_norm(x, scale, shift):
    broad = lambda v: v[:, None, None]
    return jnp.mean(jax.nn.relu(normalised(x, broad(scale), broad(shift), (0, 2, 3))) ** 2)


def layer_norm_softmax(x, scale, shift):
    return jnp.mean(jax.nn.softmax(normalised(x, scale, shift, (-1,))) ** 2) * x.shape[-1]


def bag_of_words(ids, labels, table, w, b):
    return cross_entropy(jnp.mean(table[ids], axis=1) @ w + b, labels)


def graph_convolution(x, sources, targets, w1, w2):
    """Two rounds of messages along edges: gathers and sums over segments."""
    messages = lambda h: jax.ops.segment_sum(h[sources], targets, num_segments=x.shape[0])
    h = jax.nn.relu(messages(x @ w1))
    return jnp.mean(messages(h @ w2) ** 2)


def mixture_of_experts(x, gate, w):
    """Every row through all experts, weighted by a softmax of its own."""
    return jnp.mean(jnp.einsum("be,bi,eij->bj", jax.nn.softmax(x @ gate), x, w) ** 2)


DENSE = (weights(784, 256), normal(256), weights(256, 256), normal(256), weights(256, 10), normal(10))
DEEP = tuple(part for _ in range(LAYERS) for part in (weights(64, 64), normal(64, scale=0.1)))
ENCODER = (weights(256, 128), normal(128), weights(128, 16), weights(128, 16))
DECODER = (weights(16, 128), normal(128), weights(128, 256), normal(256))
LENET = (
    *(filters(6, 1, 5, 5), normal(6), filters(16, 6, 5, 5), normal(16)),
    *(weights(400, 120), normal(120), weights(120, 84), normal(84), weights(84, 10), normal(10)),
)
BLOCK = (filters(32, 32, 3, 3), normal(32), normal(32), filters(32, 32, 3, 3), normal(32), normal(32))

MODELS = (
    model("mlp", mlp, normal(64, 784), indices(64, below=10), *DENSE, wrt=tuple(range(2, 8))),
    model("deep_mlp", deep_mlp, normal(64, 64), normal(64, 64), *DEEP, wrt=tuple(range(2, 2 + 2 * LAYERS))),
    model(
        "logistic_regression",
        logistic_regression,
        *(normal(5000, 100), uniform(5000), weights(100, 1), normal(1)),
        wrt=(2, 3),
    ),
    model("autoencoder", autoencoder, normal(64, 256), normal(64, 16), *ENCODER, *DECODER, wrt=tuple(range(2, 10))),
    model("mixture_of_experts", mixture_of_experts, normal(128, 64), weights(64, 8), normal(8, 64, 64, scale=0.125)),
    model("lenet", lenet, normal(32, 1, 28, 28), indices(32, below=10), *LENET, wrt=tuple(range(2, 12))),
    model("residual_block", residual_block, normal(4, 32, 32, 32), *BLOCK),
    model(
        "depthwise_block",
        depthwise_block,
        *(normal(4, 32, 32, 32), filters(32, 1, 3, 3), filters(64, 32, 1, 1), normal(64)),
    ),
    model(
        "audio_convolutions",
        audio_convolutions,
        *(normal(4, 8, 2048), filters(16, 8, 9), filters(32, 16, 9), weights(32, 8)),
        wrt=(1, 2, 3),
    ),
    model("batch_norm", batch_norm, normal(16, 32, 32, 32), normal(32), normal(32)),
    model("layer_norm_softmax", layer_norm_softmax, normal(256, 1024), normal(1024), normal(1024)),
    model(
        "bag_of_words",
        bag_of_words,
        *(indices(64, 32, below=5000), indices(64, below=20), normal(5000, 64), weights(64, 20), normal(20)),
    ),
    model(
        "graph_convolution",
        graph_convolution,
        *(normal(1000, 32), indices(5000, below=1000), indices(5000, below=1000), weights(32, 32), weights(32, 32)),
    ),
)
