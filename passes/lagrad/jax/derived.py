"""Functions of MLIR programs as JAX functions on arrays, whose derivatives are functions of MLIR programs again."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ClassVar

import jax
import jax.numpy as jnp
import numpy as np

from ..arrays.conversion import dtype_of
from ..derivatives import Derivative
from ..errors import Failure
from ..execute import Program
from . import handlers


class Derived(Derivative):
    """A function of a program, or a derivative of it, on arrays of JAX."""

    with_places: ClassVar[dict[str, Callable[[], str]]] = {}  # by text, what exports it with the lines of Python

    @functools.cached_property
    def program(self) -> Program:
        """The same; a Failure has the lines of Python."""
        try:
            return super().program
        except Failure:
            if self.text not in self.with_places:
                raise
            return type(self)(self.with_places[self.text](), self.name, self.steps).program

    @functools.cached_property
    def _target(self) -> str:
        """What XLA calls it."""
        return handlers.register(self.program, self.names[-1])

    def __call__(self, *arguments: jax.Array) -> tuple[jax.Array, ...]:
        """The results, on arrays of JAX, inside of jit as well; with a derivative in reverse mode, of any order."""
        return _differentiable(self)(*self._checked(arguments))

    def run(self, *arguments: jax.Array) -> tuple[jax.Array, ...]:
        """The results, without a derivative."""
        shapes = self._result_shapes(arguments)
        results = [jax.ShapeDtypeStruct(shape, _dtype(p)) for shape, p in zip(shapes, self.signature.results)]
        return tuple(jax.ffi.ffi_call(self._target, results, vmap_method="sequential")(*arguments))

    def _checked(self, arguments) -> list[jax.Array]:
        """Arrays of exactly the types of the function; TypeError, or ValueError for a shape."""
        wanted = self.signature.arguments
        if len(arguments) != len(wanted):
            raise TypeError(f"@{self.name} takes {len(wanted)} arguments, and {len(arguments)} were given")
        checked = []
        for n, (value, p) in enumerate(zip(arguments, wanted)):
            array = jnp.asarray(value)
            is_weak = getattr(array, "weak_type", False)  # a number of Python's, whose type nobody chose
            array = array.astype(_dtype(p)) if is_weak and not isinstance(value, np.ndarray) else array
            if not _is_same(array.dtype, _dtype(p)):
                raise TypeError(f"argument {n} of @{self.name} is {p.mlir}: an array of {_dtype(p)}, not {array.dtype}")
            shape = p.shape or ()
            if array.ndim != len(shape) or any(w is not None and w != g for w, g in zip(shape, array.shape)):
                raise ValueError(f"argument {n} of @{self.name} is {p.mlir}, and the array given has {array.shape}")
            checked.append(array)
        for argument, k, other, its in self.signature.equal_sizes:
            here = checked[argument].shape[k]
            if here != (its if other is None else checked[other].shape[its]):
                what = f"argument {argument} of @{self.name}"
                raise ValueError(f"{what} has the size {here} in dimension {k}, which does not fit")
        return checked

    def _result_shapes(self, arguments) -> list[tuple[int, ...]]:
        signature = self.signature
        if signature.computes_sizes:
            raise ValueError(f"@{self.name} computes the sizes of its results, and XLA must know them before the call")
        known = iter(
            size if argument is None else arguments[argument].shape[size]
            for argument, size in filter(None, signature.result_sizes)
        )
        return [tuple(next(known) if s is None else s for s in p.shape or ()) for p in signature.results]


@functools.cache
def _differentiable(function: Derived) -> Callable:
    """The function with its pullback, which is of the same kind."""

    @jax.custom_vjp
    def call(*arguments):
        return function.run(*arguments)

    def forward(*arguments):
        values = [each.value for each in arguments]
        return call(*values), (values, tuple(each.perturbed for each in arguments))  # which is differentiated, too

    def backward(kept, cotangents):
        values, perturbed = kept
        signature = function.signature
        wrt = tuple(n for n in function.floats(signature.arguments) if perturbed[n])
        grads = dict.fromkeys(wrt)
        if wrt:
            weights = [_materialized(cotangents[n]) for n in function.floats(signature.results)]
            grads = dict(zip(wrt, function.differentiated("pullback", wrt)(*values, *weights)))
        return tuple(grads.get(n) for n in range(len(values)))

    call.defvjp(forward, backward, symbolic_zeros=True)
    return call


def _materialized(cotangent) -> jax.Array:
    """A cotangent, or the zeros that JAX has a symbol for."""
    if isinstance(cotangent, jax.custom_derivatives.SymbolicZero):
        return jnp.zeros(cotangent.shape, cotangent.dtype)
    return cotangent


def _dtype(parameter) -> np.dtype:
    """What JAX calls the elements: i1 is bool, signless integers are signed."""
    return np.dtype(jnp.bfloat16) if parameter.element.mlir == "bf16" else dtype_of(parameter)


def _is_same(given: np.dtype, wanted: np.dtype) -> bool:
    """MLIR's integers have no sign."""
    return given == wanted or (given.kind in "iu" and wanted.kind in "iu" and given.itemsize == wanted.itemsize)
