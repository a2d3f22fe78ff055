"""TRMV in JAX."""

import jax
import jax.numpy as jnp

from ..inputs import TrmvInput, arguments
from ..reference import triangle


def program(given: TrmvInput, variant: str):
    n, by_columns = len(given.vector), given.order == "columns"

    def product(matrix, vector):
        if given.storage == "packed":
            dense = jnp.zeros((n, n)).at[triangle(n, given.order)].set(matrix, unique_indices=True)
        elif given.storage == "tri":
            dense = jnp.triu(matrix, 1).T if by_columns else jnp.tril(matrix, -1)
        else:
            dense = matrix.T if by_columns else matrix
        return dense @ vector

    def gradient(matrix, vector):
        return jax.vjp(product, matrix, vector)[1](jnp.ones(n))

    return product, gradient, arguments(given), lambda value: (value,), lambda parts: parts
