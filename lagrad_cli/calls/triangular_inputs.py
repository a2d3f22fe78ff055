"""Arguments whose types say that they are triangular: given as matrices, passed as they are stored."""

from __future__ import annotations

import re

import numpy as np

from lagrad.errors import Failure
from lagrad.triangular.storage import pack_array
from lagrad.triangular.triangle import Triangle, spelled


def triangle_in(mlir: str) -> Triangle | None:
    """The triangle in the text of a type."""
    found = re.search(r', "(\w+)">$', mlir)
    return spelled(found[1]) if found else None


def outside(triangle: Triangle, order: int) -> np.ndarray:
    """Which elements of a matrix are zero for certain."""
    return np.array([[not triangle.holds(i, j) for j in range(order)] for i in range(order)], dtype=bool).reshape(
        order, order
    )


def half_of(triangle: Triangle, array: np.ndarray) -> np.ndarray:
    """The array with zeros where the triangle has none of its elements."""
    return np.where(outside(triangle, array.shape[-1]), np.zeros((), array.dtype), array)


def as_stored(triangle: Triangle, array: np.ndarray, title: str) -> np.ndarray:
    """What a compiled function takes for an array. Failure for elements that the type says are zero."""
    rows, columns = array.shape[-2:]
    if rows != columns:
        raise Failure(f'{title} is "{triangle}": its matrices are square, not {rows} x {columns}')
    if array[..., outside(triangle, columns)].any():
        raise Failure(f'{title} is "{triangle}", and has elements where that says zero')
    return np.ascontiguousarray(pack_array(triangle, array)) if triangle.packed else array
