"""MLP in NumPy, with its gradient by JAX or by complex steps: what the program is compared with.

The objective is computed in f64, the gradient in the type of the input.
"""

from __future__ import annotations

import numpy as np

from ..complex_step import complex_step_gradient as by_complex_steps
from ..jax_reference import float64_jax
from .inputs import MlpInput


def objective(given: MlpInput) -> np.floating:
    return given.x.dtype.type(_objective(np, given, *(part.astype(np.float64) for part in given.layers)))


def gradient(given: MlpInput) -> tuple[np.ndarray, ...]:
    """By the weights and biases. Needs JAX."""
    jax = float64_jax()
    loss = jax.jit(jax.grad(lambda layers: _objective(jax.numpy, given, *layers)))
    return tuple(np.asarray(part) for part in loss(given.layers))


def complex_step_gradient(given: MlpInput) -> tuple[np.ndarray, ...]:
    """The same without differentiation, for small inputs."""
    return by_complex_steps(lambda *layers: _objective(np, given, *layers), given.layers)


def _objective(xp, given: MlpInput, w0, b0, w1, b1, w2, b2):
    """The loss; `xp` is numpy or jax.numpy."""
    h = _rectify(xp, w0 @ given.x + b0[:, None])
    h = _rectify(xp, w1 @ h + b1[:, None])
    z = w2 @ h + b2[:, None]
    z = z - z.real.max(axis=0)
    chosen = (z * (np.arange(len(b2))[:, None] == given.labels)).sum(axis=0)
    return (xp.log(xp.exp(z).sum(axis=0)) - chosen).mean()


def _rectify(xp, x):
    return xp.where(x.real > 0, x, 0)
