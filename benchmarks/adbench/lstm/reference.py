"""LSTM in NumPy, with its gradient by JAX or by complex steps: what the program is compared with."""

from __future__ import annotations

import numpy as np

from ..complex_step import complex_step_gradient as by_complex_steps
from ..jax_reference import float64_jax
from .inputs import LstmInput


def objective(given: LstmInput) -> np.float64:
    return _objective(np, given, *given.parameters)


def gradient(given: LstmInput) -> tuple[np.ndarray, np.ndarray]:
    """By the main and the extra parameters. Needs JAX."""
    jax = float64_jax()

    def loss(main, extra):
        def step(state, elements):
            element, truth = elements
            return _step(jax.numpy, main, extra, state, element, truth)

        _, gains = jax.lax.scan(step, given.state, (given.sequence[:-1], given.sequence[1:]))
        return -gains.sum() / given.sequence[1:].size

    return tuple(np.asarray(part) for part in jax.jit(jax.grad(loss, argnums=(0, 1)))(*given.parameters))


def complex_step_gradient(given: LstmInput) -> tuple[np.ndarray, ...]:
    """The same without differentiation, for small inputs."""
    return by_complex_steps(lambda *parameters: _objective(np, given, *parameters), given.parameters)


def _objective(xp, given: LstmInput, main, extra):
    state, total = given.state, 0.0
    for element, truth in zip(given.sequence[:-1], given.sequence[1:]):
        state, gain = _step(xp, main, extra, state, element, truth)
        total += gain
    return -total / given.sequence[1:].size


def _step(xp, main, extra, state, element, truth):
    """The state after one element, and how likely the next one was; `xp` is numpy or jax.numpy."""
    x, after = element * extra[0], []
    for (weight, bias), (hidden, cell) in zip(main, state):
        forget = _sigmoid(xp, x * weight[0] + bias[0])
        ingate = _sigmoid(xp, hidden * weight[1] + bias[1])
        outgate = _sigmoid(xp, x * weight[2] + bias[2])
        change = xp.tanh(hidden * weight[3] + bias[3])
        cell = cell * forget + ingate * change
        x = outgate * xp.tanh(cell)
        after.append(xp.stack([x, cell]))
    prediction = x * extra[1] + extra[2]
    return xp.stack(after), (truth * (prediction - xp.log(2 + xp.exp(prediction).sum()))).sum()


def _sigmoid(xp, x):
    return 1 / (1 + xp.exp(-x))
