"""What statements compute with: JAX's arrays, or NumPy's, whose numbers may be complex.

A complex step needs a function that is analytic: comparisons and maxima look at real parts, and what takes an
absolute value or an angle says here what it means for a number with a tiny imaginary part.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np


def arrays(*values):
    """The module whose functions take these values."""
    return jnp if any(isinstance(value, jax.Array) for value in values) else np


def replaced(x, at, value):
    """The array with another value at a place (an index, or slices)."""
    if arrays(x, value) is jnp:
        return jnp.asarray(x).at[at].set(value)
    copy = np.array(x, dtype=np.result_type(x, value))
    copy[at] = value
    return copy


def exact(values):
    """The real parts: what comparisons see."""
    return values.real if hasattr(values, "real") else values


def arctan2(y, x):
    xp = arrays(y, x)
    if xp is jnp:
        return jnp.arctan2(y, x)
    radius = exact(x) ** 2 + exact(y) ** 2
    turned = (exact(x) * np.imag(y) - exact(y) * np.imag(x)) / radius
    return np.arctan2(exact(y), exact(x)) + 1j * turned


def maximum(x, y):
    """Of arrays whose elements differ."""
    xp = arrays(x, y)
    return xp.where(exact(x) < exact(y), y, x)


def minimum(x, y):
    xp = arrays(x, y)
    return xp.where(exact(x) < exact(y), x, y)


def softmax(m, axis: int):
    xp = arrays(m)
    e = xp.exp(m - exact(m).max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
