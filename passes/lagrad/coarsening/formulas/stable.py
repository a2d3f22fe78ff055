"""Patterns of which another form keeps the digits, or the range, that the written one loses.

    log(1 + exp(x))          softplus         overflows, and is 0 for small x
    log(exp(x) + exp(y)...)  log-add-exp      overflows and underflows
    1 / (1 + exp(-x))        sigmoid          its quotient rule is inf / inf
    log(sigmoid(x))          -softplus(-x)    is log(0) for small x
    1 - sigmoid(x)           sigmoid(-x)      cancels for large x
    exp(x) - 1, log(1 + x)   expm1, log1p     cancel at zero
    1 - cos(x)               2 sin(x / 2)^2   cancels at zero
    sin(x) / x               sinc             its derivative cancels at zero; so do sinh(x) / x, (exp(x) - 1) / x
    x^2 - y^2                (x - y) (x + y)  cancels where they are close, and overflows before it has to

`stable` rewrites an expression from the leaves up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy

from .functions import OVER_ARGUMENT, Expm1, Exprel, Log1p, LogAddExp, Sigmoid, Sinc, Sinhc, Softplus

ONE = sympy.S.One
SQUARES = "squares"  # x^2 - y^2, which loses no more digits than a rounding of x or y does


def stable(expression: sympy.Expr) -> sympy.Expr:
    """The expression with every pattern in its stable form."""
    known: dict[sympy.Basic, sympy.Basic] = {}

    def rewritten(part: sympy.Basic) -> sympy.Basic:
        if not part.args:
            return part
        if part not in known:
            new = part.func(*map(rewritten, part.args))
            for rule in _RULES.get(new.func, ()):
                new = rule(new)
                if new.func != part.func:
                    break
            known[part] = new
        return known[part]

    return rewritten(expression)


def patterns(before: sympy.Expr, after: sympy.Expr) -> list[str]:
    """Names of the functions that an expression has got, and of the forms that have no function of their own."""
    names = {Softplus: "softplus", LogAddExp: "logaddexp", Sigmoid: "sigmoid", Expm1: "expm1", Log1p: "log1p"}
    names |= {Sinc: "sinc", Sinhc: "sinhc", Exprel: "exprel"}
    found = [name for function, name in names.items() if after.has(function) and not before.has(function)]
    if any(_has_versine(total) for total in before.atoms(sympy.Add)):
        found.append("versine")
    if any(_squares(total) != total for total in before.atoms(sympy.Add)):
        found.append(SQUARES)
    return found


def _logarithm(expression: sympy.Expr) -> sympy.Expr:
    (inside,) = expression.args
    if isinstance(inside, Sigmoid):
        return -Softplus(-inside.args[0])
    if not isinstance(inside, sympy.Add):
        return expression
    if all(isinstance(term, sympy.exp) for term in inside.args):
        total, *others = (term.args[0] for term in sorted(inside.args, key=sympy.default_sort_key))
        for other in others:
            total = LogAddExp(total, other)
        return total
    if ONE in inside.args:
        return _log1p(Log1p(inside - ONE))
    return expression


def _log1p(expression: sympy.Expr) -> sympy.Expr:
    (inside,) = expression.args
    return Softplus(inside.args[0]) if isinstance(inside, sympy.exp) else expression


def _power(expression: sympy.Expr) -> sympy.Expr:
    """(1 + exp(x))^-n is sigmoid(-x)^n."""
    base, exponent = expression.args
    if not (exponent.is_Integer and exponent < 0 and isinstance(base, sympy.Add) and len(base.args) == 2):
        return expression
    one, other = base.args if base.args[0] == ONE else reversed(base.args)
    if one == ONE and isinstance(other, sympy.exp):
        return Sigmoid(-other.args[0]) ** -exponent
    return expression


def _product(expression: sympy.Expr) -> sympy.Expr:
    """exp(x) * sigmoid(-x) is sigmoid(x)."""
    for factor in expression.args:
        if isinstance(factor, sympy.exp) and (other := Sigmoid(-factor.args[0])) in expression.args:
            rest = [arg for arg in expression.args if arg not in (factor, other)]
            return sympy.Mul(Sigmoid(factor.args[0]), *rest)
    return expression


def _over_argument(expression: sympy.Expr) -> sympy.Expr:
    """sin(r x) / x is r sinc(r x), and others that are zero at zero in the same way."""
    factors = expression.args
    for factor in factors:
        top, power = factor.as_base_exp()
        function = OVER_ARGUMENT.get(top.func)
        if function is None or not (power.is_Integer and power > 0):
            continue
        (argument,) = top.args
        for other in factors:
            base, exponent = other.as_base_exp()
            if exponent.is_Integer and exponent < 0 and not base.is_number and base in sympy.Mul.make_args(argument):
                rest = [own for own in factors if own not in (factor, other)]
                less = sympy.Mul(top ** (power - 1), base ** (exponent + 1), *rest)
                return argument / base * function(argument) * (_over_argument(less) if less.is_Mul else less)
    return expression


def _sum_with_one(expression: sympy.Expr) -> sympy.Expr:
    """exp(x) - 1, 1 - cos(x) and 1 - sigmoid(x), with what else is added."""
    constant = next((term for term in expression.args if term.is_Number), None)
    for term in expression.args:
        sign, factor = term.as_coeff_Mul()
        if constant is None or sign != -constant:
            continue
        rest = sympy.Add(*(other for other in expression.args if other not in (term, constant)))
        if isinstance(factor, sympy.exp):
            return sign * Expm1(factor.args[0]) + rest
        if isinstance(factor, Sigmoid):
            return -sign * Sigmoid(-factor.args[0]) + rest
        if isinstance(factor, sympy.cos):
            return -2 * sign * sympy.sin(factor.args[0] / 2) ** 2 + rest
    return expression


def _has_versine(total: sympy.Expr) -> bool:
    """Whether 1 - cos(x) in a sum becomes the square of a sine."""
    factors = [term.as_coeff_Mul()[1] for term in total.args]
    squares = [sympy.sin(factor.args[0] / 2) ** 2 for factor in factors if isinstance(factor, sympy.cos)]
    return any(_sum_with_one(total).has(square) and not total.has(square) for square in squares)


def _squares(expression: sympy.Expr) -> sympy.Expr:
    """x^2 - y^2, or 1 - y^2, if that is all of the sum."""
    if len(expression.args) != 2:
        return expression
    plus, minus = expression.args
    if _root_of(-plus) is not None:
        plus, minus = minus, plus
    x, y = _root_of(plus), _root_of(-minus)
    return expression if x is None or y is None else (x - y) * (x + y)


def _root_of(term: sympy.Expr) -> sympy.Expr | None:
    """What a term is the square of; None if it is no square."""
    if term == ONE:
        return ONE
    if isinstance(term, sympy.Pow) and term.exp == 2:
        return term.base
    return None


def _rules() -> Iterator[tuple[type, tuple[Callable, ...]]]:
    yield sympy.log, (_logarithm,)
    yield Log1p, (_log1p,)
    yield sympy.Pow, (_power,)
    yield sympy.Mul, (_product, _over_argument)
    yield sympy.Add, (_sum_with_one, _squares)


_RULES = dict(_rules())
