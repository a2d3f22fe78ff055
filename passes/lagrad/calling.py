"""Calling compiled code with NumPy arrays and scalars.

What a call costs matters: a derivative of a few operations runs in less time than NumPy takes to
hand out the address of an array. So each argument is checked by a closure made for its type, and
addresses are read where NumPy's C interface has them.
"""

from __future__ import annotations

import ctypes
import numbers
import struct

import numpy as np

from .lowering.c_types import Parameter, Signature

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
_USABLE = 0x0001 | 0x0100  # NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED
_WRITEABLE = 0x0400

try:
    from ml_dtypes import bfloat16 as _bfloat16
except ImportError:
    _bfloat16 = np.uint16


def dtype_of(parameter: Parameter) -> np.dtype:
    """The NumPy type of an argument's or result's elements; bf16 is uint16 without ml_dtypes."""
    return np.dtype(_bfloat16 if parameter.element.mlir == "bf16" else parameter.element.numpy)


def _address_by_interface(array: np.ndarray) -> int:
    return array.ctypes.data


def _address_in_object(array: np.ndarray) -> int:
    # The data pointer is the first member of PyArrayObject after the object header, a layout that
    # NumPy's C API fixes (PyArray_DATA reads it); `array.ctypes.data` takes ten times as long.
    return _pointer_at(id(array) + _HEADER).value


_pointer_at = ctypes.c_void_p.from_address
_HEADER = object.__basicsize__
_probe = np.empty(1)
address_of = (
    _address_in_object if _address_in_object(_probe) == _probe.ctypes.data else _address_by_interface
)


class Function:
    """A compiled function. Call it with NumPy arrays and numbers, in the order of its arguments.

    It returns its result, or a tuple of several: arrays, and NumPy scalars for scalar results.
    `out` takes arrays to write into instead (one, or one for each result; None in the place of a
    result leaves its allocation to the call). An argument of the wrong type raises TypeError, one of
    the wrong shape or value ValueError. Arrays that are not contiguous are copied.
    """

    def __init__(self, name: str, signature: Signature, address: int, sizes: int | None, keep: object):
        self.name = name
        self.signature = signature
        self.address = address
        self._keep = keep  # the machine code
        inputs = [t for argument in signature.arguments for t in _c_types(argument)]
        self._code = ctypes.CFUNCTYPE(None, *inputs, *[ctypes.c_void_p] * len(signature.results))(address)
        self._sizes = ctypes.CFUNCTYPE(None, *inputs, ctypes.c_void_p)(sizes) if sizes else None
        self._pass = [
            _reader(argument, f"argument {n} of {name}") for n, argument in enumerate(signature.arguments)
        ]
        self._results = [
            (result, tuple(result.shape or ()), dtype_of(result), result.is_scalar)
            for result in signature.results
        ]
        self._count = sum(len(result.dynamic) for result in signature.results)

    def __repr__(self) -> str:
        arguments = ", ".join(argument.mlir for argument in self.signature.arguments)
        results = ", ".join(result.mlir for result in self.signature.results)
        return f"<compiled @{self.name}({arguments}) -> ({results})>"

    def __call__(self, *arguments, out=None):
        if len(arguments) != len(self._pass):
            raise TypeError(f"{self.name} takes {len(self._pass)} arguments, not {len(arguments)}")
        passed = []
        copies = [read(value, passed) for read, value in zip(self._pass, arguments)]
        shapes = self._shapes(passed) if self._count else None
        if out is not None:
            return self._call_into(out, shapes, passed, arguments, copies)
        results = []
        for n, (_, shape, dtype, _) in enumerate(self._results):
            result = _empty(shapes[n] if shapes else shape, dtype)
            results.append(result)
            passed.append(address_of(result))
        self._code(*passed)
        if len(results) == 1:
            return results[0][()] if self._results[0][3] else results[0]
        if not results:
            return None
        return tuple(r[()] if kind[3] else r for r, kind in zip(results, self._results))

    def _shapes(self, passed: list) -> list[tuple[int, ...]]:
        table = (ctypes.c_int64 * self._count)()
        self._sizes(*passed, ctypes.addressof(table))
        sizes = iter(table)
        return [
            tuple(next(sizes) if size is None else size for size in shape)
            for _, shape, _, _ in self._results
        ]

    def _call_into(self, out, shapes, passed, arguments, copies):
        given = (out,) if len(self._results) == 1 and not isinstance(out, (tuple, list)) else tuple(out)
        if len(given) != len(self._results):
            raise ValueError(f"{self.name} has {len(self._results)} results, and out has {len(given)} arrays")
        results = []
        for n, (array, (result, shape, dtype, _)) in enumerate(zip(given, self._results)):
            shape = shapes[n] if shapes else shape
            if array is None:
                array = _empty(shape, dtype)
            else:
                _check_out(array, shape, dtype, f"out[{n}] of {self.name}", result)
            results.append(array)
            passed.append(address_of(array))
        read = [a for a in arguments if type(a) is np.ndarray] + [c for c in copies if c is not None]
        _check_overlap(self.name, results, read)
        self._code(*passed)
        returned = [
            r[()] if kind[3] and o is None else r for r, kind, o in zip(results, self._results, given)
        ]
        return returned[0] if len(returned) == 1 else tuple(returned)


_empty = np.empty


def _c_types(argument: Parameter) -> list:
    if argument.is_scalar:
        return [_C[argument.element.c]]
    return [ctypes.c_void_p] + [ctypes.c_int64] * len(argument.dynamic)


