"""Compiled code as Python functions on NumPy arrays and numbers.

What a call costs matters: a derivative of a few operations runs in less time than Python takes to
look at an array. So there are two ways in. The quick one hands the objects to machine code that
checks them (`quick_calls`); the careful one is taken where that finds something to convert or to complain about.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..errors import CheckFailed
from ..lowering.interface.c_types import Parameter, Signature
from ..lowering.interface.failure_functions import MESSAGE, MOST
from . import argument_names, array_entry, quick_calls
from .conversion import C_TYPES, array_converter, check_out, dtype_of, scalar_converter
from .function import Function
from .kept_results import LEAST, KeptResults
from .many_parameters import c_function
from .strided import strides_of


def functions(
    signatures: dict[str, Signature],
    addresses: dict[str, int],
    companions: dict[str, int],
    entries: bytes,
    keep: object,
    names: Mapping[str, tuple[str, ...]] = {},
) -> dict[str, Function]:
    """Python functions that call the compiled ones at `addresses`, which `keep` keeps alive.

    Call one with arrays and numbers, in the order of its arguments or by their `names`, `argN` where there are none.
    It returns its result, or a tuple of several: NumPy arrays, and NumPy scalars for scalar results. `out` takes arrays
    to write into and return instead: one, or a sequence with one for each result, in which None leaves the allocation
    to the call. An argument of the wrong type raises TypeError, one of the wrong shape or value ValueError. Arrays that
    are not contiguous are copied.

    A call that gets no memory raises MemoryError, and one in which an assertion or a check fails CheckFailed.

    `companions` are the addresses of the functions that compute dynamic sizes of results; `entries` is what
    `quick_calls.entry_code` made of the signatures. The functions have the attributes `signature` and `address`.
    """
    explain = _explaining(addresses.get(MESSAGE))
    careful = {
        name: _Careful(name, signature, addresses[name], companions.get(name), explain, names.get(name, ()))
        for name, signature in signatures.items()
    }
    quick = quick_calls.entries(careful, addresses, companions, entries) if entries and array_entry.is_known() else {}
    made = {
        name: quick_calls.quick(call, **quick[name]) if name in quick else quick_calls.slow(call)
        for name, call in careful.items()
    }
    for name, function in made.items():
        _describe(function, careful[name], addresses[name], keep)
    return made


def _explaining(address: int | None) -> Callable[[int], str]:
    """What gives the text of a status."""
    if address is None:
        return lambda status: f"status {status}"
    message = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_int64)(address)
    return lambda status: message(status).decode(errors="replace")


def _describe(function: Callable, call: _Careful, address: int, keep: object) -> None:
    signature = call.signature
    function.__name__ = function.__qualname__ = call.name
    arguments = ", ".join(f"{name}: {p.mlir}" for name, p in zip(call.names, signature.arguments))
    results = ", ".join(p.mlir for p in signature.results)
    function.__doc__ = f"Compiled @{call.name}({arguments}) -> ({results})"
    function.signature, function.address, function.keep, function.kept = signature, address, keep, call.kept


class _Careful:
    """A call that converts what can be converted, and says what is wrong with the rest."""

    def __init__(
        self,
        name: str,
        signature: Signature,
        address: int,
        sizes: int | None,
        explain: Callable[[int], str],
        names: tuple[str, ...],
    ):
        self.name, self.signature, self.explain = name, signature, explain
        count = len(signature.arguments)
        self.names = names if len(names) == count else argument_names.positions(count)
        inputs = [t for argument in signature.arguments for t in _c_types(argument)]
        self.code = c_function(address, [*inputs, *[ctypes.c_void_p] * len(signature.results)])
        self.compute_sizes = c_function(sizes, [*inputs, ctypes.c_void_p]) if sizes else None
        self.dtypes = quick_calls.dtypes_of(signature)
        self.kept = [KeptResults(dtype_of(p)) for p in signature.results]
        self.converters = [
            (scalar_converter if p.is_scalar else array_converter)(p, f"argument {n} of {name}")
            for n, p in enumerate(signature.arguments)
        ]

    def _new(self, number: int, shape: tuple[int, ...]) -> np.ndarray:
        """An array for a result."""
        kept = self.kept[number]
        return kept(shape) if math.prod(shape) * kept.dtype.itemsize >= LEAST else np.empty(shape, kept.dtype)

    def run(self, *arguments, out=None):
        count = len(self.converters)
        if len(arguments) != count:
            raise TypeError(f"{self.name} takes {count} arguments, and {len(arguments)} were given")
        values = [convert(value) for convert, value in zip(self.converters, arguments)]
        self._check_sizes(values)
        passed = [c for value, p in zip(values, self.signature.arguments) for c in _passed(value, p)]
        given = _outs_of(out, len(self.signature.results))
        results = []
        for n, (shape, p) in enumerate(zip(self._shapes(values, passed), self.signature.results)):
            if given[n] is not None:
                check_out(given[n], shape, p, f"out[{n}] of {self.name}")
            results.append(self._new(n, shape) if given[n] is None else given[n])
        self._check_overlap([v for v in values if isinstance(v, np.ndarray)], results)
        self._run(self.code, *passed, *(r.ctypes.data for r in results))
        if out is None:
            results = [r[()] if p.is_scalar else r for r, p in zip(results, self.signature.results)]
        return results[0] if len(results) == 1 else tuple(results) or None

    def _run(self, code: Callable, *passed) -> None:
        if status := code(*passed):
            raise self.failure(status)

    def failure(self, status: int) -> Exception:
        """What a status says that is not 0."""
        if status > 0:
            size = f"{status} bytes" if status < MOST else "more bytes than there can be"
            return MemoryError(f"out of memory: @{self.name} asked for {size}")
        return CheckFailed(self.explain(status))

    def _check_sizes(self, values: list) -> None:
        for argument, dimension, other, its in self.signature.equal_sizes:
            here = values[argument].shape[dimension]
            there = its if other is None else values[other].shape[its]
            if here != there:
                wanted = there if other is None else f"{there}, the size of dimension {its} of argument {other}"
                raise ValueError(self._wrong_size(argument, dimension, values, wanted))

    def _wrong_size(self, argument: int, dimension: int, values: list, wanted) -> str:
        here = values[argument].shape[dimension]
        return f"argument {argument} of {self.name} has the size {here} in dimension {dimension}; it must be {wanted}"

    def _shapes(self, values: list, passed: list) -> list[tuple[int, ...]]:
        """The shapes of the results."""
        results = self.signature.results
        known = [
            size and (size[1] if size[0] is None else values[size[0]].shape[size[1]])
            for size in self.signature.result_sizes
        ]
        open_sizes, computed = self.signature.dynamic_results, self.signature.computed_sizes
        if self.signature.computes_sizes:
            known = (ctypes.c_int64 * (open_sizes + len(computed)))()
            self._run(self.compute_sizes, *passed, known)
            for (argument, dimension), size in zip(computed, known[open_sizes:]):
                if values[argument].shape[dimension] != size:
                    raise ValueError(self._wrong_size(argument, dimension, values, size))
        sizes = iter(known)
        return [tuple(next(sizes) if s is None else s for s in p.shape or ()) for p in results]

    def _check_overlap(self, inputs: list[np.ndarray], results: list[np.ndarray]) -> None:
        for n, result in enumerate(results):
            if any(np.may_share_memory(result, other) for other in [*inputs, *results[:n]]):
                raise ValueError(f"an array of out overlaps an argument or another result of {self.name}")


def _passed(value, p: Parameter) -> list:
    """What C takes for an argument."""
    if not p.is_scalar:
        strides = strides_of(value) if p.open_strides else ()
        return [value.ctypes.data, *(value.shape[k] for k in p.dynamic), *(strides[k] for k in p.open_strides)]
    return [value.real, value.imag] if p.element.is_complex else [value]


def _c_types(p: Parameter) -> list:
    if p.is_scalar:
        return [C_TYPES[p.element.c]] * (1 + p.element.is_complex)
    return [ctypes.c_void_p] + [ctypes.c_int64] * (len(p.dynamic) + len(p.open_strides))


def _outs_of(out, count: int) -> Sequence:
    """`out` as a sequence of `count` entries."""
    if out is None:
        return [None] * count
    if not isinstance(out, (tuple, list)):
        if count == 1:
            return (out,)
        raise TypeError(f"out is a sequence of {count} arrays, not {type(out).__name__}")
    if len(out) != count:
        raise ValueError(f"there are {count} results, and out has {len(out)} arrays")
    return out
