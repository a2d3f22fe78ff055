"""Arithmetic on integers that are known, one or one for each lane; None is a number that is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Integer = int | np.ndarray | None


@dataclass(frozen=True)
class Unknown:
    """A tensor of integers of which only the shape is known."""

    shape: tuple[int, ...]


def is_unknown(value) -> bool:
    return value is None or isinstance(value, Unknown)


def _trunc(x, y):
    """The quotient rounded towards zero."""
    quotient = abs(x) // abs(y)
    return quotient * _sign(x) * _sign(y)


def _sign(x):
    return np.sign(x) if isinstance(x, np.ndarray) else (x > 0) - (x < 0)


def _choose(array: Callable, number: Callable) -> Callable:
    return lambda x, y: (array if isinstance(x, np.ndarray) or isinstance(y, np.ndarray) else number)(x, y)


_minimum, _maximum = _choose(np.minimum, min), _choose(np.maximum, max)

SIGNED = {
    "addi": lambda x, y: x + y,
    "subi": lambda x, y: x - y,
    "muli": lambda x, y: x * y,
    "andi": lambda x, y: x & y,
    "ori": lambda x, y: x | y,
    "xori": lambda x, y: x ^ y,
    "shli": lambda x, y: x << y,
    "shrsi": lambda x, y: x >> y,
    "divsi": _trunc,
    "remsi": lambda x, y: x - y * _trunc(x, y),
    "floordivsi": lambda x, y: x // y,
    "ceildivsi": lambda x, y: -(-x // y),
    "minsi": _minimum,
    "maxsi": _maximum,
}
UNSIGNED = {
    "divui": lambda x, y: x // y,
    "remui": lambda x, y: x % y,
    "ceildivui": lambda x, y: -(-x // y),
    "shrui": lambda x, y: x >> y,
    "minui": _minimum,
    "maxui": _maximum,
}
_DIVISIONS = {"divsi", "remsi", "floordivsi", "ceildivsi", "divui", "remui", "ceildivui"}
_SHIFTS = {"shli", "shrsi", "shrui"}
_COMPARE = {
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "gt": lambda x, y: x > y,
    "ge": lambda x, y: x >= y,
}
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


def wrap(value, width: int):
    """The number that so many bits hold, signed; of one bit, 0 or 1."""
    if width == 1:
        return value & 1
    if isinstance(value, np.ndarray) and width >= 64:
        return value  # NumPy wraps by itself
    half = 1 << (width - 1)
    return ((value + half) & ((1 << width) - 1)) - half


def _as_unsigned(value, width: int):
    """None for a lane of 64 bits that NumPy's integers cannot hold."""
    if isinstance(value, np.ndarray):
        if (value >= 0).all():
            return value
        return value & ((1 << width) - 1) if width < 64 else None
    return value & ((1 << width) - 1)


def binary(name: str, width: int) -> Callable[[Integer, Integer], Integer] | None:
    """`arith.addi` and the like as a function of known or unknown integers; None if there is none."""
    bare = name.removeprefix("arith.")
    unsigned = bare in UNSIGNED
    operation = UNSIGNED.get(bare) or SIGNED.get(bare)
    if operation is None:
        return None

    def compute(x: Integer, y: Integer) -> Integer:
        if x is None or y is None:
            return None
        if unsigned:
            x, y = _as_unsigned(x, width), _as_unsigned(y, width)
            if x is None or y is None:
                return None
        if bare in _DIVISIONS and not np.all(y):
            return None
        if bare in _SHIFTS and not np.all((0 <= np.asarray(y)) & (np.asarray(y) < width)):
            return None
        return wrap(operation(x, y), width)

    return compute


def compare(predicate: int, width: int) -> Callable[[Integer, Integer], Integer]:
    """`arith.cmpi` with the number of its predicate."""
    name = _PREDICATES[predicate]
    operation = _COMPARE[name[-2:]]

    def compute(x: Integer, y: Integer) -> Integer:
        if x is None or y is None:
            return None
        if name[0] == "u" and len(name) == 3:
            x, y = _as_unsigned(x, width), _as_unsigned(y, width)
            if x is None or y is None:
                return None
        elif width == 1 and len(name) == 3:
            x, y = -x, -y  # the signed value of a set bit
        held = operation(x, y)
        return held.astype(np.int64) if isinstance(held, np.ndarray) else int(held)

    return compute
