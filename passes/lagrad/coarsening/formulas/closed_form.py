"""The derivative of an expression in closed form: differentiated, made stable, in the cheapest of a few shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

from . import phi
from .cancellation import cancelled
from .derivative import derivative
from .emission import is_emittable, shared
from .functions import Phi, Reciprocal
from .stable import stable


class NoClosedForm(Exception):
    """SymPy's derivative holds something that has no code."""


@dataclass(frozen=True)
class ClosedForm:
    """The partials of an expression, one for each symbol, and the name of the shape that was the cheapest.

    `cancels` says that something cancelled in a partial which, computed as the rules write it, loses digits.
    """

    partials: list[sympy.Expr]
    shape: str
    cancels: bool = False


def closed_form(expression: sympy.Expr, symbols: Sequence[sympy.Symbol]) -> ClosedForm:
    """The partials of an expression with respect to symbols. NoClosedForm if one of them has no code."""
    written = [stable(derivative(expression, symbol)) for symbol in symbols]
    partials = [stable(cancelled(partial)) for partial in written]
    if not all(map(is_emittable, partials)):
        raise NoClosedForm
    cancels = partials != written
    found = [ClosedForm([shape(partial) for partial in partials], name, cancels) for name, shape in _SHAPES.items()]
    return min(found, key=lambda form: weight(form.partials))


def weight(expressions: Sequence[sympy.Expr]) -> int:
    """About what expressions cost together, in additions, after common subexpressions are shared."""
    common, rest = shared(expressions)
    return sum(_weight(part) for part in (*(part for _, part in common), *rest))


def _weight(part: sympy.Expr) -> int:
    if not part.args or part.is_number:
        return 0
    inside = sum(map(_weight, part.args))
    match part:
        case sympy.Add() | sympy.Mul():
            return inside + len(part.args) - 1 - sum(argument == -1 for argument in part.args)
        case sympy.Pow() if part.exp.is_Integer:
            return inside + abs(int(part.exp)).bit_length() + (4 if part.exp < 0 else 0)
        case sympy.Pow() if part.exp == sympy.Rational(1, 2):
            return inside + 4
        case Phi():
            return inside + 1
        case Reciprocal():
            return inside + 4
    return inside + 20


def _horner(expression: sympy.Expr) -> sympy.Expr:
    """Horner's form of a sum of monomials; anything else as it is.

    A product of sums is not multiplied out: near its zeros that would lose all digits.
    """
    symbols = sorted(expression.free_symbols, key=str)
    if not isinstance(expression, sympy.Add) or not expression.is_polynomial(*symbols):
        return expression
    if any(term.has(sympy.Add) for term in expression.args):
        return expression
    return sympy.horner(expression, wrt=symbols)


_SHAPES = {
    "as differentiated": lambda expression: expression,
    "factored": sympy.factor_terms,
    "Horner": _horner,
    "fewer choices": phi.simplified,
}
