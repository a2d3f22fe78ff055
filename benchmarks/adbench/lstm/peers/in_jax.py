"""LSTM in JAX."""

import jax
import jax.numpy as jnp
import numpy as np

from ..inputs import LstmInput, arguments


def program(given: LstmInput, variant: str):
    gradient = jax.grad(_objective, argnums=(0, 1))
    return _objective, gradient, arguments(given), lambda value: (np.asarray(value),), lambda parts: parts


def _objective(main, extra, state, sequence):
    def step(state, elements):
        element, truth = elements
        x, after = element * extra[0], []
        for (weight, bias), (hidden, cell) in zip(main, state):
            forget = _sigmoid(x * weight[0] + bias[0])
            ingate = _sigmoid(hidden * weight[1] + bias[1])
            outgate = _sigmoid(x * weight[2] + bias[2])
            cell = cell * forget + ingate * jnp.tanh(hidden * weight[3] + bias[3])
            x = outgate * jnp.tanh(cell)
            after.append(jnp.stack([x, cell]))
        prediction = x * extra[1] + extra[2]
        return jnp.stack(after), (truth * (prediction - jnp.log(2 + jnp.exp(prediction).sum()))).sum()

    _, gains = jax.lax.scan(step, state, (sequence[:-1], sequence[1:]))
    return -gains.sum() / sequence[1:].size


def _sigmoid(x):
    return 1 / (1 + jnp.exp(-x))
