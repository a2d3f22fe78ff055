"""Sums in which powers of one base cancel: what is left is written instead.

    x / n, n^2 = x^2 + y^2:    its derivative 1/n - x^2 / n^3 is y^2 / n^3
    x / (1 + x^2):             its derivative 1/b - 2 x^2 / b^2 is (1 - x^2) / b^2

The rule of a quotient writes the difference of two nearly equal numbers where y is small, or x near one.
"""

from __future__ import annotations

import itertools

import sympy


def cancelled(expression: sympy.Expr) -> sympy.Expr:
    """The expression with such sums by what is left of them."""
    if not expression.args or not expression.has(sympy.Add):
        return expression
    parts = [cancelled(part) if isinstance(part, sympy.Expr) else part for part in expression.args]
    if any(new is not old for new, old in zip(parts, expression.args)):
        expression = expression.func(*parts)
    while isinstance(expression, sympy.Add) and (shorter := _shorter(expression)) is not None:
        expression = shorter
    return expression


def _shorter(total: sympy.Add) -> sympy.Expr | None:
    """Two terms of a sum, c B^n and d B^(n - 1), as B^(n - 1) (c B + d), where something of c B + d cancels."""
    for one, other in itertools.permutations(total.args, 2):
        for base, power in _powers(one).items():
            if _powers(other).get(base) != power - 1:
                continue
            factor, addend = one / base**power, other / base ** (power - 1)
            left = sympy.Add(*(factor * part for part in base.args), addend)
            if len(sympy.Add.make_args(left)) <= len(base.args):
                rest = [term for term in total.args if term not in (one, other)]
                return sympy.Add(base ** (power - 1) * sympy.factor_terms(left), *rest)
    return None


def _powers(term: sympy.Expr) -> dict[sympy.Add, sympy.Rational]:
    """The powers of sums that a term has as factors, to exponents that are numbers."""
    pairs = [factor.as_base_exp() for factor in sympy.Mul.make_args(term)]
    return {base: power for base, power in pairs if isinstance(base, sympy.Add) and power.is_Rational and power < 1}
