"""Stable patterns over the whole range of doubles, against mpmath; and the patterns as SymPy has them."""

import mpmath
import numpy as np
import pytest
import sympy
from coarse_programs import BODIES, text_of

import lagrad
from lagrad import pipelines
from lagrad.coarsening.formulas.cancellation import cancelled
from lagrad.coarsening.formulas.closed_form import closed_form
from lagrad.coarsening.formulas.functions import Expm1, Exprel, Log1p, LogAddExp, Sigmoid, Sinc, Sinhc, Softplus
from lagrad.coarsening.formulas.stable import patterns, stable
from lagrad.errors import Report
from lagrad.mlir import ir

PIPELINE = "lagrad-coarsened,lagrad-to-llvm{math=precise}"
x, y, z = sympy.symbols("x y z", real=True)
SIZES = (0.0, 1e-300, 1e-20, 1e-9, 1e-3, 0.1, 1.0, 3.0, 30.0, 300.0, 700.0, 710.0, 745.0, 1e5, 1e300)
RANGE = [sign * size for sign in (-1.0, 1.0) for size in SIZES]


@pytest.mark.parametrize(
    "written, expected",
    [
        (sympy.log(1 + sympy.exp(x)), Softplus(x)),
        (Log1p(sympy.exp(x * y)), Softplus(x * y)),
        (sympy.log(sympy.exp(x) + sympy.exp(y)), LogAddExp(x, y)),
        (1 / (1 + sympy.exp(-x)), Sigmoid(x)),
        (sympy.exp(x) / (1 + sympy.exp(x)), Sigmoid(x)),
        (3 / (1 + sympy.exp(x)) ** 2, 3 * Sigmoid(-x) ** 2),
        (sympy.log(1 / (1 + sympy.exp(-x))), -Softplus(-x)),
        (sympy.log(1 - 1 / (1 + sympy.exp(-x))), -Softplus(x)),
        (y - 1 + sympy.exp(x) / (1 + sympy.exp(x)), y - Sigmoid(-x)),
        (sympy.exp(x) - 1, Expm1(x)),
        (1 - sympy.exp(x), -Expm1(x)),
        (2 * sympy.exp(x) - 2 + y, 2 * Expm1(x) + y),
        (sympy.log(1 + x), Log1p(x)),
        (1 - sympy.cos(x), 2 * sympy.sin(x / 2) ** 2),
        (x**2 - y**2, (x - y) * (x + y)),
        (1 - sympy.tanh(x) ** 2, (1 - sympy.tanh(x)) * (1 + sympy.tanh(x))),
        (sympy.sin(x) / x, Sinc(x)),
        (sympy.sin(x * y) / x, y * Sinc(x * y)),
        (sympy.sinh(x) * y / x, y * Sinhc(x)),
        ((sympy.exp(2 * x) - 1) / x, 2 * Exprel(2 * x)),
        ((1 - sympy.cos(x)) / x**2, Sinc(x / 2) ** 2 / 2),
        (sympy.sin(x) / y, sympy.sin(x) / y),
        (sympy.sin(x + y) / x, sympy.sin(x + y) / x),
        (sympy.cos(x) / x, sympy.cos(x) / x),
        (x**2 + y**2, x**2 + y**2),
        (sympy.exp(x) - 2, sympy.exp(x) - 2),
        (sympy.log(2 + x), sympy.log(2 + x)),
    ],
)
def test_patterns(written, expected):
    assert stable(written) == expected


def near(found: float, expected, ulps: float = 8) -> bool:
    """Whether a double is the nearest to a number of mpmath's, but for a few units in the last place."""
    rounded = float(expected)
    return found == rounded or abs(found - rounded) <= ulps * max(np.spacing(abs(rounded)), 5e-324)


def exact_sigmoid(v):
    return 1 / (1 + mpmath.exp(-v))


