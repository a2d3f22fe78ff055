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


def of_one_hot(derivative: Callable, directions: Sequence[int], kept: int) -> Callable:
    """A derivative for directions with one nonzero element as one for any direction: the sum over their elements.

    `directions` are the numbers of the arguments that are directions, `kept` the number of results that are not.
    """

    def call(*arguments):
        if not directions:
            return derivative(*arguments)
        zeros = [_seed(a, (0,) * np.ndim(a), 0) if n in directions else [a] for n, a in enumerate(arguments)]
        total = None
        for number in directions:
            direction = np.asarray(arguments[number])
            for index in np.ndindex(direction.shape):
                given = [*zeros[:number], _seed(direction, index, direction[index]), *zeros[number + 1 :]]
                found = _tuple(derivative(*(v for part in given for v in part)))
                summed = [_wide(r) for r in found[kept:]]
                total = (
                    (found[:kept], summed)
                    if total is None
                    else (found[:kept], [a + b for a, b in zip(total[1], summed)])
                )
        return (*total[0], *total[1])

    return call


def _seed(like, index: tuple[int, ...], value) -> list:
    """A nonzero element of the type of an array, and its indices."""
    return [np.asarray(value).astype(np.asarray(like).dtype)[()], *index]


def _wide(result) -> np.ndarray:
    result = np.asarray(result)
    return result.astype(np.complex128 if result.dtype.kind == "c" else np.float64)


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
    return np.mean([part / factor for part, factor in zip(_wide(result), factors, strict=True)], axis=0)


def _tuple(results) -> tuple:
    return results if isinstance(results, tuple) else () if results is None else (results,)
