"""Arithmetic of polynomials whose coefficients are data: against the expressions that they stand for."""

import random

import pytest
import sympy

from lagrad.coarsening.formulas import polynomials
from lagrad.coarsening.formulas.functions import Phi
from lagrad.coarsening.formulas.polynomials import chosen, data, negated, over, parameter, plus, times

v, w, x, y = sympy.symbols("v w x y", real=True)


def expression(polynomial) -> sympy.Expr:
    return sympy.Add(*(monomial * coefficient for monomial, coefficient in polynomial.items()))


@pytest.mark.parametrize("seed", range(20))
def test_at_random(seed):
    rng = random.Random(seed)
    known = [(parameter(v), v), (parameter(w), w), (data(x), x), (data(y), y), (data(sympy.Integer(2)), 2)]
    for _ in range(8):
        (a, plain_a), (b, plain_b) = rng.choice(known), rng.choice(known)
        name = rng.choice(["plus", "times", "over", "negated"])
        found = negated(a) if name == "negated" else getattr(polynomials, name)(a, b)
        sums = {"plus": plain_a + plain_b, "negated": -plain_a}
        plain = {"times": plain_a * plain_b, "over": plain_a / plain_b, **sums}[name]
        if found is not None and plain != sympy.zoo and plain is not sympy.nan:
            known.append((found, plain))
            assert sympy.simplify(expression(found) - plain) == 0


def test_a_product_of_two_sums_is_none():
    residual = plus(times(parameter(w), data(x)), negated(data(y)))
    assert times(residual, residual) is None
    assert over(parameter(w), residual) is None


def test_what_cancels_is_gone():
    assert plus(parameter(w), negated(parameter(w))) == {}
    assert over(parameter(w), data(sympy.S.Zero)) is None


def test_coefficients_of_one_monomial_are_added():
    assert plus(times(parameter(w), data(x)), times(data(y), parameter(w))) == {w: x + y}


def test_a_choice_has_choices_as_coefficients():
    c = sympy.Symbol("c", real=True)
    found = chosen(c, times(parameter(w), data(x)), plus(parameter(w), parameter(v)))
    assert found == {w: Phi(c, x, 1), v: Phi(c, 0, 1)}
    assert chosen(c, parameter(w), parameter(w)) == parameter(w)