@pytest.mark.parametrize("point", RANGE)
def test_softplus_keeps_its_digits(point):
    program = compiled("softplus")
    with mpmath.workdps(60):
        assert near(program.f(point, 1.0, 0.0), mpmath.log1p(mpmath.exp(point)) if point < 1e4 else mpmath.mpf(point))
        assert near(program.gradient(point, 1.0, 0.0)[0], exact_sigmoid(mpmath.mpf(point)))


@pytest.mark.parametrize("point", RANGE)
def test_sigmoid_keeps_its_digits(point):
    program = compiled("sigmoid")
    with mpmath.workdps(60):
        v = mpmath.mpf(point)
        assert near(program.f(point, 0.0, 1.0), exact_sigmoid(v))
        assert near(program.gradient(point, 0.0, 1.0)[0], exact_sigmoid(v) * exact_sigmoid(-v))


@pytest.mark.parametrize("point", RANGE)
@pytest.mark.parametrize("weight", (0.0, 0.25, 1.0))
def test_log_likelihood_keeps_its_digits(point, weight):
    """Of what is seen with probability sigmoid(x): y log p + (1 - y) log(1 - p). Nothing of it is infinite."""
    program = compiled("likelihood")
    with mpmath.workdps(60):
        v = mpmath.mpf(point)
        softplus = [mpmath.log1p(mpmath.exp(s * v)) if s * v < 1e4 else s * v for s in (-1, 1)]
        assert near(program.f(point, weight, 0.0), -weight * softplus[0] - (1 - weight) * softplus[1])
        by_x = weight * exact_sigmoid(-v) - (1 - weight) * exact_sigmoid(v)
        condition = weight * exact_sigmoid(-v) + (1 - weight) * exact_sigmoid(v)
        assert abs(program.gradient(point, weight, 0.0)[0] - by_x) <= 4 * max(condition * 2**-52, 5e-324)


@pytest.mark.parametrize("point", [p for p in RANGE if abs(p) < 1e6])
def test_logsumexp_keeps_its_range(point):
    program = compiled("logsumexp")
    with mpmath.workdps(60):
        exact = [mpmath.exp(mpmath.mpf(v)) for v in (point, 1.0, -2.0)]
        assert near(program.f(point, 1.0, -2.0), mpmath.log(sum(exact)))
        for found, own in zip(program.gradient(point, 1.0, -2.0), exact):
            assert near(found, own / sum(exact), 2 + 2 * (abs(point) + 1))  # the exponent is rounded, and amplifies it


QUOTIENTS = {"sinc": mpmath.sin, "sinhc": mpmath.sinh, "exprel": mpmath.expm1}


@pytest.mark.parametrize("point", RANGE)
@pytest.mark.parametrize("name", QUOTIENTS)
def test_quotients_by_the_argument_keep_their_digits(name, point):
    """Where they are finite: that of the sinh overflows from 711 on, and its derivative with it."""
    program, function = compiled(name), QUOTIENTS[name]
    if (name, point) not in {("sinc", point)} and abs(point) > 709 and not (name == "exprel" and point < 0):
        return
    with mpmath.workdps(800):
        v = mpmath.mpf(point) + (mpmath.mpf(10) ** -400 if point == 0 else 0)
        assert near(program.f(point, 1.0, 0.0), function(v) / v, 4)
        slope = (v * mpmath.diff(function, v) - function(v)) / v**2 if abs(point) < 1e6 else None
        if slope is not None:
            condition = abs(mpmath.diff(function, v)) + abs(function(v) / v)
            allowed = max(8 * abs(slope) * 2**-52, 4 * condition / max(abs(v), 1) * 2**-52, mpmath.mpf(5e-324))
            assert abs(program.gradient(point, 1.0, 0.0)[0] - slope) <= allowed


