"""Sums over data that leave the loop around: which do, what is computed then, and how accurately."""

import re
from fractions import Fraction

import numpy as np
import pytest
from loop_programs import at_random, in_loops

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.mlir import ir

RESIDUAL = """
    %p = arith.mulf %v, %xi : f64
    %e = arith.subf %p, %yi : f64
    %q = arith.mulf %e, %xi : f64
"""
ADDED = "%u0 = arith.addf %s0, %q : f64"
COARSE = "lagrad-coarsened,lagrad-to-llvm"


def coarsened(text: str) -> tuple[str, list[str]]:
    """The program when its sums are out of their loops, and what was said of loops."""
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, "canonicalize,cse,lagrad-coarsen-segments,canonicalize,cse", report)
        return str(module), [r.message for r in report.remarks if r.message.startswith("a loop that")]


def test_the_sums_of_a_regression_are_computed_once():
    text, (said,) = coarsened(in_loops(RESIDUAL + ADDED))
    assert "a loop that adds to 1 values, 2 sums over its data" in said and "it is cheaper" in said
    first, second = text.split("scf.for")[1:3]
    assert [first.count(f"arith.{name}") for name in ("mulf", "addf", "subf")] == [2, 1, 1]  # x * x, less x * y
    assert "tensor.extract" not in second


@pytest.mark.parametrize(
    ("body", "sums"),
    [
        ("%e = arith.mulf %v, %xi : f64\n %d = arith.addf %e, %yi : f64\n %q = arith.mulf %d, %d : f64\n" + ADDED, 1),
        ("%e = math.exp %v : f64\n %d = arith.mulf %e, %xi : f64\n %q = math.sin %d : f64\n" + ADDED, 1),
        (RESIDUAL + "%z = arith.mulf %s0, %v : f64\n %u0 = arith.addf %z, %q : f64", 1),
        (RESIDUAL + ADDED + "\n %u1 = arith.mulf %u0, %s1 : f64", 2),
    ],
    ids=["square of a residual", "not a polynomial", "times a parameter", "a sum that is read"],
)
def test_what_is_no_sum_over_data_stays(body, sums):
    assert coarsened(in_loops(body, sums))[1] == []


def test_data_that_changes_in_the_loop_around_stays_there():
    changed = "%j = arith.addi %i, %t : index\n %xi = tensor.extract %x[%j]"
    text = in_loops(RESIDUAL + ADDED).replace("%xi = tensor.extract %x[%i]", changed)
    assert coarsened(text)[1] == []


def test_bounds_that_change_in_the_loop_around():
    assert coarsened(in_loops(RESIDUAL + ADDED).replace("%c0 to %n", "%t to %n"))[1] == []


def test_a_loop_under_a_condition_stays_there():
    """The condition may be what keeps its reads in bounds."""
    text = in_loops(RESIDUAL + ADDED)
    begin = "%k = arith.cmpi ult, %t, %n : index\n %g:1 = scf.if %k -> (f64) { %h = scf.for"
    text = text.replace("%g:1 = scf.for", begin)
    end = "scf.yield %h : f64 } else { scf.yield %v : f64 }"
    assert coarsened(text.replace("scf.yield %u0 : f64\n            }", f"scf.yield %u0 : f64 }} {end}"))[1] == []


@pytest.mark.parametrize("divided", ["arith.divsi", "arith.remui"])
def test_an_integer_division_is_not_made_where_the_program_makes_none(divided):
    changed = f"%j = {divided} %i, %n : index\n %xi = tensor.extract %x[%j]"
    assert coarsened(in_loops(RESIDUAL + ADDED).replace("%xi = tensor.extract %x[%i]", changed))[1] == []


def test_a_loop_with_an_attribute_of_ours_stays():
    end = "scf.yield %u0 : f64\n            }"
    text = in_loops(RESIDUAL + ADDED).replace(end, end + " {lagrad.snapshots = 2}")
    assert coarsened(text)[1] == []


def test_short_loops_stay():
    """Two records, three times: the products with the sums cost more than the loop. In a program that asks, it goes."""
    body = "%a = arith.addf %v, %xi : f64\n %b = arith.addf %rate, %a : f64\n %c = arith.mulf %v, %b : f64"
    text = in_loops(body + "\n %u0 = arith.addf %s0, %c : f64").replace("to %n step", "to %two_records step")
    text = text.replace("%n = tensor.dim %x, %c0 : tensor<?xf64>", "%two_records = arith.constant 2 : index")
    _, (said,) = coarsened(text)
    assert said.endswith("left in the loop around it: it is not cheaper")
    _, (said,) = coarsened(text.replace("-> f64  {", "-> f64 attributes {lagrad.coarsen} {", 1))
    assert said.endswith("these leave the loop around it: the program asks for it")


@pytest.mark.parametrize("type", ["f64", "f32"])
def test_the_sum_of_a_number_is_how_often_the_loop_runs(type):
    """%v and %rate are added once for each record: no loop counts those."""
    body = "%a = arith.addf %v, %xi : f64\n %b = arith.addf %rate, %a : f64\n %u0 = arith.addf %s0, %b : f64"
    text, (said,) = coarsened(in_loops(body).replace("f64", type))
    assert "1 sums over its data" in said
    assert text.count("scf.for") == 2 and re.search(rf"arith.uitofp %\w+ : i64 to {type}", text)
    if type == "f64":
        check(in_loops(body), 6)
        check(in_loops(body).replace("%i = %c0 to %n step %c1", "%i = %c1 to %n step %c3"), 7)


