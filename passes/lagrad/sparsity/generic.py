"""`linalg.generic` on index sets: its body runs once, on arrays with an element for each point.

A value in the body is one set for all points, or an array with an axis for each dimension of the
iteration space, of size one where the value does not depend on it. What a result yields is a union
of such arrays, each of which is reduced before they are brought together: a matrix product costs
what its operands cost and its result, not their product.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..analysis import linalg_form
from ..build import has_derivative, is_tensor
from ..mlir import ir
from .affine import affine
from .index_sets import EMPTY
from .integers import Unknown, is_unknown
from .tensors import InLanes


def step(self, op: ir.Operation) -> Callable[[list], None]:
    return _Generic(self, op).run


class _Generic:
    """One `linalg.generic`, compiled."""

    def __init__(self, propagation, op: ir.Operation):
        self.propagation, self.sets = propagation, propagation.sets
        program, maps = propagation.program, linalg_form.maps(op)
        self.rank = maps[0].n_dims
        self.results_of_maps = [list(m.results) for m in maps]
        self.maps = [[affine(e, self.rank) for e in expressions] for expressions in self.results_of_maps]
        self.tensors = [is_tensor(v.type) for v in op.operands]
        self.inputs = linalg_form.inputs(op)
        self.operands = propagation.readers(op.operands)
        self.is_set = [has_derivative(v.type) for v in op.operands]
        block = program.body(op)
        self.body = propagation.block(block)
        self.arguments = [propagation.places[a] for a in block.arguments]
        terminator = program.terminator(block)
        self.yields = [propagation.leaves[v] for v in terminator.operands]
        self.captured = propagation.readers(v for v in program.captures(op) if has_derivative(v.type))
        self.results = [propagation.place(r) for r in op.results]
        self.outer = [_dimensions(e) for e in self.results_of_maps[self.inputs :]]

    def run(self, env: list) -> None:
        values = [read(env) for read in self.operands]
        sizes = self._sizes(values)
        before, grid = self.propagation.grid, np.ogrid[tuple(slice(n) for n in sizes)] if sizes else []
        self.propagation.grid = list(grid)
        for place, value, is_one, map in zip(self.arguments, values, self.tensors, self.maps):
            env[place] = _points(value, map, grid) if is_one else value
        inits = values[self.inputs :]
        for number, (outer, place) in enumerate(zip(self.outer, self.arguments[self.inputs :])):
            if not self.is_set[self.inputs + number] and (outer is None or len(outer) < self.rank):
                env[place] = None  # it changes from one point to the next
        try:
            results = self._computed(env, sizes, inits)
        except InLanes:
            results = self._anything(env, inits)
        self.propagation.grid = before
        for place, result in zip(self.results, results):
            env[place] = result

    def _sizes(self, values: list) -> list[int]:
        """The length of each loop, from an operand that has it as a dimension."""
        sizes = [0] * self.rank
        for value, expressions in zip(values, self.results_of_maps):
            shape = value.shape if isinstance(value, (np.ndarray, Unknown)) else ()
            for size, expression in zip(shape, expressions):
                if isinstance(expression, ir.AffineDimExpr):
                    sizes[expression.position] = size
        return sizes

    def _computed(self, env: list, sizes: list[int], inits: list) -> list:
        if 0 in sizes:
            return [_copy(init) for init in inits]
        results = self._once(env, sizes, inits)
        if len(results) == 1 or all(outer is not None and len(outer) == self.rank for outer in self.outer):
            return results
        # One output may read what another has become at earlier points.
        while True:
            for place, result, map, is_set in zip(
                self.arguments[self.inputs :], results, self.maps[self.inputs :], self.is_set[self.inputs :]
            ):
                if is_set:
                    env[place] = _points(result, map, self.propagation.grid)
            again = [
                self.sets.join([new, old]) if isinstance(new, np.ndarray) and is_set else new
                for new, old, is_set in zip(self._once(env, sizes, inits), results, self.is_set[self.inputs :])
            ]
            if all(is_unknown(x) or np.array_equal(x, y) for x, y in zip(again, results)):
                return results
            results = again

    def _once(self, env: list, sizes: list[int], inits: list) -> list:
        self.body(env)
        results = []
        for number, (leaves, outer, init) in enumerate(zip(self.yields, self.outer, inits)):
            lanes = [env[place] for place in leaves]
            if self.is_set[self.inputs + number]:
                results.append(self._union(lanes, outer, sizes, init))
            elif len(outer or ()) < self.rank or lanes[0] is None:
                results.append(Unknown(_shape(init)))
            else:
                results.append(_spread(np.asarray(lanes[0]), outer, sizes))
        return results

    def _union(self, lanes: list, outer: list[int] | None, sizes: list[int], init: np.ndarray) -> np.ndarray:
        """The elements of a result: for each, the union over all points that write to it."""
        if outer is None:  # several points of odd places: all that there is, everywhere
            return np.full(init.shape, self.sets.everything([init, *lanes]), np.int64)
        inner = [d for d in range(self.rank) if d not in outer]
        reduced = [EMPTY]
        for lane in lanes:
            if isinstance(lane, np.ndarray):
                lane = self.sets.reduce(lane, [d for d in inner if lane.shape[d] > 1])
            reduced.append(lane)
        return _spread(np.asarray(self.sets.join(reduced)), outer, sizes)

    def _anything(self, env: list, inits: list) -> list:
        """Every result of everything that goes in."""
        lanes = [env[place] for place, is_set in zip(self.arguments, self.is_set) if is_set]
        lanes += [read(env) for read in self.captured]
        union = self.sets.everything([np.asarray(lane) for lane in lanes])
        return [
            np.full(init.shape, union, np.int64) if is_set else Unknown(_shape(init))
            for init, is_set in zip(inits, self.is_set[self.inputs :])
        ]


def _points(value, map: list[Callable], grid: Sequence[np.ndarray]):
    """The element of a tensor that each point uses."""
    if is_unknown(value):
        return None
    if value.size == 0:
        return EMPTY
    at = tuple(position(grid) for position in map)
    element = value[at]
    return element if isinstance(element, np.ndarray) and element.ndim else int(element)


def _dimensions(expressions: list[ir.AffineExpr]) -> list[int] | None:
    """The dimensions of a projected permutation, in its order; None for any other map."""
    if not all(isinstance(e, ir.AffineDimExpr) for e in expressions):
        return None
    dimensions = [e.position for e in expressions]
    return dimensions if len(set(dimensions)) == len(dimensions) else None


def _spread(array: np.ndarray, outer: list[int], sizes: list[int]) -> np.ndarray:
    """An array over the iteration space, as that of a result with these dimensions."""
    if array.ndim == 0:
        return np.full([sizes[d] for d in outer], array, np.int64)
    inner = [d for d in range(len(sizes)) if d not in outer]
    array = array.transpose([*outer, *inner]).reshape([array.shape[d] for d in outer])
    return np.array(np.broadcast_to(array, [sizes[d] for d in outer]))


def _shape(value) -> tuple[int, ...]:
    return value.shape


def _copy(value):
    return value.copy() if isinstance(value, np.ndarray) else value