# Where plain differences cancel: name -> body of f(x, y), and its value and partials for numbers of mpmath's.
DIFFERENCES = {
    "expm1": (
        "%e = math.exp %x : f64\n %d = arith.subf %e, %one : f64\n %r = arith.mulf %d, %y : f64",
        lambda x, y: (mpmath.expm1(x) * y, mpmath.exp(x) * y, mpmath.expm1(x)),
    ),
    "log1p": (
        "%s = arith.addf %one, %x : f64\n %l = math.log %s : f64\n %r = arith.mulf %l, %y : f64",
        lambda x, y: (mpmath.log1p(x) * y, y / (1 + x), mpmath.log1p(x)),
    ),
    "versine": (
        "%c = math.cos %x : f64\n %d = arith.subf %one, %c : f64\n %r = arith.mulf %d, %y : f64",
        lambda x, y: (2 * mpmath.sin(x / 2) ** 2 * y, mpmath.sin(x) * y, 2 * mpmath.sin(x / 2) ** 2),
    ),
    "squares": (
        "%a = arith.mulf %x, %x : f64\n %b = arith.mulf %y, %y : f64\n %r = arith.subf %a, %b : f64",
        lambda x, y: ((x - y) * (x + y), 2 * x, -2 * y),
    ),
}
CLOSE = [(v, v * (1 + s * 2.0**-n)) for v in (3.0, -1e150, 1e-150) for n in (1, 20, 40, 52) for s in (1, -1)]


@pytest.mark.parametrize("name", DIFFERENCES)
def test_differences_keep_their_digits(name):
    """Of numbers that are nearly equal, over the whole range. Where a sine is small for a large x, it is ill."""
    body, exact = DIFFERENCES[name]
    text = BODY_OF_TWO.replace("BODY", body)
    program = lagrad.compile(text, pipeline=PIPELINE)
    points = {"squares": CLOSE, "log1p": [(v, 2.0) for v in RANGE if v > -1]}
    for at in points.get(name, [(v, 2.0) for v in RANGE if v < 700]):
        with mpmath.workdps(700):
            wanted = exact(*map(mpmath.mpf, at))
            condition = abs(at[0]) if name == "versine" else 0  # what a rounding of x / 2 or x does
            for found, own in zip((program.f(*at), *program.gradient(*at)), wanted, strict=True):
                assert near(found, own) or abs(found - own) <= 2**-52 * condition, (at, found, float(own))


def test_differences_of_close_numbers_are_used_unasked():
    """Unless those of squares are dearer."""
    for name, (body, _) in DIFFERENCES.items():
        text = BODY_OF_TWO.replace("BODY", body).replace("attributes {lagrad.coarsen}", "")
        with pipelines.new_context():
            module, report = ir.Module.parse(text), Report()
            pipelines.run(module, "lagrad-coarsen-segments", report)
        (said,) = [r.message for r in report.remarks if "a segment of" in r.message]
        assert f"stable as {name}; coarsened: it keeps digits" in said, said
    square = DIFFERENCES["squares"][0].replace("%r", "%d") + "\n %r = arith.mulf %d, %d : f64"
    with pipelines.new_context():
        module, report = (
            ir.Module.parse(BODY_OF_TWO.replace("BODY", square).replace("{lagrad.coarsen}", "{}")),
            Report(),
        )
        pipelines.run(module, "lagrad-coarsen-segments", report)
    (said,) = [r.message for r in report.remarks if "a segment of" in r.message]
    assert "7 before, 8 after, stable as squares; left to ordinary AD" in said


@pytest.mark.parametrize(
    ("written", "names"),
    [
        (1 - sympy.cos(x), ["versine"]),
        ((1 - sympy.cos(x)) * sympy.sin(x / 2), ["versine"]),
        (sympy.cos(x) * sympy.sin(x / 2), []),
        (x**2 - y**2, ["squares"]),
        (sympy.exp(x) - 1 - sympy.cos(y), ["expm1"]),
    ],
)
def test_patterns_are_said(written, names):
    assert patterns(written, stable(written)) == names


BODY_OF_TWO = """
func.func @f(%x: f64, %y: f64) -> f64 attributes {lagrad.coarsen} {
  %one = arith.constant 1.0 : f64
  BODY
  return %r : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}
"""


