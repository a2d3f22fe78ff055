"""The table of formulas in docs/design/coarsening.md: each has a function, and a test here on random instances."""

import importlib
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from loop_formulas import entry, while_and_break, written_out

from lagrad.coarsening.formulas import phi, polynomials
from lagrad.coarsening.formulas.closed_form import closed_form
from lagrad.coarsening.formulas.derivative import derivative, times
from lagrad.coarsening.formulas.functions import Geometric, Phi
from lagrad.coarsening.loops import recurrences

PAGE = Path(__file__).parents[3] / "docs/design/coarsening.md"
LOOPS = {"body", "parts", "recurrences", "short"}  # modules of the room about loops, others are about formulas
NAMES = x, y, z, w = sympy.symbols("x y z w", real=True)
c, d = sympy.symbols("c d", real=True)
n = sympy.Symbol("n", integer=True, positive=True)
B = sympy.Symbol("b")  # a condition that may be negated


def leaf(rng: random.Random) -> sympy.Expr:
    """An expression without choices."""
    a, b = rng.choice(NAMES), rng.choice(NAMES)
    return rng.choice([a, a + b, a * b, 2 * a, sympy.sin(a), a - 3, a**2])


def choice(rng: random.Random, depth: int = 2, by: sympy.Symbol = c) -> sympy.Expr:
    """A choice by a condition, with others inside."""
    sides = [choice(rng, depth - 1, rng.choice((c, d))) if depth else leaf(rng) for _ in range(2)]
    return Phi(by, *(side * leaf(rng) + leaf(rng) for side in sides))


def are_same(one: sympy.Expr, other: sympy.Expr, rng: random.Random) -> None:
    """Both have the same value, whatever the conditions are, at a random point."""
    point = {name: rng.uniform(-2, 2) for name in NAMES} | {n: rng.randrange(1, 6)}
    for first in (sympy.true, sympy.false):
        for second in (sympy.true, sympy.false):
            values = {c: first, d: second, B: first}
            left, right = (complex(own.subs(values).subs(point).evalf()) for own in (one, other))
            assert abs(left - right) <= 1e-9 * (1 + abs(left)), (one, other)


def through(rng):
    one = choice(rng)
    for whole in (one + leaf(rng), one * leaf(rng), sympy.sin(one), sympy.exp(-(one**2))):
        are_same(phi.through(whole), whole, rng)


def together(rng):
    whole = rng.choice([sympy.Add, sympy.Mul])(choice(rng), choice(rng), choice(rng, by=d), leaf(rng))
    are_same(phi.together(whole), whole, rng)
    assert sum(part.args[0] == c for part in phi.together(whole).args if isinstance(part, Phi)) <= 1


def nested(rng):
    whole = choice(rng, 3)
    found = phi.nested(whole)
    are_same(found, whole, rng)
    assert sum(part.args[0] == c for part in found.atoms(Phi)) <= 1


def turned(rng):
    same, others = leaf(rng), [leaf(rng) + k for k in (7, 8)]
    whole = Phi(c, Phi(d, same, others[0]), Phi(d, same, others[1]))
    found = phi.turned(whole)
    are_same(found, whole, rng)
    assert found == Phi(d, same, Phi(c, *others))
    three = Phi(c, Phi(d, x, y), Phi(d, z, w))
    assert phi.turned(three) == three  # no fewer


def swapped(rng):
    whole = Phi(sympy.Not(B), leaf(rng) + 9, leaf(rng))
    found = phi.swapped(whole)
    are_same(found, whole, rng)
    assert found.args[0] == B


def factored(rng):
    whole = Phi(c, x * sympy.exp(leaf(rng)), x * (leaf(rng) + 7))
    found = phi.factored(whole)
    are_same(found, whole, rng)
    assert isinstance(found, sympy.Mul) and x in found.args


def apart(rng):
    whole = Phi(c, sympy.exp(x) + leaf(rng), sympy.exp(x) + leaf(rng) + 7)
    found = phi.apart(whole)
    are_same(found, whole, rng)
    assert isinstance(found, sympy.Add) and sympy.exp(x) in found.args


def decided(rng):
    one, other = leaf(rng), leaf(rng) + 9
    assert [Phi(c, one, one), Phi(sympy.true, one, other), Phi(sympy.false, one, other)] == [one, one, other]


def derivative_of_a_choice(rng):
    whole = rng.choice([sympy.sin, lambda e: e**2, lambda e: e])(choice(rng)) * leaf(rng)
    found = derivative(whole, x)
    for first in (sympy.true, sympy.false):
        for second in (sympy.true, sympy.false):
            sides = {c: first, d: second}
            are_same(found.subs(sides), sympy.diff(whole.subs(sides), x), rng)


