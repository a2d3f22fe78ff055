"""Quotients by sums of squares, in an order in which nothing but the result leaves the range of its type."""

from ..build import is_complex
from ..scalars import Scalar, call, imag, real, where

_LARGE = 1e10  # its square is a number of f32, and next to it one is less than half a unit in the last place of f64


def x_over_squares(ct, x, y):
    """ct x / (x^2 + y^2).

    With the ratio of the smaller one to the larger: ct / (1 + ratio^2) / larger, or ratio times that.
    """
    x_is_larger, larger, ratio = _scaled(x, y)
    return where(x_is_larger, ct, ct * ratio) / (1.0 + ratio * ratio) / larger


def y_over_squares(ct, x, y):
    """ct y / (x^2 + y^2)."""
    x_is_larger, larger, ratio = _scaled(x, y)
    return where(x_is_larger, ct * ratio, ct) / (1.0 + ratio * ratio) / larger


def _scaled(x, y) -> tuple[Scalar, Scalar, Scalar]:
    x_is_larger = size(x) >= size(y)
    larger = where(x_is_larger, x, y)
    return x_is_larger, larger, where(x_is_larger, y, x) / larger


def size(x) -> Scalar:
    """The modulus of a real number; of a complex one no more than a factor away from it."""
    if is_complex(x.type):
        return call("arith.maximumf", size(real(x)), size(imag(x)))
    return call("math.absf", x)


def over_one_and_square(ct, x):
    """ct / (1 + x^2)."""
    is_large = size(x) > _LARGE
    return ct / where(is_large, x, 1.0 + x * x) / where(is_large, x, 1.0)


def root_of_one_and_square(x):
    """sqrt(1 + x^2)."""
    return where(size(x) > _LARGE, size(x), call("math.sqrt", x * x + 1.0))


def root_of_square_less_one(x):
    """sqrt(x^2 - 1) for a positive x."""
    return where(x > _LARGE, x, call("math.sqrt", (x - 1.0) * (x + 1.0)))
