"""Derivatives of expressions.

SymPy's own would do, but for two things. It writes (u^n)' as n u^n u' / u, which is 0 / 0 at zero. And it multiplies a
choice by what may be infinite: here what is multiplied goes into the choice, so that the side that is zero stays zero.
"""

from __future__ import annotations

import sympy

from .functions import Phi


def derivative(expression: sympy.Expr, symbol: sympy.Symbol) -> sympy.Expr:
    """The partial derivative with respect to a symbol; that of a choice is a choice.

    ArgumentIndexError of SymPy's, a ValueError, for a function that does not know its derivative.
    """
    known: dict[sympy.Expr, sympy.Expr] = {symbol: sympy.S.One}

    def of(part: sympy.Expr) -> sympy.Expr:
        if part not in known:
            known[part] = _rule(part, of) if part.has(symbol) else sympy.S.Zero
        return known[part]

    return of(expression)


def times(factor: sympy.Expr, slope: sympy.Expr) -> sympy.Expr:
    """A factor times a derivative, the factor inside the choices of the derivative: a zero in one of them is strong."""
    match slope:
        case Phi():
            condition, x, y = slope.args
            return Phi(condition, times(factor, x), times(factor, y))
        case sympy.Add() if any(isinstance(term, Phi) for term in slope.args):
            return sympy.Add(*(times(factor, term) for term in slope.args))
    return factor * slope


def _rule(part: sympy.Expr, of) -> sympy.Expr:
    arguments = part.args
    match part:
        case sympy.Add():
            return sympy.Add(*map(of, arguments))
        case sympy.Mul():
            return sympy.Add(*(times(_without(arguments, n), of(factor)) for n, factor in enumerate(arguments)))
        case sympy.Pow() if arguments[1].is_number:
            base, exponent = arguments
            return times(exponent * base ** (exponent - 1), of(base))
        case Phi():
            condition, x, y = arguments
            return Phi(condition, of(x), of(y))
    return sympy.Add(*(times(part.fdiff(n + 1), of(argument)) for n, argument in enumerate(arguments)))


def _without(factors: tuple, number: int) -> sympy.Expr:
    return sympy.Mul(*factors[:number], *factors[number + 1 :])
