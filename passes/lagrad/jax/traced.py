"""JAX functions as MLIR programs: traced, exported as StableHLO, and given back as functions of their arguments."""

from __future__ import annotations

import contextvars
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .derived import Derived
from .own_derivatives import exported


@dataclass(frozen=True)
class Traced:
    """A JAX function for arguments of some types: a flat function of the values it closes over and its arguments."""

    function: Derived
    closed: tuple[Any, ...]  # arrays, and values of traces around this one
    argument_leaves: tuple[tuple[int, ...], ...]  # of each argument the numbers of its leaves, closed values included
    argument_trees: tuple[Any, ...]
    result_tree: Any
    results: tuple[jax.ShapeDtypeStruct, ...]

    def leaves(self, arguments: Sequence[Any]) -> list[Any]:
        """What the flat function takes."""
        return [*self.closed, *jax.tree.leaves(tuple(arguments))]

    def wrt(self, argnums: Sequence[int]) -> tuple[int, ...]:
        """The leaves of some arguments; TypeError where one is no float."""
        return tuple(leaf for n in argnums for leaf in self.argument_leaves[n])

    def result(self, results: Sequence[jax.Array]) -> Any:
        """What the function gives; MLIR's integers have no sign, and JAX's have."""
        typed = [
            given if given.dtype == wanted.dtype else jax.lax.bitcast_convert_type(given, wanted.dtype)
            for given, wanted in zip(results, self.results)
        ]
        return jax.tree.unflatten(self.result_tree, typed)

    def tangent(self, tangents: Sequence[jax.Array]) -> Any:
        """Tangents of the float results in the tree of the results; of the others those zeros that JAX has for them."""
        given = iter(tangents)
        filled = [
            next(given) if jnp.issubdtype(each.dtype, jnp.inexact) else np.zeros(each.shape, jax.dtypes.float0)
            for each in self.results
        ]
        return jax.tree.unflatten(self.result_tree, filled)

    def tree(self, argnums: Sequence[int], values: Sequence[Any]) -> tuple[Any, ...]:
        """Values for the leaves of some arguments, each in the tree of its argument."""
        given, trees = iter(values), []
        for n in argnums:
            trees.append(jax.tree.unflatten(self.argument_trees[n], [next(given) for _ in self.argument_leaves[n]]))
        return tuple(trees)


_exporting = contextvars.ContextVar("exporting", default=False)


def is_exporting() -> bool:
    """Is a function being traced for lagrad? Then derivatives in it are JAX's, to be exported with the rest of it."""
    return _exporting.get()


def traced(function: Callable, arguments: Sequence[Any], threads: int = 1) -> Traced:
    """The function for arguments of these types, which `threads` will run.

    What it closes over becomes arguments, so that it is no constant.
    """
    token = _exporting.set(True)
    try:
        return _traced(function, arguments, threads)
    finally:
        _exporting.reset(token)


def _traced(function: Callable, arguments: Sequence[Any], threads: int) -> Traced:
    leaves, tree = jax.tree.flatten(tuple(arguments))
    trees: tuple[Any, ...] = tuple(jax.tree.structure(argument) for argument in arguments)
    result_tree = None

    def flat(*values):
        nonlocal result_tree
        results, result_tree = jax.tree.flatten(function(*jax.tree.unflatten(tree, values)))
        return results

    closed = jax.make_jaxpr(flat)(*map(_type_of, leaves))
    constants = tuple(map(jnp.asarray, closed.consts))
    jaxpr, count = closed.jaxpr, len(constants)

    def open_function(*values):
        return jax.core.eval_jaxpr(jaxpr, values[:count], *values[count:])

    known = [n for n, value in enumerate(closed.consts) if not isinstance(value, jax.core.Tracer)]
    types = [*map(_type_of, [*constants, *leaves])]
    text = exported(open_function, types, known)
    Derived.with_places[text] = functools.partial(exported, open_function, types, known, places=True)
    numbers, first = [], len(constants)
    for each in trees:
        numbers.append(tuple(range(first, first + each.num_leaves)))
        first += each.num_leaves
    results = tuple(jax.ShapeDtypeStruct(aval.shape, aval.dtype) for aval in closed.out_avals)
    return Traced(Derived.of(text, "main", threads=threads), constants, tuple(numbers), trees, result_tree, results)


def _type_of(value: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(jnp.shape(value), jnp.result_type(value))
