"""MLP in JAX."""

import jax
import jax.numpy as jnp
import numpy as np

from ..inputs import MlpInput


def program(given: MlpInput, variant: str):
    gradient = jax.grad(_objective)
    arguments = (given.layers, given.x, given.labels)
    return _objective, gradient, arguments, lambda value: (np.asarray(value),), lambda parts: parts


def tangent(given: MlpInput, direction: list):
    def along(direction, layers, x, labels):
        return jax.jvp(lambda given: _objective(given, x, labels), (layers,), (direction,))[1]

    return along, (tuple(direction), given.layers, given.x, given.labels)


def _objective(layers, x, labels):
    w0, b0, w1, b1, w2, b2 = layers
    h = jax.nn.relu(w0 @ x + b0[:, None])
    h = jax.nn.relu(w1 @ h + b1[:, None])
    z = w2 @ h + b2[:, None]
    return -jnp.mean(jax.nn.log_softmax(z, axis=0)[labels, jnp.arange(labels.size)])
