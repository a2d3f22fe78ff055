"""GMM in JAX."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp

from ..inputs import GmmInput
from ..reference import constant_part
from . import monomials, triangle


def program(given: GmmInput, variant: str):
    (K, d), n = given.means.shape, len(given.x)
    rows, columns = triangle(d)
    first, second, weights = monomials(d)
    constant = constant_part(given)

    def objective(alphas, means, icf, x):
        log_diagonals, lower = icf[:, :d], icf[:, d:]
        log_dets, diagonals = log_diagonals.sum(axis=1), jnp.exp(log_diagonals)
        factors = jnp.zeros((K, d, d)).at[:, rows, columns].set(lower, unique_indices=True)
        if variant == "centered":
            z = x[:, None, :] - means
            y = jnp.einsum("nkj,kij->nki", z, factors) + diagonals * z
            squares_of_y = (y * y).sum(axis=2)
        elif variant == "monomials":
            factors += jnp.eye(d) * diagonals[:, None, :]
            middle = jax.lax.stop_gradient(means.mean(axis=0))
            roots = jnp.concatenate([factors, jnp.einsum("kij,kj->ki", factors, middle - means)[:, :, None]], axis=2)
            z = jnp.concatenate([x - middle, jnp.ones((n, 1))], axis=1)
            squares_of_y = (z[:, first] * z[:, second] * weights) @ jnp.einsum("kli,klj->kij", roots, roots)[
                :, first, second
            ].T
        else:
            factors += jnp.eye(d) * diagonals[:, None, :]
            y = (x @ factors.reshape(K * d, d).T).reshape(n, K, d) - jnp.einsum("kij,kj->ki", factors, means)
            squares_of_y = (y * y).sum(axis=2)
        terms = alphas + log_dets - 0.5 * squares_of_y
        squares = (diagonals**2).sum() + (lower**2).sum()
        prior = 0.5 * given.gamma**2 * squares - given.m * log_dets.sum()
        return constant + logsumexp(terms, axis=1).sum() - n * logsumexp(alphas) + prior

    arguments = (given.alphas, given.means, given.icf, given.x)
    gradient = jax.grad(objective, argnums=(0, 1, 2))
    return objective, gradient, arguments, lambda value: (np.asarray(value),), lambda parts: parts
