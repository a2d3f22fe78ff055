"""The derivative of a power, y x^(y - 1), where y - 1 is not a number of the exponent's type."""

from math import inf

from ..scalars import call, where
from .scaled import size


def slope_of_power(op, x, y):
    """y x^(y - 1); where that would round a small exponent, and x is neither zero nor infinite, y x^y / x."""
    divisor = where(size(x) == 0.0, inf, size(x))
    rounds = where(size(y) < 0.5, divisor, inf) < inf
    return y * call(op, x, where(rounds, y, y - 1.0)) / where(rounds, x, 1.0)


def slope_of_integer_power(op, x, n, factor):
    """n x^(n - 1), with n as a number of the type of x too, the factor; n x^n / x where n - 1 overflows."""
    below = where(n - 1 < n, n - 1, n)
    return factor * call(op, x, below) / where(below < n, 1.0, x)
