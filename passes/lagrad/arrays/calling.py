"""Compiled code as Python functions on NumPy arrays and numbers.

What a call costs matters: a derivative of a few operations runs in less time than Python takes to
look at an array. So there are two ways in. The quick one hands the objects to machine code that
checks them (`lowering.interface.array_entry`); the careful one is taken where that finds something to convert
or to complain about.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence

import numpy as np

from ..errors import CheckFailed
from ..lowering.interface import array_entry
from ..lowering.interface.c_types import Parameter, Signature
from ..lowering.interface.failure_functions import MESSAGE, MOST
from ..lowering.machine.native import Loaded, object_code
from .conversion import array_converter, check_out, dtype_of, scalar_converter
from .kept_results import LEAST, KeptResults

_C = {
    "double": ctypes.c_double,
    "float": ctypes.c_float,
    "uint16_t": ctypes.c_uint16,
    "int64_t": ctypes.c_int64,
    "int32_t": ctypes.c_int32,
    "int16_t": ctypes.c_int16,
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
}


def functions(
    signatures: dict[str, Signature],
    addresses: dict[str, int],
    companions: dict[str, int],
    entries: bytes,
    keep: object,
) -> dict[str, Callable]:
    """Python functions that call the compiled ones at `addresses`, which `keep` keeps alive.

    Call one with NumPy arrays and numbers, in the order of its arguments. It returns its result, or a
    tuple of several: arrays, and NumPy scalars for scalar results. `out` takes arrays to write into
    and return instead: one, or a sequence with one for each result, in which None leaves the
    allocation to the call. An argument of the wrong type raises TypeError, one of the wrong shape or
    value ValueError. Arrays that are not contiguous are copied.

    A call that gets no memory raises MemoryError, and one in which an assertion or a check fails CheckFailed.

    `companions` are the addresses of the functions that compute dynamic sizes of results; `entries` is what
    `entry_code` made of the signatures. The functions have the attributes `signature` and `address`.
    """
    explain = _explaining(addresses.get(MESSAGE))
    careful = {
        name: _Careful(name, signature, addresses[name], companions.get(name), explain)
        for name, signature in signatures.items()
    }
    quick = _entries(careful, addresses, companions, entries) if entries and array_entry.is_known() else {}
    made = {
        name: _quick(call, **quick[name]) if name in quick else _slow(call)
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
    arguments, results = (", ".join(p.mlir for p in side) for side in (signature.arguments, signature.results))
    function.__doc__ = f"Compiled @{call.name}({arguments}) -> ({results})"
    function.signature, function.address, function.keep, function.kept = signature, address, keep, call.kept


def _slow(call: _Careful) -> Callable:
    def function(*arguments, out=None):
        return call.run(*arguments, out=out)

    return function


class _Careful:
    """A call that converts what can be converted, and says what is wrong with the rest."""

    def __init__(self, name: str, signature: Signature, address: int, sizes: int | None, explain: Callable[[int], str]):
        self.name, self.signature, self.explain = name, signature, explain
        inputs = [t for argument in signature.arguments for t in _c_types(argument)]
        self.code = ctypes.CFUNCTYPE(ctypes.c_int64, *inputs, *[ctypes.c_void_p] * len(signature.results))(address)
        self.compute_sizes = ctypes.CFUNCTYPE(ctypes.c_int64, *inputs, ctypes.c_void_p)(sizes) if sizes else None
        self.dtypes = _dtypes(signature)
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
        return [value.ctypes.data, *(value.shape[k] for k in p.dynamic)]
    return [value.real, value.imag] if p.element.is_complex else [value]


def _c_types(p: Parameter) -> list:
    if p.is_scalar:
        return [_C[p.element.c]] * (1 + p.element.is_complex)
    return [ctypes.c_void_p] + [ctypes.c_int64] * len(p.dynamic)


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


# -- the quick way ------------------------------------------------------------------------------------


def entry_code(signatures: dict[str, Signature]) -> bytes:
    """An object with the entries that check arrays themselves, for sizes before where they are computed.

    It holds no address of this process. It is empty where there is no such entry.
    """
    texts, asked = [], {}
    for name, entry in _symbols(signatures).items():
        signature, dtypes = signatures[name], _dtypes(signatures[name])
        texts.append(array_entry.text(entry, signature, _code_of(entry), dtypes))
        if signature.computes_sizes:
            sizes = entry + _SIZES
            texts.append(array_entry.sizes_text(sizes, signature, _code_of(sizes), dtypes))
            asked[_code_of(sizes)] = None
        asked |= dict.fromkeys([_code_of(entry), *array_entry.symbols(dtypes)])
    return object_code("\n".join([array_entry.declarations(asked), *texts])) if texts else b""


_SIZES = "_sizes"


def _symbols(signatures: dict[str, Signature]) -> dict[str, str]:
    """The symbol of the entry of each function that has one."""
    possible = [name for name, signature in signatures.items() if array_entry.is_possible(signature)]
    return {name: f"lagrad_entry_{n}" for n, name in enumerate(possible)}


def _code_of(entry: str) -> str:
    """The symbol of what an entry calls."""
    return f"{entry}_code"


def _dtypes(signature: Signature) -> list[np.dtype]:
    """Of the arrays that are arguments, and of all results."""
    arrays = [p for p in signature.arguments if not p.is_scalar]
    return [dtype_of(p) for p in (*arrays, *signature.results)]


def _entries(
    calls: dict[str, _Careful], addresses: dict[str, int], companions: dict[str, int], code: bytes
) -> dict[str, dict]:
    """The entries in this process, with what keeps their code alive."""
    symbols = _symbols({name: call.signature for name, call in calls.items()})
    computing = {name: symbol + _SIZES for name, symbol in symbols.items() if calls[name].signature.computes_sizes}
    called = {_code_of(symbol): addresses[name] for name, symbol in symbols.items()}
    called |= {_code_of(symbol): companions[name] for name, symbol in computing.items()}
    for name in symbols:
        called |= array_entry.symbols(calls[name].dtypes)
    loaded = Loaded(code, [*symbols.values(), *computing.values()], addresses=called)

    def function(symbol: str, takes: list) -> Callable:
        return ctypes.CFUNCTYPE(ctypes.c_int64, *takes)(loaded.addresses[symbol])

    entries = {}
    for name, symbol in symbols.items():
        call = calls[name]
        arguments = [_C[p.element.c] if p.is_scalar else ctypes.py_object for p in call.signature.arguments]
        results, sizes = [ctypes.py_object] * len(call.signature.results), [ctypes.c_void_p] * (name in computing)
        entries[name] = {"entry": function(symbol, arguments + results + sizes), "loaded": loaded}
        if name in computing:
            entries[name]["compute"] = function(computing[name], arguments + sizes)
    return entries


# What an argument that is no array, or has too few dimensions, and a wrong `out` lead to.
_WRONG = (AttributeError, IndexError, TypeError, ValueError, ctypes.ArgumentError)


def _quick(call: _Careful, entry: Callable, loaded: Loaded, compute: Callable | None = None) -> Callable:
    """A function that tries `entry`, for example

        def call(a0, a1, /, *, out=None):
            try:
                if type(a1) is float:
                    r0 = (k0(a0.shape) if a0.shape[0] * 8 >= 65536 else empty(a0.shape, d0)) if out is None else out
                    s = entry(a0, a1, r0)
                    if s == 1: return r0
                    if s: raise failure(s)
            except wrong: pass
            return careful(a0, a1, out=out)

    or, where `compute` gives the sizes, with

                z = sizes()
                if type(a1) is float and compute(a0, a1, z) == 1:
                    r0 = empty((z[0],), d0) if out is None else out
                    s = entry(a0, a1, r0, z)
                    ...

    Whatever is wrong with the arguments, the careful call finds it and says so.
    """
    signature = call.signature
    names = {"empty": np.empty, "entry": entry, "careful": call.run, "loaded": loaded}
    names |= {"failure": call.failure, "wrong": _WRONG}
    arguments = [f"a{n}" for n in range(len(signature.arguments))]
    results = [f"r{n}" for n in range(len(signature.results))]
    conditions = [_is_simple(f"a{n}", p) for n, p in enumerate(signature.arguments) if p.is_scalar]
    if compute is None:
        made, extra = "", []
        known = iter([_size(signature, size) for size in signature.result_sizes])
    else:
        names |= {"compute": compute, "sizes": ctypes.c_int64 * (signature.dynamic_results + len(signature.computed_sizes))}
        made, extra = "z = sizes()", ["z"]
        conditions.append(f"compute({', '.join([*arguments, 'z'])}) == {array_entry.DONE}")
        known = iter([f"z[{n}]" for n in range(signature.dynamic_results)])
    empties, returned = [], []
    for n, p in enumerate(signature.results):
        names[f"d{n}"] = call.dtypes[n - len(results)]
        sizes = [next(known) if s is None else str(s) for s in p.shape or ()]
        shape, space = "".join(f"{size}, " for size in sizes), " * ".join([*sizes, str(p.element.bytes)])
        names[f"k{n}"] = call.kept[n]
        empties.append(f"k{n}(({shape})) if {space} >= {LEAST} else empty(({shape}), d{n})")
        returned.append(f"r{n} if out is not None else r{n}[()]" if p.is_scalar else f"r{n}")
    entered = [
        f"s = entry({', '.join([*arguments, *results, *extra])})",
        f"if s == {array_entry.DONE}: return {', '.join(returned)}",
        "if s: raise failure(s)",
    ]
    if results:
        entered.insert(0, f"{', '.join(results)} = ({', '.join(empties)}) if out is None else out")
    takes = ", ".join(arguments) + ", /, " * bool(arguments)
    inside = "\n            ".join(entered)
    source = f"""def call({takes}*, out=None):
    try:
        {made}
        if {' and '.join(conditions) or 'True'}:
            {inside}
    except wrong: pass
    return careful({', '.join([*arguments, 'out=out'])})"""
    exec(compile(source, f"<call of @{call.name}>", "exec"), names)
    return names["call"]


def _is_simple(scalar: str, p: Parameter) -> str:
    """An expression: is it a number that ctypes passes as it is?"""
    if p.element.mlir in ("f64", "f32"):
        return f"type({scalar}) is float"
    half = 1 << (8 * p.element.bytes - 1)
    return f"type({scalar}) is int and {-half} <= {scalar} < {half}" if p.element.mlir != "i1" else "False"


def _size(signature: Signature, size: tuple[int | None, int]) -> str:
    argument, dimension = size
    if argument is None:
        return str(dimension)
    known = signature.arguments[argument].shape[dimension]
    return f"a{argument}.shape[{dimension}]" if known is None else str(known)
