"""Polynomials in parameters with coefficients that are made of data.

A polynomial is a dict from monomials, products of powers of parameters, to coefficients. Both are expressions of
SymPy's, in different symbols. Only what loses no digits is multiplied out: a sum times one term. With x and y data,
`x * (w * x - y)` becomes `w * x^2 - x * y`. Its parts are no larger than what the program itself adds, so rounding
them does no more harm. The square of a residual, a product of two sums, is left alone: `(w * x - y)^2` is small where
`w^2 * x^2`, `2 * w * x * y` and `y^2` are large.
"""

from __future__ import annotations

import sympy

from .functions import Phi

Polynomial = dict[sympy.Expr, sympy.Expr]

ONE, ZERO = sympy.S.One, sympy.S.Zero


def parameter(symbol: sympy.Symbol) -> Polynomial:
    """The polynomial that is one parameter."""
    return {symbol: ONE}


def data(coefficient: sympy.Expr) -> Polynomial:
    """The polynomial without parameters; nothing at all, if the coefficient is zero."""
    return _without_zeros({ONE: coefficient})


def plus(x: Polynomial, y: Polynomial) -> Polynomial:
    """The sum."""
    return _without_zeros({key: x.get(key, 0) + y.get(key, 0) for key in dict.fromkeys([*x, *y])})


def negated(x: Polynomial) -> Polynomial:
    """The polynomial with the other sign."""
    return {key: -coefficient for key, coefficient in x.items()}


def times(x: Polynomial, y: Polynomial) -> Polynomial | None:
    """The product; None if both have more than one term."""
    if len(x) > 1 and len(y) > 1:
        return None
    return _without_zeros({k * m: a * b for k, a in x.items() for m, b in y.items()})


def over(x: Polynomial, y: Polynomial) -> Polynomial | None:
    """The quotient; None if the divisor is no single term."""
    if len(y) != 1:
        return None
    ((key, coefficient),) = y.items()
    return times(x, {1 / key: 1 / coefficient})


def chosen(condition: sympy.Symbol, x: Polynomial, y: Polynomial) -> Polynomial:
    """x where a condition on data holds, else y."""
    return _without_zeros({key: Phi(condition, x.get(key, ZERO), y.get(key, ZERO)) for key in dict.fromkeys([*x, *y])})


def _without_zeros(x: Polynomial) -> Polynomial:
    return {key: coefficient for key, coefficient in x.items() if coefficient != 0}