def inside(rng):
    whole, factor = choice(rng), leaf(rng)
    found = times(factor, whole)
    are_same(found, factor * whole, rng)
    assert isinstance(found, Phi)


def of_polynomials(rng):
    data = sympy.symbols("d0:4", real=True)
    one, other = ({key: rng.choice(data) for key in rng.sample([x, y, x * y, sympy.S.One], 2)} for _ in range(2))
    found = polynomials.chosen(c, one, other)
    for side, expected in ((sympy.true, one), (sympy.false, other)):
        value = sympy.Add(*(key * part.subs(c, side) for key, part in found.items()))
        assert sympy.expand(value - sympy.Add(*(key * part for key, part in expected.items()))) == 0


def run_exit(rng, closed, step):
    """A closed form for a number of iterations, or an expression in one, is what the iterations give."""
    trips = rng.choice([n, 2 * n + 1, n * (n + 1) / 2, sympy.Integer(rng.randrange(5))])
    number = int(trips.subs(n, 3))
    begin = carried = leaf(rng)
    for _ in range(number):
        carried = step(carried)
    found = closed(begin, trips).subs(n, 3).replace(Geometric, lambda a, m: sum((a**k for k in range(m)), sympy.S.Zero))
    are_same(found, carried, rng)


def exit_of_an_affine(rng):
    factor, added = rng.choice([leaf(rng), sympy.S.One, sympy.S.Zero]), rng.choice([leaf(rng), sympy.S.Zero])
    run_exit(rng, lambda start, trips: phi.exit_of_affine(start, factor, added, trips), lambda s: factor * s + added)


def exit_of_a_power(rng):
    factor, exponent = leaf(rng), sympy.Integer(rng.randrange(1, 3))
    run_exit(
        rng, lambda start, trips: phi.exit_of_power(start, factor, exponent, trips), lambda s: factor * s**exponent
    )


def of_loop(rng, trips: int, size: int = 2, is_sum: bool = False):
    """A random linear recurrence with numbers as data: in each iteration its values, and so many times around.

    What it carries is given as a polynomial in parameters and starts, from its moments, and from the loop itself.
    """
    data = sympy.symbols("d0:6", real=True)
    found = {}
    for number in range(size):
        others = rng.sample(range(size), rng.randrange(1, size + 1))
        factors = {number: sympy.S.One} if is_sum else {other: rng.choice(data) for other in others}
        added = {key: rng.choice(data) for key in rng.sample([x, y, x * y, sympy.S.One], 2)}
        found[number] = recurrences.Recurrence(factors, added)
    own = recurrences.moments(found, set())
    symbols = {moment: sympy.Symbol(f"m{k}", real=True) for k, moment in enumerate(own)}
    values = {symbols[m]: Fraction(m[1] == recurrences.start(m[0])) for m in own}
    carried = {number: recurrences.start(number) for number in found}
    for _ in range(trips):
        read = {name: sympy.Rational(rng.randrange(-9, 10), rng.randrange(1, 5)) for name in data}
        following = {m: recurrences.following(m, found, symbols) for m in own}
        values = {symbols[m]: part.subs({**values, **read}) for m, part in following.items()}
        carried = {
            number: sympy.Add(
                *(f.subs(read) * carried[m] for m, f in one.factors.items()),
                *(key * part.subs(read) for key, part in one.added.items()),
            )
            for number, one in found.items()
        }
    closed = {k: sympy.Add(*(m[1] * values[symbols[m]] for m in own if m[0] == k)) for k in found}
    return closed, carried


def exit_of_a_recurrence(rng):
    closed, carried = of_loop(rng, rng.randrange(5))
    assert all(sympy.expand(closed[number] - carried[number]) == 0 for number in closed)


def exit_of_data(rng):
    """`s = a_i s + b_i` over data is the product of the a_i times the start, and each b_i times those after it."""
    a, b = sympy.symbols("a b", real=True)
    found = {0: recurrences.Recurrence({0: a}, {sympy.S.One: b})}
    own = recurrences.moments(found, set())
    symbols = {moment: sympy.Symbol(f"m{k}", real=True) for k, moment in enumerate(own)}
    values = {symbols[m]: sympy.Integer(m[1] == recurrences.start(0)) for m in own}
    count, constant = rng.randrange(5), rng.random() < 0.5
    factors = [sympy.Rational(rng.randrange(-9, 10), 4)] * count if constant else rational(rng, count)
    added = rational(rng, count)
    for read in zip(factors, added):
        following = {m: recurrences.following(m, found, symbols) for m in own}
        values = {symbols[m]: part.subs({**values, **dict(zip((a, b), read))}) for m, part in following.items()}
    of_start, of_one = (values[symbols[0, key]] for key in (recurrences.start(0), sympy.S.One))
    assert of_start == sympy.Mul(*factors)
    assert of_one == sympy.Add(*(added[i] * sympy.Mul(*factors[i + 1 :]) for i in range(count)))


