"""Powers whose exponent is less by one, where that cannot be subtracted from it."""

from math import inf

from ..scalars import call, where
from .scaled import size


def power_below(op, x, y):
    """x^(y - 1); where that would round a small exponent, and x is neither zero nor infinite, x^y / x."""
    divisor = where(size(x) == 0.0, inf, size(x))
    rounds = where(size(y) < 0.5, divisor, inf) < inf
    return call(op, x, where(rounds, y, y - 1.0)) / where(rounds, x, 1.0)


def integer_power_below(op, x, n):
    """x^(n - 1), where the type of n has n - 1; else x^n / x."""
    below = where(n - 1 < n, n - 1, n)
    return call(op, x, below) / where(below < n, 1.0, x)
