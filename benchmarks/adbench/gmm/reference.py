"""GMM in NumPy, with its gradient by JAX or by complex steps: what the program is compared with."""

from __future__ import annotations

import math

import numpy as np

from ..complex_step import complex_step_gradient as by_complex_steps
from ..jax_reference import float64_jax
from .inputs import GmmInput


def objective(given: GmmInput) -> np.float64:
    return _objective(np, given, *given.parameters)


def gradient(given: GmmInput) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """By alphas, means and icf. Needs JAX."""
    jax = float64_jax()
    by_parameters = jax.jit(jax.grad(lambda *parameters: _objective(jax.numpy, given, *parameters), argnums=(0, 1, 2)))
    return tuple(np.asarray(part) for part in by_parameters(*given.parameters))


def complex_step_gradient(given: GmmInput) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same without differentiation, for small inputs."""
    return by_complex_steps(lambda *parameters: _objective(np, given, *parameters), given.parameters)


def _objective(xp, given: GmmInput, alphas, means, icf):
    """The log-likelihood; `xp` is numpy or jax.numpy."""
    n, d = given.x.shape
    log_diagonal, lower = icf[:, :d], icf[:, d:]
    log_det = log_diagonal.sum(axis=1)
    packed = xp.concatenate([xp.exp(log_diagonal), lower], axis=1)
    factors = packed[:, _packed_position(d)] * np.tri(d)
    y = xp.einsum("kab,nkb->nka", factors, given.x[:, None, :] - means)
    terms = alphas + log_det - 0.5 * (y * y).sum(axis=2)
    prior = 0.5 * given.gamma**2 * (packed * packed).sum() - given.m * log_det.sum()
    return _logsumexp(xp, terms).sum() - n * _logsumexp(xp, alphas) + prior + constant_part(given)


def constant_part(given: GmmInput) -> float:
    """What depends on no parameter."""
    (n, d), K = given.x.shape, len(given.alphas)
    return -0.5 * n * d * math.log(2 * math.pi) - K * _wishart_constant(d, given.gamma, given.m)


def _packed_position(d: int) -> np.ndarray:
    """For each entry of a d x d factor, where icf has it (anything above the diagonal)."""
    position = np.zeros((d, d), dtype=np.int64)
    position[np.diag_indices(d)] = np.arange(d)
    columns, rows = np.triu_indices(d, 1)  # by columns of the lower triangle
    position[rows, columns] = np.arange(d, d * (d + 1) // 2)
    return position


def _logsumexp(xp, terms):
    """Along the last dimension."""
    shift = terms.real.max(axis=-1, keepdims=True)
    return xp.log(xp.exp(terms - shift).sum(axis=-1)) + shift[..., 0]


def _wishart_constant(d: int, gamma: float, m: int) -> float:
    N = d + m + 1
    log_multigamma = 0.25 * d * (d - 1) * math.log(math.pi) + sum(math.lgamma(0.5 * (N - j)) for j in range(d))
    return N * d * (math.log(gamma) - 0.5 * math.log(2)) - log_multigamma
