"""Exits of affine steps: the value of the loop, and the derivatives of JAX and of ordinary AD."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.mlir import ir

jax.config.update("jax_enable_x64", True)
COARSE = "lagrad-coarsened,lagrad-to-llvm"


def counted(name: str, type: str, body: str, more: str = "") -> str:
    """@name(a, b, s, n): so many iterations of a body that makes %u of %s, and derivatives of both modes and orders."""
    types = ", ".join([type] * 3)
    return f"""
        func.func @{name}(%a: {type}, %b: {type}, %first: {type}, %n: index) -> {type} {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c3 = arith.constant 3 : index
          %third = arith.constant 0.3 : {type}
          %zero = arith.constant 0.0 : {type}
          %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> {type} {{
            {body}
            scf.yield %u : {type}
          }}
          {more or f"return %r : {type}"}
        }}
        func.func private @{name}_gradient({types}, index) -> ({types}) attributes {{lagrad.gradient = @{name}}}
        func.func private @{name}_tangent({types}, {types}, index) -> {type} attributes {{lagrad.pushforward = @{name}}}
        func.func private @{name}_twice({types}, {types}, index) -> ({types})
          attributes {{lagrad.pushforward = @{name}_gradient, lagrad.wrt = [0, 1, 2]}}
    """


STEP = "%t = arith.mulf %a, %s : f64\n %v = arith.addf %t, %b : f64\n"
BODIES = {
    "affine": STEP + "%u = arith.addf %v, %zero : f64",
    "sum": "%u = arith.addf %s, %b : f64",
    "power": "%t = arith.mulf %s, %a : f64\n %u = arith.divf %t, %b : f64",
    "select": STEP + "%q = arith.cmpf ogt, %s, %b : f64\n %u = arith.select %q, %s, %v : f64",
    "turned": STEP + "%q = arith.cmpf ogt, %s, %b : f64\n %u = arith.select %q, %v, %s : f64",
    "branch": STEP.replace("%v", "%unused")
    + """%k = arith.remui %i, %c3 : index
         %q = arith.cmpi eq, %k, %c0 : index
         %u = scf.if %q -> f64 {
           %w = arith.subf %b, %s : f64
           scf.yield %w : f64
         } else {
           scf.yield %s : f64
         }""",
}
TEXT = "".join(counted(name, "f64", body) for name, body in BODIES.items())
POINTS = [(0.9, 0.3, 0.2), (1.1, 0.3, -0.2), (-0.95, 0.2, 1.0), (-1.0, 0.2, 1.0), (1.0, 0.5, 2.0), (0.0, 0.5, 2.0)]


def reference(name):
    """The loop in JAX; the number of iterations is that of Python."""

    def step(a, b, s, i):
        v = a * s + b
        stays = {"select": s > b, "turned": s <= b, "branch": i % 3 != 0}.get(name, False)
        new = {"sum": s + b, "power": s * a / b, "branch": b - s}.get(name, v)
        return jnp.where(stays, s, new)

    def run(a, b, s, count):
        for i in range(count):
            s = step(a, b, s, i)
        return s

    return run


def said(text: str) -> list[str]:
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, "canonicalize,cse,lagrad-coarsen-segments", report)
        return [r.message for r in report.remarks if r.message.startswith("a loop of affine")]


@pytest.fixture(scope="module")
def compiled():
    return lagrad.compile(TEXT, pipeline=COARSE)


@pytest.mark.parametrize("name", BODIES)
def test_against_jax(name, compiled):
    run = reference(name)
    for count in (0, 1, 2, 7):
        for point in POINTS:
            if name == "power" and 0.0 in point[:2]:
                continue
            given = (*point, count)
            assert float(getattr(compiled, name)(*given)) == pytest.approx(float(run(*given)), rel=1e-13)
            gradient = jax.grad(lambda *own: run(*own, count), argnums=(0, 1, 2))
            close(getattr(compiled, f"{name}_gradient")(*given), gradient(*point))
            tangents = (0.7, -1.3, 0.4)
            pairs = [number for pair in zip(point, tangents) for number in pair]
            pushed = jax.jvp(lambda *own: run(*own, count), point, tangents)[1]
            close(getattr(compiled, f"{name}_tangent")(*pairs, count), pushed)
            close(getattr(compiled, f"{name}_twice")(*pairs, count), jax.jvp(gradient, point, tangents)[1])


def close(found, expected):
    found, expected = np.hstack(np.atleast_1d(found)), np.hstack(np.atleast_1d(expected))
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)


def test_all_of_these_are_closed():
    for name, body in BODIES.items():
        (own,) = said(counted(name, "f64", body))
        assert own.endswith("its derivative is in closed form: it is cheaper"), own


def test_values_are_those_of_the_loop(compiled):
    ordinary = lagrad.compile(TEXT)
    for name in BODIES:
        for point in POINTS[:5]:
            assert getattr(compiled, name)(*point, 37) == getattr(ordinary, name)(*point, 37)


def test_digits_are_kept_near_one():
    """Where the quotient by a - 1 would lose them all: to sums of fractions."""
    from fractions import Fraction

    function = lagrad.compile(counted("f", "f64", BODIES["affine"]), pipeline=COARSE)
    for a in (1 + 2.0**-50, 1 - 2.0**-50, -1 + 2.0**-40):
        count, x, b, first = 300, Fraction(a), Fraction(0.3), Fraction(0.2)
        of_a = sum(k * x ** (k - 1) for k in range(1, count)) * b + count * x ** (count - 1) * first
        expected = (of_a, sum(x**k for k in range(count)), x**count)
        for found, exact in zip(function.f_gradient(a, 0.3, 0.2, count), expected):
            size = sum(abs(x) ** k for k in range(count)) * count  # of what is added up
            assert abs(Fraction(float(found)) - exact) <= 64 * 2.0**-53 * float(size)


@pytest.mark.parametrize(
    "body",
    [
        "%t = arith.mulf %s, %s : f64\n %u = arith.addf %t, %b : f64",
        "%k = arith.index_cast %i : index to i64\n %x = arith.sitofp %k : i64 to f64\n"
        "%t = arith.mulf %x, %s : f64\n %u = arith.addf %t, %b : f64",
        "%q = arith.cmpf ogt, %s, %b : f64\n %t = arith.mulf %s, %a : f64\n %v = arith.addf %s, %b : f64\n"
        "%u = arith.select %q, %t, %v : f64",
        "%e = math.exp %s : f64\n %u = arith.mulf %e, %b : f64",
        "%t = arith.subf %s, %s : f64\n %u = arith.addf %t, %b : f64",
    ],
    ids=["square", "a counter", "two steps", "a function", "nothing of itself"],
)
def test_others_are_left_to_ordinary_ad(body):
    assert not said(counted("f", "f64", body))


def test_a_zero_cotangent_meets_no_infinite_power():
    text = counted("f", "f64", BODIES["affine"], "%q = arith.mulf %r, %zero : f64\n return %q : f64")
    coarse, ordinary = lagrad.compile(text, pipeline=COARSE), lagrad.compile(text)
    given = (2.0, 0.0, 0.0, 3000)
    assert [float(g) for g in coarse.f_gradient(*given)][1:] == [float(g) for g in ordinary.f_gradient(*given)][1:]


def test_f32_and_what_stands_in_a_loop():
    """Two values of a loop in a loop, one of them read by the other value that the outer one carries."""
    text = """
        func.func @f(%a: f32, %b: f32, %n: index) -> f32 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %zero = arith.constant 0.0 : f32
          %r = scf.for %j = %c0 to %n step %c1 iter_args(%t = %a) -> f32 {
            %two:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %t, %p = %zero) -> (f32, f32) {
              %u = arith.mulf %a, %s : f32
              %v = arith.addf %u, %t : f32
              %w = arith.mulf %b, %p : f32
              %x = arith.subf %w, %a : f32
              scf.yield %v, %x : f32, f32
            }
            %sum = arith.addf %two#0, %two#1 : f32
            %sin = math.sin %sum : f32
            scf.yield %sin : f32
          }
          return %r : f32
        }
        func.func private @df(f32, f32, index) -> (f32, f32) attributes {lagrad.gradient = @f}
    """
    assert [own.endswith("it is cheaper") for own in said(text)] == [True, True]
    function = lagrad.compile(text, pipeline=COARSE)

    def run(a, b):
        t = a
        for _ in range(5):
            s, p = t, 0.0
            for _ in range(5):
                s, p = a * s + t, b * p - a
            t = jnp.sin(s + p)
        return t

    np.testing.assert_allclose(function.df(0.4, 0.7, 5), jax.grad(run, argnums=(0, 1))(0.4, 0.7), rtol=2e-5)


BREAKS = """
        func.func @f(%r: f64, %first: f64, %most: index) -> f64 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %least = arith.constant 1.0e-3 : f64
          %true = arith.constant true
          %end:3 = scf.while (%w = %first, %k = %c0, %go = %true) : (f64, index, i1) -> (f64, index, i1) {
            %below = arith.cmpi ult, %k, %most : index
            %on = arith.andi %below, %go : i1
            scf.condition(%on) %w, %k, %go : f64, index, i1
          } do {
          ^bb0(%w: f64, %k: index, %go: i1):
            %k1 = arith.addi %k, %c1 : index
            %stop = arith.cmpf olt, %w, %least : f64
            %w1 = scf.if %stop -> f64 {
              scf.yield %w : f64
            } else {
              %d = arith.mulf %r, %w : f64
              %new = arith.subf %w, %d : f64
              scf.yield %new : f64
            }
            %on = arith.xori %stop, %true : i1
            scf.yield %w1, %k1, %on : f64, index, i1
          }
          return %end#0 : f64
        }
        func.func private @df(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}
    """


def test_a_loop_that_breaks():
    """The last iteration changes nothing; how many there are depends on what is differentiated."""
    assert said(BREAKS)[0].endswith("its derivative is in closed form: it is cheaper")
    function = lagrad.compile(BREAKS, pipeline=COARSE)
    for rate in (0.1, 0.5, 0.999, 0.0):
        for most in (0, 1, 5, 200):
            w, count = 1.5, 0
            while count < most and w >= 1e-3:
                w, count = w - rate * w, count + 1
            expected = [-count * (1 - rate) ** (count - 1) * 1.5 if count else 0.0, (1 - rate) ** count]
            np.testing.assert_allclose(function.df(rate, 1.5, most), expected, rtol=1e-10)


def test_a_while_of_which_each_iteration_changes_it():
    text = BREAKS.replace("scf.yield %w : f64", "%x = arith.mulf %w, %least : f64\n scf.yield %x : f64", 1)
    assert not said(text)  # two kinds of steps
    text = BREAKS.replace("scf.yield %w1,", "%y = arith.mulf %w, %r : f64\n scf.yield %y,")
    assert said(text)[0].endswith("its derivative is in closed form: it is cheaper")
    function = lagrad.compile(text, pipeline=COARSE)
    for rate in (0.5, 0.25):  # w is below the limit after so many iterations, and once more
        count = int(np.ceil(np.log(1e-3 / 1.5) / np.log(rate))) + 1
        np.testing.assert_allclose(function.df(rate, 1.5, 100), [count * rate ** (count - 1) * 1.5, rate**count])