def _reader(argument: Parameter, what: str):
    """`read(value, passed)`: appends what C takes; returns a copy that must outlive the call, or None."""
    if argument.is_scalar:
        return _scalar_reader(argument, what)
    dtype, shape, dynamic = dtype_of(argument), argument.shape, argument.dynamic
    rank, fixed = len(shape), [(k, size) for k, size in enumerate(shape) if size is not None]
    array_type, usable = np.ndarray, _USABLE
    only_dynamic = not fixed

    def read_static(value, passed):
        if (
            type(value) is array_type
            and value.dtype == dtype
            and value.shape == shape
            and value.flags.num & usable == usable
        ):
            passed.append(address_of(value))
            return None
        copy = _converted(value, argument, dtype, what)
        passed.append(address_of(copy))
        return copy

    def read_dynamic(value, passed):
        copy = None
        if not (
            type(value) is array_type
            and value.dtype == dtype
            and value.ndim == rank
            and value.flags.num & usable == usable
            and (only_dynamic or all(value.shape[k] == size for k, size in fixed))
        ):
            value = copy = _converted(value, argument, dtype, what)
        passed.append(address_of(value))
        sizes = value.shape
        if only_dynamic:
            passed.extend(sizes)
        else:
            for k in dynamic:
                passed.append(sizes[k])
        return copy

    return read_dynamic if dynamic else read_static


def _converted(value, argument: Parameter, dtype: np.dtype, what: str) -> np.ndarray:
    """The value as a contiguous array of exactly the argument's type, or the error that it is not one."""
    mutable = argument.mlir.startswith("memref")
    if not isinstance(value, (np.ndarray, np.generic, numbers.Number)):
        raise TypeError(f"{what} is {argument.mlir}: a NumPy array of {dtype}, not {_described(value)}")
    if isinstance(value, numbers.Number) and not isinstance(value, np.generic):
        if argument.shape:
            raise TypeError(f"{what} is {argument.mlir}: a NumPy array of {dtype}, not {_described(value)}")
        array = np.asarray(value).astype(dtype, casting="same_kind")
    else:
        array = np.asarray(value)
    if array.dtype == np.uint16 and argument.element.mlir == "bf16":
        array = array.view(dtype)
    if array.dtype != dtype:
        raise TypeError(f"{what} is {argument.mlir}: a NumPy array of {dtype}, not of {array.dtype}")
    wanted = argument.shape
    if array.ndim != len(wanted) or any(w is not None and w != g for w, g in zip(wanted, array.shape)):
        raise ValueError(f"{what} is {argument.mlir}, and the array given has the shape {array.shape}")
    if array.flags.num & _USABLE == _USABLE:
        return array
    if mutable:
        raise ValueError(f"{what} is {argument.mlir}, which is written to: the array must be contiguous")
    return np.array(array, dtype=dtype, order="C")


def _described(value) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:37] + '...'}"


def _scalar_reader(argument: Parameter, what: str):
    kind = argument.element.mlir
    if kind in ("f64", "f32"):

        def read_float(value, passed):
            passed.append(value if type(value) is float else _real(value, argument, what))

        return read_float
    if kind in ("f16", "bf16"):
        bits = _half_bits if kind == "f16" else _bfloat_bits

        def read_narrow(value, passed):
            passed.append(bits(_real(value, argument, what)))

        return read_narrow
    low, high = (-128, 127) if kind == "i8" else _range(kind)

    def read_integer(value, passed):
        if not isinstance(value, (int, np.integer, np.bool_)):
            value = _item(value, argument, what, (int, np.integer, np.bool_))
        if not low <= value <= high:
            raise ValueError(f"{what} is {kind}, and {value} is not between {low} and {high}")
        passed.append(int(value))

    return read_integer


def _range(kind: str) -> tuple[int, int]:
    if kind == "i1":
        return 0, 1
    bits = 64 if kind == "index" else int(kind[1:])
    return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


def _real(value, argument: Parameter, what: str) -> float:
    return float(_item(value, argument, what, (numbers.Real, np.floating, np.integer, _bfloat16)))


def _item(value, argument: Parameter, what: str, kinds: tuple):
    """A number of one of the kinds, also out of an array without dimensions."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, kinds):
        return value
    raise TypeError(f"{what} is {argument.mlir}: a number, not {_described(value)}")


def _half_bits(value: float) -> int:
    return int(np.float16(value).view(np.uint16))


def _bfloat_bits(value: float) -> int:
    """The nearest bf16, ties to even; a double on the way through f32 is rounded to odd, so only once."""
    single = np.float32(value)
    bits = struct.unpack("<I", struct.pack("<f", single))[0]
    if single != single:
        return (bits >> 16) | 0x40
    exact = float(single)
    if exact != value and abs(value) != float("inf"):
        toward_zero = bits if abs(exact) < abs(value) else bits - 1
        bits = toward_zero | 1
    return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16


def _check_out(array, shape, dtype, what: str, result: Parameter) -> None:
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} is {result.mlir}: a NumPy array of {dtype}, not {_described(array)}")
    if array.dtype != dtype:
        raise TypeError(f"{what} is {result.mlir}: a NumPy array of {dtype}, not of {array.dtype}")
    if array.shape != tuple(shape):
        raise ValueError(f"{what} has the shape {tuple(shape)}, and the array given has {array.shape}")
    flags = _USABLE | _WRITEABLE
    if array.flags.num & flags != flags:
        raise ValueError(f"{what} must be contiguous and writeable")


def _check_overlap(name: str, results: list[np.ndarray], read: list[np.ndarray]) -> None:
    spans = [(start := address_of(r), start + r.nbytes) for r in results]
    for n, (start, stop) in enumerate(spans):
        others = spans[:n] + [(at := address_of(a), at + a.nbytes) for a in read if a.flags.num & _USABLE == _USABLE]
        if any(start < other_stop and other_start < stop for other_start, other_stop in others):
            raise ValueError(f"out[{n}] of {name} overlaps an argument or another result")
