"""Functions that change arrays, as functions that give what the arrays hold at the end: what a check can compare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .. import build
from ..analysis.derivative_types import has_tangent
from ..analysis.memory import is_float_memory, is_memory
from ..arrays.strided import laid_out
from ..lowering.interface.c_types import strides_of
from ..mlir import ir

Strides = tuple[int | None, ...] | None


@dataclass(frozen=True)
class Memory:
    """The arguments that are memory, with the strides of their types, and the numbers of those that are differentiated.

    A gradient is of the float result alone, so what memory holds at the end is not `given`; nor is it where that is
    differentiated again. A Jacobian is of it where there are no float results.
    """

    kind: str
    wrt: tuple[int, ...]
    buffers: dict[int, Strides] = field(hash=False)
    shadows: tuple[int, ...]
    given: bool

    @classmethod
    def of(cls, inputs: Sequence[ir.Type], results: Sequence[ir.Type], wrt: Sequence[int], kind: str) -> Memory:
        buffers = {n: strides_of(type)[0] for n, type in enumerate(inputs) if is_memory(type)}
        shadows = tuple(n for n in wrt if is_float_memory(inputs[n]))
        given = not any(map(has_tangent, results)) if kind == "jacobian" else kind in ("pullback", "pushforward")
        return cls(kind, tuple(wrt), buffers, shadows, given)

    def results(self, inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> list[ir.Type]:
        """The types of what the function gives then, with tensors for memory."""
        finals = [inputs[n] for n in self.shadows] if self.given else []
        return [_tensor(t) if is_float_memory(t) else t for t in (*results, *finals)]

    def primal(self, function: Callable) -> Callable:
        """The function, which also gives what its differentiated buffers hold at the end, and changes nothing.

        Where its gradient is differentiated, that, as values.
        """
        if self.kind in ("hvp", "hessian"):
            return self._pullback(function, 0)

        def call(*arguments):
            own = _copies(arguments, self.buffers)
            results = _tuple(function(*own))
            return (*results, *(own[n] for n in self.shadows)) if self.given else results

        return call

    def derivative(self, function: Callable, kept: int) -> Callable:
        """The derivative of that, whose first `kept` results are the primal's."""
        match self.kind:
            case "jacobian" | "hessian":
                return lambda *arguments: function(*_copies(arguments, self.buffers))
            case "pushforward" | "hvp":
                return self._pushforward(function)
        return self._pullback(function, kept)

    def _pullback(self, function: Callable, kept: int) -> Callable:
        def call(*arguments):
            count = len(self.shadows) if self.given else 0
            own = _copies(arguments[: len(arguments) - count], self.buffers)
            given = arguments[len(arguments) - count :] if self.given else [0 * own[n] for n in self.shadows]
            shadows = {n: _tangent(value, self.buffers[n]) for n, value in zip(self.shadows, given, strict=True)}
            results = _tuple(function(*own, *shadows.values()))
            values = iter(results[kept:])
            return (*results[:kept], *(shadows[n] if n in shadows else next(values) for n in self.wrt))

        return call

    def _pushforward(self, function: Callable) -> Callable:
        def call(*arguments):
            rest, flat, tangents, number = iter(arguments), [], {}, 0
            for value in rest:
                flat.append(laid_out(value, self.buffers[number]) if number in self.buffers else value)
                if number in self.wrt:
                    tangent = next(rest)
                    is_memory = number in self.shadows
                    tangents[number] = _tangent(tangent, self.buffers[number]) if is_memory else tangent
                    flat.append(tangents[number])
                number += 1
            if self.kind == "pushforward":
                return (*_tuple(function(*flat)), *(tangents[n] for n in self.shadows))
            products = {n: _tangent(0 * tangents[n], self.buffers[n]) for n in self.shadows}
            values = iter(_tuple(function(*flat, *products.values())))
            return tuple(products[n] if n in products else next(values) for n in self.wrt)

        return call


def _tangent(values: np.ndarray, strides: Strides) -> np.ndarray:
    """A shadow or tangent as its type lays it out; one of many directions has a dimension more, and no gaps."""
    return laid_out(values, strides if strides is not None and np.ndim(values) == len(strides) else None)


def _copies(arguments: Sequence, buffers: Mapping[int, Strides]) -> list:
    return [laid_out(a, buffers[n]) if n in buffers else a for n, a in enumerate(arguments)]


def _tensor(type: ir.Type) -> ir.Type:
    return build.tensor_type(list(type.shape), type.element_type)


def _tuple(results) -> tuple:
    return results if isinstance(results, tuple) else () if results is None else (results,)
