"""Loops with linear recurrences, choices by data, products and flags: closed, with the derivatives of ordinary AD."""

from fractions import Fraction

import numpy as np
import pytest
from recurrence_programs import in_loops, program

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.mlir import ir

COARSE = "lagrad-coarsened,lagrad-to-llvm"
FILTER = """
    %a = arith.mulf %s0, %xi : f64
    %b = arith.mulf %v, %yi : f64
    %u0 = arith.addf %a, %b : f64
"""


def said(text: str) -> list[str]:
    """What is said of the loops of a program."""
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, "canonicalize,cse,lagrad-coarsen-segments", report)
        return [r.message for r in report.remarks if r.message.startswith("a loop that")]


def check(text: str, seed: int, counts: tuple[int, ...] = (0, 1, 15)) -> None:
    """The value and all derivatives of a program, coarsened, are those of ordinary AD."""
    coarse, ordinary = lagrad.compile(text, pipeline=COARSE), lagrad.compile(text)
    rng = np.random.default_rng(seed)
    for count in counts:
        x, y = rng.uniform(-0.9, 0.9, (2, count))
        for rate, w in ((0.3, 0.6), (-0.2, 0.4), (0.0, 0.0)):
            both = (rate, 0.7, w, -1.3, x, y)
            calls = {"f": (rate, w, x, y), "gradient": (rate, w, x, y), "of_data": (rate, w, x, y)}
            for name, given in (calls | {"pushforward": both, "twice": both}).items():
                found, expected = (np.hstack(np.atleast_1d(getattr(own, name)(*given))) for own in (coarse, ordinary))
                np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-9, err_msg=f"@{name} of seed {seed}")


@pytest.mark.parametrize("loop", ["for", "while"])
@pytest.mark.parametrize("seed", (1, 5, 8))
def test_some_at_random(seed, loop):
    text = program(seed, loop)
    assert any("these leave the loop around it" in own for own in said(text))
    check(text, seed)


@pytest.mark.long
@pytest.mark.parametrize("loop", ["for", "while"])
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_at_random(seed, loop):
    check(program(seed, loop), seed)


@pytest.mark.parametrize("loop", ["for", "while"])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FILTER + "%u1 = arith.addf %s1, %xi : f64", "carries 1 values, 2 moments of"),
        ("%u0 = arith.mulf %s0, %xi : f64\n %u1 = arith.subf %s1, %v : f64", "carries 2 values"),
        (FILTER + "%u1 = arith.addf %s1, %s0 : f64", "carries 2 values, 4 moments of"),
        ("%u0 = arith.addf %s0, %v : f64\n %q = arith.mulf %v, %p : f64\n %u1 = arith.addf %s1, %q : f64", "adds to 2"),
    ],
    ids=["filter", "product of data", "a value that another reads", "powers"],
)
def test_forms(loop, body, expected):
    text = in_loops(loop, body)
    (own,) = said(text)
    assert expected in own and "these leave the loop around it: the program asks for it" in own
    check(text, 3)


@pytest.mark.parametrize(
    "body",
    [
        "%u0 = arith.mulf %s0, %s1 : f64\n %u1 = arith.mulf %s1, %s0 : f64",
        "%q = arith.mulf %v, %xi : f64\n %u0 = arith.mulf %s0, %q : f64\n %u1 = arith.mulf %s1, %s0 : f64",
        "%c = arith.cmpf ogt, %s0, %limit : f64\n %u0 = arith.select %c, %s0, %v : f64\n %u1 = math.sin %s1 : f64",
        "%c = arith.cmpf ogt, %v, %xi : f64\n %u0 = arith.select %c, %s0, %v : f64\n %u1 = arith.addf %s0, %s1 : f64",
        "%u0 = math.sin %s0 : f64\n %u1 = arith.addf %s0, %s1 : f64",
    ],
    ids=[
        "products of what is carried",
        "a product of parameters and data",
        "a choice by what is carried",
        "a choice by a parameter",
        "a value with no closed form",
    ],
)
def test_what_is_not_linear_stays(body):
    assert said(in_loops("for", body)) == [] == said(in_loops("while", body))


LINEAR = FILTER + "%u1 = arith.addf %s1, %v : f64"


@pytest.mark.parametrize("count", ["%n", "%c3"])
@pytest.mark.parametrize("type", ["f64", "f32"])
def test_a_product_of_parameters_is_a_power(type, count):
    body = "%q = arith.mulf %v, %rate : f64\n %u0 = arith.mulf %s0, %q : f64\n %u1 = arith.addf %s1, %v : f64"
    text = in_loops("for", body).replace("%c0 to %n step", f"%c0 to {count} step")
    (own,) = said(text.replace("f64", type))
    assert "carries 2 values, 0 moments" in own
    if type == "f64":
        check(text, 4, counts=(3, 6))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%j = arith.addi %i, %c1", "%j = arith.addi %i, %c3"),
        ("arith.cmpi slt, %i, %n", "arith.cmpi ne, %i, %n"),
        ("arith.cmpi slt, %i, %n", "arith.cmpi slt, %n, %i"),
        ("%more = arith.andi %some, %go", "%more = arith.ori %some, %go"),
        ("scf.condition(%more) %s0", "%s2 = arith.addf %s0, %v : f64\n scf.condition(%more) %s2"),
        ("%more = arith.andi %some, %go", "%z = arith.cmpf olt, %s0, %v : f64\n %more = arith.andi %some, %z"),
    ],
    ids=["steps of three", "not equal", "the other way", "one of two", "work before the test", "a parameter decides"],
)
def test_a_while_that_may_not_end_or_has_another_form_stays(old, new):
    text = in_loops("while", LINEAR)
    assert old in text and said(text) != []
    assert said(text.replace(old, new)) == []


def test_a_flag_that_depends_on_parameters_stays():
    text = in_loops("while", LINEAR).replace("arith.cmpf ogt, %size, %limit", "arith.cmpf ogt, %size, %v")
    assert said(text) == []


def test_data_that_starts_anew_in_the_loop_around_stays_there():
    text = in_loops("for", LINEAR.replace("%yi", "%p"))
    assert said(text) != []
    for start in ("%v", "%rate"):
        assert all("moments" not in own for own in said(text.replace("%p = %one", f"%p = {start}")))


@pytest.mark.parametrize("loop", ["for", "while"])
def test_four_roundings_of_the_condition(loop):
    """A filter against exact arithmetic: what is multiplied out has the parts that the loop has."""
    rng = np.random.default_rng(8)
    x, y = rng.uniform(0.5, 1.2, 200), rng.normal(size=200)
    text = in_loops(loop, FILTER + "%u1 = arith.addf %s1, %xi : f64").replace("constant 3", "constant 1")
    text = text.replace("1.0e-6", "0.0").replace("%v = arith.mulf %l0, %two", "%v = arith.addf %l0, %zero")
    found = Fraction(lagrad.compile(text, pipeline=COARSE).f(0.0, 1.7, x, y))
    exact, condition = Fraction(0), Fraction(0)
    for a, b in zip(map(Fraction, x), map(Fraction, y)):
        exact, condition = exact * a + Fraction(1.7) * b, condition * abs(a) + Fraction(1.7) * abs(b)
    assert abs(-found - exact) <= 4 * condition * Fraction(1, 1 << 52)
