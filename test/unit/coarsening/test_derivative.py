"""Derivatives of expressions: against SymPy's at random points, and at the points where SymPy's are 0 / 0."""

import pytest
import sympy

from lagrad.coarsening.formulas.cancellation import cancelled
from lagrad.coarsening.formulas.closed_form import _horner, closed_form, weight
from lagrad.coarsening.formulas.derivative import derivative, times
from lagrad.coarsening.formulas.functions import Phi

x, y, z, c = sympy.symbols("x y z c", real=True)


@pytest.mark.parametrize(
    "expression",
    [
        x**3 * y - 2 * x / y,
        sympy.sqrt(x / y) * sympy.exp(-x * z),
        sympy.sin(x * y) / (1 + sympy.cosh(z) ** 2),
        (x * y + z) ** sympy.Rational(5, 2) * sympy.log(x + y),
        sympy.atan(x / y) + sympy.erf(z * x) * sympy.tanh(y),
    ],
)
def test_it_agrees_with_sympy(expression):
    for symbol in (x, y, z):
        at = {x: 0.7, y: 1.3, z: 0.4}
        assert abs(float((derivative(expression, symbol) - expression.diff(symbol)).subs(at))) < 1e-13


def test_a_power_of_a_quotient_at_zero():
    assert derivative((x / y) ** sympy.Rational(3, 2), x).subs({x: 0, y: 2}) == 0


def test_a_choice_is_differentiated_side_by_side():
    assert derivative(Phi(c, x * y, sympy.sin(x)), x) == Phi(c, y, sympy.cos(x))


def test_what_it_does_not_depend_on():
    assert derivative(sympy.sin(y) * Phi(c, y, z), x) == 0


def test_the_cheapest_shape_is_taken():
    form = closed_form(x**4 * y + x**3 * y**2 + x**2 * z, [x])
    assert form.shape == "Horner"
    assert weight(form.partials) < weight([derivative(x**4 * y + x**3 * y**2 + x**2 * z, x)])


def test_a_product_of_sums_is_not_multiplied_out():
    form = closed_form((x - 1) ** 7, [x])
    assert form.partials == [7 * (x - 1) ** 6]


def test_what_is_not_chosen_stays_zero_beside_an_infinite_partial():
    """The root of a choice: at y = 0 and a condition that does not choose it, y has a derivative of zero."""
    slope = derivative(sympy.sqrt(x * Phi(c, z, y)), y)
    assert slope.subs({c: sympy.true, x: 0}) == 0
    assert isinstance(slope, Phi) and slope.args[1] == 0


def test_factors_go_into_choices_in_sums():
    assert times(x, Phi(c, 0, y) + z) == Phi(c, 0, x * y) + x * z


@pytest.mark.parametrize("text", ["x*sin(y) + x", "x/y + x", "(x - 1)*(x + 1) + x", "x**2*y", "x"])
def test_what_is_no_sum_of_monomials_gets_no_horner_form(text):
    expression = sympy.sympify(text, {"x": x, "y": y}, evaluate=False)
    assert _horner(expression) is expression


def test_horner_form_of_a_sum_of_monomials():
    assert str(_horner(x**3 + 2 * x**2 + x)) == "x*(x*(x + 2) + 1)"


@pytest.mark.parametrize("expression", [1 / (1 + x) ** 2 + y / (1 + x), (1 + x) ** 2 - x * (1 + x), x * (1 + y) - x])
def test_sums_in_which_no_quotient_cancels_stay(expression):
    assert cancelled(expression) is expression
