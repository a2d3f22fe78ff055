"""The quick way into compiled code: Python objects go to machine code that checks them itself.

`array_entry` is that code. Around it is a function of Python, written for one signature, that
makes arrays for the results and takes the careful way (`calling`) where the machine code finds something to convert or
to complain about.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ..lowering.interface.c_types import Parameter, Signature
from ..lowering.machine.native import Loaded, plain_object_code
from . import array_entry
from .conversion import C_TYPES, dtype_of
from .kept_results import LEAST
from .many_parameters import MOST


def entry_code(signatures: dict[str, Signature]) -> bytes:
    """An object with the entries that check arrays themselves, for sizes before where they are computed.

    It holds no address of this process. It is empty where there is no such entry.
    """
    texts, asked = [], {}
    for name, entry in _symbols(signatures).items():
        signature, dtypes = signatures[name], dtypes_of(signatures[name])
        texts.append(array_entry.text(entry, signature, _code_of(entry), dtypes))
        if signature.computes_sizes:
            sizes = entry + _SIZES
            texts.append(array_entry.sizes_text(sizes, signature, _code_of(sizes), dtypes))
            asked[_code_of(sizes)] = None
        asked |= dict.fromkeys([_code_of(entry), *array_entry.symbols(dtypes)])
    text = "\n".join([array_entry.declarations(asked), *texts])
    if not texts:
        return b""
    return plain_object_code(text)  # 30 ns more a call, of the 1000 that Python takes to make it


_SIZES = "_sizes"


def _symbols(signatures: dict[str, Signature]) -> dict[str, str]:
    """The symbol of the entry of each function that has one."""
    possible = [
        name
        for name, signature in signatures.items()
        if array_entry.is_possible(signature) and len(signature.arguments) + len(signature.results) < MOST
    ]
    return {name: f"lagrad_entry_{n}" for n, name in enumerate(possible)}


def _code_of(entry: str) -> str:
    """The symbol of what an entry calls."""
    return f"{entry}_code"


def dtypes_of(signature: Signature) -> list[np.dtype]:
    """Of the arrays that are arguments, and of all results."""
    arrays = [p for p in signature.arguments if not p.is_scalar]
    return [dtype_of(p) for p in (*arrays, *signature.results)]


def entries(
    calls: dict[str, Any], addresses: dict[str, int], companions: dict[str, int], code: bytes
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

    made = {}
    for name, symbol in symbols.items():
        call = calls[name]
        arguments = [C_TYPES[p.element.c] if p.is_scalar else ctypes.py_object for p in call.signature.arguments]
        results, sizes = [ctypes.py_object] * len(call.signature.results), [ctypes.c_void_p] * (name in computing)
        made[name] = {"entry": function(symbol, arguments + results + sizes), "loaded": loaded}
        if name in computing:
            made[name]["compute"] = function(computing[name], arguments + sizes)
    return made


# What an argument that is no array, or has too few dimensions, and a wrong `out` lead to.
_WRONG = (AttributeError, IndexError, TypeError, ValueError, ctypes.ArgumentError)


def quick(call: Any, entry: Callable, loaded: Loaded, compute: Callable | None = None) -> Callable:
    """A function that tries `entry`, for example, of arguments x and s,

        def call(x, s, *, out=None):
            try:
                if type(s) is float:
                    _r0 = (_k0(x.shape) if x.shape[0] * 8 >= 65536 else _empty(x.shape, _d0)) if out is None else out
                    _s = _entry(x, s, _r0)
                    if _s == 1: return _r0
                    if _s: raise _failure(_s)
            except _wrong: pass
            return _careful(x, s, out=out)

    or, where `compute` gives the sizes, with

                _z = _sizes()
                if type(s) is float and _compute(x, s, _z) == 1:
                    _r0 = _empty((_z[0],), _d0) if out is None else out
                    _s = _entry(x, s, _r0, _z)
                    ...

    Whatever is wrong with the arguments, the careful call finds it and says so.
    """
    signature, arguments = call.signature, call.names
    names = {"_empty": np.empty, "_entry": entry, "_loaded": loaded}
    names |= {"_failure": call.failure, "_wrong": _WRONG}
    results = [f"_r{n}" for n in range(len(signature.results))]
    conditions = [_is_simple(name, p) for name, p in zip(arguments, signature.arguments) if p.is_scalar]
    if compute is None:
        made, extra = "", []
        known = iter([_size(signature, size, arguments) for size in signature.result_sizes])
    else:
        count = signature.dynamic_results + len(signature.computed_sizes)
        names |= {"_compute": compute, "_sizes": ctypes.c_int64 * count}
        made, extra = "_z = _sizes()", ["_z"]
        conditions.append(f"_compute({', '.join([*arguments, '_z'])}) == {array_entry.DONE}")
        known = iter([f"_z[{n}]" for n in range(signature.dynamic_results)])
    empties, returned = [], []
    for n, p in enumerate(signature.results):
        names[f"_d{n}"] = call.dtypes[n - len(results)]
        sizes = [next(known) if s is None else str(s) for s in p.shape or ()]
        shape, space = "".join(f"{size}, " for size in sizes), " * ".join([*sizes, str(p.element.bytes)])
        names[f"_k{n}"] = call.kept[n]
        empties.append(f"_k{n}(({shape})) if {space} >= {LEAST} else _empty(({shape}), _d{n})")
        returned.append(f"_r{n} if out is not None else _r{n}[()]" if p.is_scalar else f"_r{n}")
    entered = [
        f"_s = _entry({', '.join([*arguments, *results, *extra])})",
        f"if _s == {array_entry.DONE}: return {', '.join(returned)}",
        "if _s: raise _failure(_s)",
    ]
    if results:
        entered.insert(0, f"{', '.join(results)} = ({', '.join(empties)}) if out is None else out")
    inside = "\n            ".join(entered)
    tried = f"""
    try:
        {made}
        if {" and ".join(conditions) or "True"}:
            {inside}
    except _wrong: pass"""
    return _function(call, tried, names)


def slow(call: Any) -> Callable:
    """A function that takes the careful way at once."""
    return _function(call, "", {})


def _function(call: Any, tried: str, names: dict[str, Any]) -> Callable:
    """A function of the call's arguments by position or name, which ends with the careful call."""
    names["_careful"] = call.run
    source = f"""def call({", ".join([*call.names, "*", "out=None"])}):{tried}
    return _careful({", ".join([*call.names, "out=out"])})"""
    exec(compile(source, f"<call of @{call.name}>", "exec"), names)
    return names["call"]


def _is_simple(scalar: str, p: Parameter) -> str:
    """An expression: is it a number that ctypes passes as it is?"""
    if p.element.mlir in ("f64", "f32"):
        return f"type({scalar}) is float"
    half = 1 << (8 * p.element.bytes - 1)
    return f"type({scalar}) is int and {-half} <= {scalar} < {half}" if p.element.mlir != "i1" else "False"


def _size(signature: Signature, size: tuple[int | None, int], arguments: tuple[str, ...]) -> str:
    argument, dimension = size
    if argument is None:
        return str(dimension)
    known = signature.arguments[argument].shape[dimension]
    return f"{arguments[argument]}.shape[{dimension}]" if known is None else str(known)