def rational(rng, count):
    return [sympy.Rational(rng.randrange(-9, 10), rng.randrange(1, 5)) for _ in range(count)]


def leaves(rng):
    """The sum of data times a parameter is the parameter times the sum of the data."""
    closed, carried = of_loop(rng, rng.randrange(5), is_sum=True)
    assert all(sympy.expand(closed[number] - carried[number]) == 0 for number in closed)


def derivative_of_a_sum(rng):
    """By a parameter: the sum of the derivatives, which reads the same moments."""
    closed, carried = of_loop(rng, rng.randrange(5), is_sum=True)
    assert all(sympy.expand(derivative(closed[k], x) - sympy.diff(carried[k], x)) == 0 for k in closed)


# The first column of the table -> the check.
CHECKS = {
    "through": through,
    "together": together,
    "nested": nested,
    "turned": turned,
    "swapped": swapped,
    "factored": factored,
    "apart": apart,
    "decided": decided,
    "derivative": derivative_of_a_choice,
    "inside": inside,
    "of polynomials": of_polynomials,
    "written out": written_out,
    "exit of an affine": exit_of_an_affine,
    "exit of data": exit_of_data,
    "exit of a power": exit_of_a_power,
    "exit of a recurrence": exit_of_a_recurrence,
    "leaves a loop": leaves,
    "derivative of a sum": derivative_of_a_sum,
    "entry": entry,
    "while, break": while_and_break,
}


@pytest.mark.parametrize("formula", CHECKS)
def test_formula(formula):
    for seed in range(20):
        CHECKS[formula](random.Random(seed))


@pytest.mark.parametrize("seed", range(30))
def test_simplified(seed):
    """All of them, from the leaves up."""
    rng = random.Random(seed)
    whole = choice(rng, 3) * leaf(rng) + choice(rng, by=d)
    are_same(phi.simplified(whole), whole, rng)


def test_a_zero_stays_strong():
    """What the other side is multiplied by may be infinite."""
    assert phi.factored(Phi(c, x * y, 0)) == Phi(c, x * y, 0)


def test_two_formulas_of_the_paper_are_off():
    """C8 of figure 5 multiplies each b_i by its own a_i too, and C9 has another power of the factor."""
    a, b, p = sympy.symbols("a b p", real=True)
    assert a * p + b != p * a + b * a  # one iteration of C8, and what it says
    assert sympy.simplify(phi.exit_of_power(p, a, sympy.Integer(2), sympy.Integer(3)) - a**7 * p**8) == 0
    assert a * (a * (a * p**2) ** 2) ** 2 == a**7 * p**8 != a ** (2 + 3 - 1) * p**8


def test_choices_of_different_conditions_do_not_go_through_together():
    for whole in (Phi(c, x, y) + Phi(d, z, w), Phi(c, x, y) * Phi(d, z, w)):
        assert phi.through(whole) == whole


def test_partials_have_as_few_choices_as_pays():
    form = closed_form(Phi(c, sympy.sin(x) * y, sympy.sin(x) * z), [x])
    assert (form.shape, form.partials) == ("fewer choices", [sympy.cos(x) * Phi(c, y, z)])


def test_the_page_has_each_formula_and_its_function():
    _, _, section = PAGE.read_text().partition("\n## Choices\n")
    rows = re.findall(
        r"^\| ([a-z, ]+) \| [FC\d, ]*\| .* \| `([\w.]+)` \|$", section.partition("\n## ")[0], re.MULTILINE
    )
    assert [name for name, _ in rows] == list(CHECKS)
    assert set(re.findall(r"\b[FC]\d\b", section.partition("\n## ")[0])) >= {f"F{k}" for k in range(1, 6)}
    for _, path in rows:
        module, *names = path.split(".")
        room = "loops" if module in LOOPS else "formulas"
        found = importlib.import_module(f"lagrad.coarsening.{room}.{module}")
        for name in names:
            found = getattr(found, name)
        assert callable(found)
