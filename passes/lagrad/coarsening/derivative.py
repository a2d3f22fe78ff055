"""Derivatives of expressions. SymPy's own would do, but for powers: it writes (u^n)' as n u^n u' / u, which is 0 / 0 at zero."""

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


def _rule(part: sympy.Expr, of) -> sympy.Expr:
    arguments = part.args
    match part:
        case sympy.Add():
            return sympy.Add(*map(of, arguments))
        case sympy.Mul():
            return sympy.Add(*(_without(arguments, n) * of(factor) for n, factor in enumerate(arguments)))
        case sympy.Pow() if arguments[1].is_number:
            base, exponent = arguments
            return exponent * base ** (exponent - 1) * of(base)
        case Phi():
            condition, x, y = arguments
            return Phi(condition, of(x), of(y))
    return sympy.Add(*(part.fdiff(n + 1) * of(argument) for n, argument in enumerate(arguments)))


def _without(factors: tuple, number: int) -> sympy.Expr:
    return sympy.Mul(*factors[:number], *factors[number + 1 :])
