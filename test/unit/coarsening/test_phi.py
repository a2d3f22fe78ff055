"""The calculus of choices: each formula on random instances, both ways that a condition can go."""

import random

import pytest
import sympy
from lagrad.coarsening import phi
from lagrad.coarsening.closed_form import closed_form
from lagrad.coarsening.functions import Phi

NAMES = x, y, z, w = sympy.symbols("x y z w", real=True)
CONDITIONS = c, d = sympy.symbols("c d", real=True)
B = sympy.Symbol("b")  # a condition that may be negated


def leaf(rng: random.Random) -> sympy.Expr:
    """An expression without choices."""
    a, b = rng.choice(NAMES), rng.choice(NAMES)
    return rng.choice([a, a + b, a * b, 2 * a, sympy.sin(a), a - 3, a**2])


def instance(rng: random.Random, depth: int = 3) -> sympy.Expr:
    """An expression with choices."""
    if depth == 0:
        return leaf(rng)
    a, b = instance(rng, depth - 1), instance(rng, depth - 1)
    return rng.choice(
        [a + b, a * b, sympy.sin(a), Phi(rng.choice(CONDITIONS), a, b), Phi(rng.choice(CONDITIONS), a, b)]
    )


def same(one: sympy.Expr, other: sympy.Expr, rng: random.Random) -> bool:
    """Whether both have the same value, whatever the conditions are, at a random point."""
    point = {name: rng.uniform(-2, 2) for name in NAMES}
    for first in (sympy.true, sympy.false):
        for second in (sympy.true, sympy.false):
            values = {c: first, d: second, B: first}
            left, right = (complex(own.subs(values).subs(point).evalf()) for own in (one, other))
            if abs(left - right) > 1e-9 * (1 + abs(left)):
                return False
    return True


@pytest.mark.parametrize("seed", range(30))
def test_through_and_together(seed):
    rng = random.Random(seed)
    parts = leaf(rng), leaf(rng), leaf(rng), leaf(rng)
    one = Phi(c, parts[0], parts[1])
    for whole in (one + leaf(rng), one * leaf(rng), sympy.sin(one), one**2):
        assert same(phi.through(whole), whole, rng)
        assert isinstance(phi.through(whole), Phi) or not whole.has(Phi)
    both = rng.choice([sympy.Add, sympy.Mul])(one, Phi(c, parts[2], parts[3]), Phi(d, parts[0], parts[3]), leaf(rng))
    assert same(phi.together(both), both, rng)
    assert sum(part.args[0] == c for part in phi.together(both).atoms(Phi)) <= 1


@pytest.mark.parametrize("seed", range(30))
def test_nested(seed):
    rng = random.Random(seed)
    choice = Phi(c, instance(rng), instance(rng))
    if isinstance(choice, Phi):
        assert same(phi.nested(choice), choice, rng)
        inner = [part for part in phi.nested(choice).atoms(Phi) if part != phi.nested(choice)]
        assert all(part.args[0] != c for part in inner)


@pytest.mark.parametrize("seed", range(10))
def test_swapped(seed):
    rng = random.Random(seed)
    choice = Phi(sympy.Not(B), leaf(rng), leaf(rng))
    assert same(choice if not isinstance(choice, Phi) else phi.swapped(choice), choice, rng)
    assert phi.swapped(Phi(sympy.Not(B), x, y)) == Phi(B, y, x)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("rule", "kind"), [(phi.factored, sympy.Mul), (phi.apart, sympy.Add)])
def test_common_parts_are_taken_out(rule, kind, seed):
    rng = random.Random(seed)
    common, a, b = leaf(rng), leaf(rng), leaf(rng)
    choice = Phi(c, kind(common, a), kind(common, b))
    if isinstance(choice, Phi):
        assert same(rule(choice), choice, rng)
    assert rule(Phi(c, kind(x, y), kind(x, z))) == kind(x, Phi(c, y, z))


def test_a_zero_stays_strong():
    """What the other side is multiplied by may be infinite."""
    assert phi.factored(Phi(c, x * y, 0)) == Phi(c, x * y, 0)


@pytest.mark.parametrize("seed", range(30))
def test_simplified(seed):
    rng = random.Random(seed)
    whole = instance(rng, 4)
    assert same(phi.simplified(whole), whole, rng)


@pytest.mark.parametrize("trips", range(4))
def test_the_exit_of_a_loop_that_adds_the_same(trips):
    carried = x
    for _ in range(trips):
        carried = carried + y * z
    assert sympy.expand(phi.exit_of_sum(x, y * z, sympy.Integer(trips)) - carried) == 0


@pytest.mark.parametrize("trips", range(4))
def test_the_exit_of_a_loop_that_multiplies_by_the_same(trips):
    carried = x
    for _ in range(trips):
        carried = carried * y
    assert phi.exit_of_product(x, y, sympy.Integer(trips)) == carried


def test_choices_of_different_conditions_do_not_go_through_together():
    for whole in (Phi(c, x, y) + Phi(d, z, w), Phi(c, x, y) * Phi(d, z, w)):
        assert phi.through(whole) == whole


def test_partials_have_as_few_choices_as_pays():
    form = closed_form(Phi(c, sympy.sin(x) * y, sympy.sin(x) * z), [x])
    assert (form.shape, form.partials) == ("fewer choices", [sympy.cos(x) * Phi(c, y, z)])
