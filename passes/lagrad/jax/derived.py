"""Functions of MLIR programs as JAX functions on arrays, whose derivatives are functions of MLIR programs again."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np

from ..arrays.conversion import dtype_of
from ..derivatives import Derivative
from . import handlers, primitives


class Derived(Derivative):
    """A function of a program, or a derivative of it, on arrays of JAX."""

    @functools.cached_property
    def _target(self) -> str:
        """What XLA calls it."""
        return handlers.register(self.program, self.names[-1])

    def __call__(self, *arguments: jax.Array) -> tuple[jax.Array, ...]:
        """The results, on arrays of JAX, inside of jit as well; with derivatives in both modes, of any order."""
        return primitives.call(self, self._checked(arguments))

    def run(self, *arguments: jax.Array) -> tuple[jax.Array, ...]:
        """The results, without a derivative."""
        results = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in self.result_types(arguments)]
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

    def result_types(self, arguments) -> list[tuple[tuple[int, ...], np.dtype]]:
        """Shapes and types of the results, for arguments that have shapes."""
        signature = self.signature
        if signature.computes_sizes:
            raise ValueError(f"@{self.name} computes the sizes of its results, and XLA must know them before the call")
        known = iter(
            size if argument is None else arguments[argument].shape[size]
            for argument, size in filter(None, signature.result_sizes)
        )
        shapes = [tuple(next(known) if s is None else s for s in p.shape or ()) for p in signature.results]
        return [(shape, _dtype(p)) for shape, p in zip(shapes, signature.results)]


def _dtype(parameter) -> np.dtype:
    """What JAX calls the elements: i1 is bool, signless integers are signed."""
    return np.dtype(jnp.bfloat16) if parameter.element.mlir == "bf16" else dtype_of(parameter)


def _is_same(given: np.dtype, wanted: np.dtype) -> bool:
    """MLIR's integers have no sign."""
    return given == wanted or (given.kind in "iu" and wanted.kind in "iu" and given.itemsize == wanted.itemsize)
