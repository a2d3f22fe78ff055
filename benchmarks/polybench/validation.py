"""Derivatives of a kernel against those that JAX finds of the same loops, run on arrays that a set makes anew."""

from __future__ import annotations

import types
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np

import lagrad

from .affine import program, ranks
from .arguments import arguments_of

jax.config.update("jax_enable_x64", True)


class _Array:
    """An array of JAX that can be assigned to."""

    def __init__(self, value):
        self.value = value

    def __getitem__(self, index):
        return self.value[index]

    def __setitem__(self, index, value):
        self.value = self.value.at[index].set(value)


def twin(kernel: Callable, size: int) -> Callable:
    """The kernel as a function of arrays, which gives what they hold at the end."""
    arrays = [n for n, rank in enumerate(ranks(kernel).values()) if rank]
    own = {"exp": jnp.exp, "sqrt": jnp.sqrt, "min": jnp.minimum, "max": jnp.maximum, "where": jnp.where}
    names = {**kernel.__globals__, **own}
    traced = types.FunctionType(kernel.__code__, names)

    def call(*arguments):
        own = [_Array(a) if n in arrays else a for n, a in enumerate(arguments)]
        traced(size, *own)
        return tuple(own[n].value for n in arrays)

    return call


def error(kernel: Callable, size: int) -> float:
    """The largest difference of gradients, tangents and what is left in arrays, relative to the largest entry."""
    functions, start = lagrad.compile(program(kernel, size)), arguments_of(kernel, size)
    arrays = [n for n, rank in enumerate(ranks(kernel).values()) if rank]
    random = np.random.default_rng(1)
    shadows = {n: random.normal(size=np.shape(start[n])) for n in arrays}
    finals, pull = jax.vjp(twin(kernel, size), *map(jnp.asarray, start))
    wanted = pull(tuple(jnp.asarray(shadows[n]) for n in arrays))
    own = [a.copy() if isinstance(a, np.ndarray) else a for a in start]
    returned = functions.pullback(*own, *shadows.values())
    values = iter(returned if isinstance(returned, tuple) else (returned,))
    pairs = [(shadows[n] if n in shadows else next(values), g) for n, g in enumerate(wanted)]
    pairs += [(own[n], final) for n, final in zip(arrays, finals)]
    tangents = [random.normal(size=np.shape(a)) if isinstance(a, np.ndarray) else random.normal() for a in start]
    _, moved = jax.jvp(twin(kernel, size), [*map(jnp.asarray, start)], [*map(jnp.asarray, tangents)])
    own = [a.copy() if isinstance(a, np.ndarray) else a for a in start]
    functions.pushforward(*(v for pair in zip(own, tangents) for v in pair))
    pairs += [(tangents[n], tangent) for n, tangent in zip(arrays, moved)]
    return max(float(np.max(np.abs(a - b)) / max(1.0, float(np.max(np.abs(b))))) for a, b in pairs)
