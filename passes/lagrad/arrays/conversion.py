"""Arguments of compiled functions that are not yet as C takes them: converted, or refused with a reason."""

from __future__ import annotations

import ctypes
import functools
import numbers
import struct
from collections.abc import Callable

import numpy as np

from ..lowering.interface.c_types import Parameter
from .strided import strides_of

try:
    from ml_dtypes import bfloat16 as _bfloat16
except ImportError:
    _bfloat16 = np.uint16


C_TYPES = {  # the spellings of c_types.ELEMENTS -> what ctypes calls them
    "double": ctypes.c_double,
    "float": ctypes.c_float,
    "uint16_t": ctypes.c_uint16,
    "int64_t": ctypes.c_int64,
    "int32_t": ctypes.c_int32,
    "int16_t": ctypes.c_int16,
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
}


def dtype_of(parameter: Parameter) -> np.dtype:
    """The NumPy type of an argument's or result's elements; bf16 is uint16 without ml_dtypes."""
    return np.dtype(_bfloat16 if parameter.element.mlir == "bf16" else parameter.element.numpy)


def array_converter(argument: Parameter, what: str) -> Callable:
    """`convert(value)`: a contiguous array of exactly the argument's type."""
    return functools.partial(_array, argument=argument, dtype=dtype_of(argument), what=what)


def scalar_converter(argument: Parameter, what: str) -> Callable:
    """`convert(value)`: the number that C takes, the bits of one for narrow floats."""
    match argument.element.mlir:
        case "f64" | "f32":
            return lambda value: _real(value, argument, what)
        case "f16":
            return lambda value: _half_bits(_real(value, argument, what))
        case "bf16":
            return lambda value: _bfloat_bits(_real(value, argument, what))
        case "complex<f64>" | "complex<f32>":
            kinds = (numbers.Complex, np.inexact, np.integer)
            return lambda value: complex(_number(value, argument, what, kinds))
    low, high = _range(argument.element.mlir)

    def convert(value) -> int:
        number = int(_number(value, argument, what, (int, np.integer, np.bool_)))
        if not low <= number <= high:
            raise ValueError(f"{what} is {argument.mlir}, and {number} is not between {low} and {high}")
        return number

    return convert


def check_out(array, shape: tuple[int, ...], result: Parameter, what: str) -> None:
    """Raises for an array that a result cannot be written into."""
    dtype = dtype_of(result)
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} is {result.mlir}: a NumPy array of {dtype}, not {_described(array)}")
    if array.dtype != dtype:
        raise TypeError(f"{what} is {result.mlir}: an array of {dtype}, not of {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{what} has the shape {shape}, and the array given has {array.shape}")
    if not array.flags.carray:
        raise ValueError(f"{what} must be contiguous, aligned and writeable")


def _array(value, argument: Parameter, dtype: np.dtype, what: str) -> np.ndarray:
    """The value as a contiguous array of exactly the argument's type, or the error that it is not one."""
    if hasattr(value, "filled") and np.any(value.mask):
        raise TypeError(f"{what} is {argument.mlir}: a masked array would lose its mask; pass what filled() gives")
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
    elif hasattr(value, "__dlpack__"):
        array = np.from_dlpack(value)  # the other's memory
    elif isinstance(value, numbers.Number) and argument.shape:
        raise TypeError(f"{what} is {argument.mlir}: an array of {dtype}, not {_described(value)}")
    else:
        array = _like_array(value, argument, dtype, what)
    if array.dtype == np.uint16 and argument.element.mlir == "bf16":
        array = array.view(dtype)
    if array.dtype != dtype:
        raise TypeError(f"{what} is {argument.mlir}: an array of {dtype}, not of {array.dtype}")
    wanted = argument.shape
    if array.ndim != len(wanted) or any(w is not None and w != g for w, g in zip(wanted, array.shape)):
        raise ValueError(f"{what} is {argument.mlir}, and the array given has the shape {array.shape}")
    if argument.strides is not None:
        return _strided(array, argument, what)
    if argument.mlir.startswith("memref") and not array.flags.carray:
        needed = "the array must be contiguous and writeable, unless the type is strided<[?, ...], offset: ?>"
        raise ValueError(f"{what} is {argument.mlir}, memory that may be written to; {needed}")
    if array.flags.c_contiguous and array.flags.aligned:
        return array
    return np.array(array, dtype=dtype, order="C")


def _strided(array: np.ndarray, argument: Parameter, what: str) -> np.ndarray:
    """The array itself, if it lies in memory as the argument says."""
    strides = strides_of(array)
    if not array.flags.behaved or strides is None:
        raise ValueError(
            f"{what} is {argument.mlir}; the array must be writeable and have whole elements between others"
        )
    wrong = (w is not None and w != g and n > 1 for w, g, n in zip(argument.strides, strides, array.shape))
    if array.size and any(wrong):
        raise ValueError(f"{what} is {argument.mlir}, and the array given has the strides {strides}, in elements")
    return array


def _like_array(value, argument: Parameter, dtype: np.dtype, what: str) -> np.ndarray:
    """An object with the buffer protocol or `__array__` as it is; of numbers and nested lists of them a new array."""
    wrong = TypeError(f"{what} is {argument.mlir}: an array of {dtype}, not {_described(value)}")
    has_buffer = _has_buffer(value)
    if argument.mlir.startswith("memref") and not has_buffer:
        raise TypeError(f"{wrong}; what is written would be lost, as of {_described(value)} there is a copy")
    has_type = hasattr(value, "__array__") or hasattr(value, "__array_interface__") or has_buffer
    if not isinstance(value, (numbers.Number, list, tuple)) and not has_type:
        raise wrong
    try:
        array = np.asarray(value)
        return array if has_type else array.astype(dtype, casting="same_kind")
    except (TypeError, ValueError):  # no numbers, lists of different lengths, floats for integers
        raise wrong from None


def _has_buffer(value) -> bool:
    """The protocol that has no name in Python before 3.12."""
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


def _described(value) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:37] + '...'}"


def _range(kind: str) -> tuple[int, int]:
    if kind == "i1":
        return 0, 1
    bits = 64 if kind == "index" else int(kind[1:])
    return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1


def _real(value, argument: Parameter, what: str) -> float:
    return float(_number(value, argument, what, (numbers.Real, np.floating, np.integer, _bfloat16)))


def _number(value, argument: Parameter, what: str, kinds: tuple):
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