def test_one_sum_of_two_leaves():
    text, said = coarsened(in_loops(RESIDUAL + ADDED + "\n %z = math.cos %e : f64\n %u1 = arith.addf %s1, %z : f64", 2))
    assert "adds to 1 values" in said[0]
    assert text.count("scf.for") == 3 and text.count("math.cos") == 1
    check(in_loops(RESIDUAL + ADDED + "\n %z = math.cos %e : f64\n %u1 = arith.addf %s1, %z : f64", 2), 3)


def test_both_modes_against_jax():
    import jax

    jax.config.update("jax_enable_x64", True)
    rng = np.random.default_rng(4)
    x, y = rng.normal(size=(2, 50)) / 8
    point, direction = np.array([0.3, 0.7]), np.array([0.2, -1.1])

    def f(point, x, y):
        rate, w = point
        for _ in range(3):
            w = w * rate - rate - jax.numpy.sum((2 * w * x - y) * x)
        return w

    program = lagrad.compile(in_loops(RESIDUAL + ADDED), pipeline=COARSE)
    gradient, *of_data = jax.grad(f, (0, 1, 2))(point, x, y)
    np.testing.assert_allclose(program.f(*point, x, y), f(point, x, y), rtol=1e-13)
    np.testing.assert_allclose(program.gradient(*point, x, y), gradient, rtol=1e-12)
    np.testing.assert_allclose(program.of_data(*point, x, y), of_data, rtol=1e-11, atol=1e-14)
    both = program.pushforward(point[0], direction[0], point[1], direction[1], x, y)
    np.testing.assert_allclose(both, gradient @ direction, rtol=1e-12)


@pytest.mark.parametrize("seed", (3, 12))
def test_some_at_random(seed):
    check(at_random(seed), seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_at_random(seed):
    check(at_random(seed), seed)


def check(text: str, seed: int) -> None:
    """The value and all derivatives of a program in loops, coarsened, are those of ordinary AD."""
    coarse, ordinary = lagrad.compile(text, pipeline=COARSE), lagrad.compile(text)
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(-0.4, 0.4, (2, 20))
    for arguments in ((0.3, 0.6), (-0.2, 0.4), (0.0, 0.0)):
        for name in ("f", "gradient", "of_data"):
            found, expected = (getattr(program, name)(*arguments, x, y) for program in (coarse, ordinary))
            np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-11, err_msg=f"@{name} of seed {seed}")
        given = (arguments[0], 0.7, arguments[1], -1.3, x, y)
        np.testing.assert_allclose(coarse.pushforward(*given), ordinary.pushforward(*given), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("offset", (0.0, 100.0))
def test_four_roundings_of_the_condition(offset):
    """Against exact arithmetic, where the sum all but cancels: the slope of a regression near its minimum."""
    rng = np.random.default_rng(8)
    x = rng.uniform(0.5, 2.0, 2000) + offset
    slope = 1.7
    y = slope * x + 0.01 * rng.normal(size=2000)
    body = RESIDUAL + ADDED
    text = in_loops(body).replace("%m0 = arith.mulf %l0, %rate", "%m0 = arith.mulf %rate, %rate")
    text = text.replace("%v = arith.mulf %l0, %two", "%v = arith.addf %w, %rate").replace("constant 3", "constant 2")
    program = lagrad.compile(text, pipeline=COARSE)
    found = -Fraction(program.f(0.0, slope, x, y))
    rows = [(Fraction(slope), Fraction(a), Fraction(b)) for a, b in zip(x, y)]
    exact = sum(a * (w * a - b) for w, a, b in rows)
    condition = sum(abs(a) * (abs(w * a) + abs(b)) for w, a, b in rows)
    assert abs(found - exact) <= 4 * condition * Fraction(1, 1 << 52)


THREE_LOOPS = """
func.func @f(%w: f64, %x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %rate = arith.constant 0.01 : f64
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%l = %w) -> f64 {
    %scale = tensor.extract %x[%k] : tensor<?xf64>
    %m = scf.for %t = %c0 to %n step %c1 iter_args(%v = %l) -> f64 {
      %g = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
        %xi = tensor.extract %x[%i] : tensor<?xf64>
        %d = arith.mulf %xi, %scale : f64
        %p = arith.mulf %d, %v : f64
        %u = arith.addf %s, %p : f64
        scf.yield %u : f64
      }
      %far = arith.mulf %rate, %g : f64
      %next = arith.subf %v, %far : f64
      scf.yield %next : f64
    }
    scf.yield %m : f64
  }
  return %r : f64
}
func.func private @gradient(f64, tensor<?xf64>, index) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
"""


def test_sums_stay_in_the_outermost_loop_that_makes_their_data():
    _, (said,) = coarsened(THREE_LOOPS)
    assert "these leave the loop around it" in said
    x = np.array([0.4, -0.7, 1.2, 0.3])
    wanted = np.prod([(1 - 0.01 * x.sum() * x[k]) ** 4 for k in range(3)])
    program = lagrad.compile(THREE_LOOPS, pipeline=COARSE)
    assert program.gradient(0.8, x, 4) == pytest.approx(wanted, rel=1e-14)
    assert program.f(0.8, x, 4) == pytest.approx(0.8 * wanted, rel=1e-14)


@pytest.mark.parametrize("words", ["", "attributes {lagrad.coarsen}"])
def test_a_product_with_data_and_a_parameter_is_no_power(words):
    """s = w x_i s: the product of the data may leave the range where that of both does not."""
    body = "%d = arith.mulf %xi, %v : f64\n %u0 = arith.mulf %d, %s0 : f64"
    assert coarsened(in_loops(body, words=words))[1] == []
