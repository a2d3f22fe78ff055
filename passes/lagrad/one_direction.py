"""Derivatives for many directions, and whole Jacobians, as functions of one direction: what a check can compare."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

FACTORS = (1.0, 0.5, 0.25, 0.125)  # exact, and enough to tell neighbours apart


def of_many(derivative: Callable, directions: Sequence[int], kept: int, count: int) -> Callable:
    """A derivative for `count` directions, called with multiples of one; what it gives in each must be that multiple.

    `directions` are the numbers of the arguments that are directions, `kept` the number of results that are not.
    """
    factors = [FACTORS[n % len(FACTORS)] for n in range(count)]

    def call(*arguments):
        given = [_times(a, factors) if n in directions else a for n, a in enumerate(arguments)]
        results = _tuple(derivative(*given))
        return (*results[:kept], *(_mean(r, factors) for r in results[kept:]))

    return call


def of_jacobian(jacobian: Callable, wrt: Sequence[int], kept: int) -> Callable:
    """The pushforward that a Jacobian is: its arrays, `len(wrt)` a result, times the tangents.

    The arguments in wrt are followed by their tangents.
    """

    def call(*arguments):
        primal, tangents = _parted(arguments, wrt)
        results = _tuple(jacobian(*primal))
        blocks = [np.asarray(block).astype(np.float64) for block in results[kept:]]
        rows = [blocks[n : n + len(wrt)] for n in range(0, len(blocks), len(wrt))] if wrt else []
        products = [[np.tensordot(b, tangents[n], tangents[n].ndim) for b, n in zip(row, wrt)] for row in rows]
        return (*results[:kept], *(sum(terms) for terms in products))

    return call


def of_compressed(jacobian: Callable, wrt: Sequence[int], kept: int, shapes: Sequence[tuple[int, ...]]) -> Callable:
    """The same for a sparse Jacobian: values, columns, and where rows begin. `shapes` are those of the products."""

    def call(*arguments):
        primal, tangents = _parted(arguments, wrt)
        *values, entries, columns, starts = _tuple(jacobian(*primal))
        tangent = np.concatenate([np.zeros(0), *(tangents[n].reshape(-1) for n in wrt)])
        rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        product = np.bincount(rows, entries * tangent[columns], minlength=len(starts) - 1)
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        return (*values[:kept], *(part.reshape(s) for part, s in zip(np.split(product, ends[:-1]), shapes)))

    return call


def _parted(arguments: Sequence, wrt: Sequence[int]) -> tuple[list, dict[int, np.ndarray]]:
    """Arguments, of which those in wrt are followed by their tangents; the tangents."""
    rest, primal, tangents = iter(arguments), [], {}
    for value in rest:
        if len(primal) in wrt:
            tangents[len(primal)] = np.asarray(next(rest), np.float64)
        primal.append(value)
    return primal, tangents


def _times(direction, factors: list[float]) -> np.ndarray:
    direction = np.asarray(direction)
    return np.stack([(direction * np.asarray(f, direction.dtype)).astype(direction.dtype) for f in factors])


def _mean(result, factors: list[float]) -> np.ndarray:
    result = np.asarray(result)
    wide = result.astype(np.complex128 if result.dtype.kind == "c" else np.float64)
    return np.mean([part / factor for part, factor in zip(wide, factors, strict=True)], axis=0)


def _tuple(results) -> tuple:
    return results if isinstance(results, tuple) else () if results is None else (results,)