@pytest.mark.parametrize("ratio", [10.0**n for n in range(-16, 17, 2)])
@pytest.mark.parametrize("scale", [1e-60, 1e-3, 1.0, 1e60])
def test_a_component_of_a_unit_vector_keeps_its_digits(ratio, scale):
    """By x it is (y^2 + z^2) / n^3: the two parts that ordinary AD has cancel where x is large."""
    at = scale, ratio * scale, -0.3 * ratio * scale
    with mpmath.workdps(60):
        x, y, z = map(mpmath.mpf, at)
        n = mpmath.sqrt(x * x + y * y + z * z)
        exact = (y * y + z * z) / n**3, -x * y / n**3, -x * z / n**3
        for found, own in zip(compiled("norm").gradient(*at), exact):
            assert near(found, own, 8)


@pytest.mark.parametrize("point", [1.0 + s * 10.0**-n for n in range(0, 16) for s in (1, -0.5)])
def test_a_quotient_keeps_its_digits_at_its_maximum(point):
    with mpmath.workdps(60):
        v = mpmath.mpf(point)
        assert near(compiled("saturation").gradient(point, 1.0, 0.0)[0], (1 - v) * (1 + v) / (1 + v * v) ** 2, 8)


def test_what_cancels_is_said():
    assert closed_form(x / sympy.sqrt(x**2 + y**2), [x]).partials == [y**2 / (x**2 + y**2) ** sympy.Rational(3, 2)]
    assert closed_form(x / sympy.sqrt(x**2 + y**2), [x]).cancels
    assert not closed_form(x * sympy.sqrt(x**2 + y**2), [y]).cancels
    assert cancelled(1 / (x + y) - z / (x + y) ** 2) == 1 / (x + y) - z / (x + y) ** 2
    assert cancelled(1 / (x + y) - 1 / (z + y) ** 2) == 1 / (x + y) - 1 / (z + y) ** 2


def test_logsumexp_of_infinities():
    assert compiled("logsumexp").f(np.inf, np.inf, -np.inf) == np.inf
    assert compiled("logsumexp").f(-np.inf, 1.0, -np.inf) == 1.0


def test_derivatives_of_derivatives_at_a_change_of_sign():
    """Ordinary AD of the closed form: no absolute value or maximum may be left there, whose slope at zero is another
    one."""
    text = ""
    for name, numbers in {"softplus": [0, 0], "likelihood": [0, 0], "logsumexp": [2, 0, 0], "sinc": [0, 0]}.items():
        body = BODIES[name][0] + ("\n %q = arith.mulf %r, %z : f64" if name == "logsumexp" else "")
        result = "%q" if name == "logsumexp" else "%r"
        text += f"""func.func @{name}(%x: f64, %y: f64, %z: f64) -> f64 attributes {{lagrad.coarsen}} {{
          %one = arith.constant 1.0 : f64
          {body}
          return {result} : f64
        }}"""
        for order, number in enumerate(numbers):
            of = f"@{name}" + str(order) * bool(order)
            request = f"{{lagrad.gradient = {of}, lagrad.wrt = [{number}]}}"
            text += f"func.func private @{name}{order + 1}(f64, f64, f64) -> f64 attributes {request}\n"
    program = lagrad.compile(text, pipeline=PIPELINE)
    for zero in (0.0, -0.0):
        assert program.softplus2(zero, 3.0, 1.0) == 0.75
        assert program.likelihood2(zero, 0.3, 1.0) == pytest.approx(-0.25, abs=1e-15)
        assert program.sinc2(zero, 3.0, 1.0) == -1.0
    # z times the logarithm, by z, x and x; p of the three is 1/3 each: p (1 - p) - 2 p p (1 - 2 p)
    assert program.logsumexp3(2.0, 2.0, 2.0) == pytest.approx(4 / 27, rel=1e-14)


_COMPILED = {}


def compiled(name):
    if name not in _COMPILED:
        _COMPILED[name] = lagrad.compile(text_of(name), pipeline=PIPELINE)
    return _COMPILED[name]
