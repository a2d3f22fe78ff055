"""Functions of MLIR programs as JAX functions on arrays, whose derivatives are functions of MLIR programs again."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from .. import pipelines
from ..arrays.conversion import dtype_of
from ..execute import compile
from ..lowering.interface.c_types import Signature
from . import handlers

_FLOATS = ("f64", "f32", "f16", "bf16", "complex<f64>", "complex<f32>")


@dataclass(frozen=True)
class Step:
    """One differentiation, in the words of lagrad-differentiate."""

    mode: str
    wrt: tuple[int, ...]

    def flag(self, function: str, result: str) -> str:
        wrt = ",".join(map(str, self.wrt))
        return f"lagrad-differentiate{{function={function} mode={self.mode} wrt={wrt} result={result}}}"


@dataclass(frozen=True)
class Derived:
    """The function `name` of the MLIR `text`, differentiated by `steps`, one after the other."""

    text: str
    name: str
    steps: tuple[Step, ...] = ()

    @functools.cached_property
    def _compiled(self) -> tuple[Signature, str]:
        """Its signature, and what XLA calls it. Raises Failure for what cannot be differentiated or compiled."""
        names = [self.name, *(f"{self.name}__{n}" for n in range(1, 1 + len(self.steps)))]
        flags = [step.flag(before, after) for step, before, after in zip(self.steps, names, names[1:])]
        default = pipelines.NAMED["lagrad-default"].split("lagrad-differentiate")
        pipeline = ",".join(["lagrad-differentiate", *flags]).join(default) + ",lagrad-to-llvm-blas"
        program = compile(self.text, pipeline=pipeline, entry=names[-1])
        return program[names[-1]].signature, handlers.register(program, names[-1])

    @property
    def signature(self) -> Signature:
        return self._compiled[0]

    def __call__(self, *arguments: jax.Array) -> tuple[jax.Array, ...]:
        """The results, on arrays of JAX, inside of jit as well; with a derivative in reverse mode, of any order."""
        return _differentiable(self)(*self._checked(arguments))

    def run(self, *arguments: jax.Array) -> tuple[jax.Array, ...]:
        """The results, without a derivative."""
        shapes = self._result_shapes(arguments)
        results = [
            jax.ShapeDtypeStruct(shape, _dtype(p)) for shape, p in zip(shapes, self.signature.results)
        ]
        return tuple(jax.ffi.ffi_call(self._compiled[1], results, vmap_method="sequential")(*arguments))

    def differentiated(self, mode: str, wrt: tuple[int, ...]) -> Derived:
        return _derived(self.text, self.name, (*self.steps, Step(mode, wrt)))

    def floats(self, parameters) -> tuple[int, ...]:
        """The numbers of those that have derivatives."""
        return tuple(n for n, p in enumerate(parameters) if p.element.mlir in _FLOATS)

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
            size if argument is None else arguments[argument].shape[size] for argument, size in signature.result_sizes
        )
        return [tuple(next(known) if s is None else s for s in p.shape or ()) for p in signature.results]


# One object for one derivative: what is compiled and registered once stays so.
_derived = functools.cache(Derived)


def derived(text: str, name: str) -> Derived:
    """The function `name` of a program."""
    return _derived(text, name, ())


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
