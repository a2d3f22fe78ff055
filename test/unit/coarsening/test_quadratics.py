"""Sums of squares as quadratic forms in points: values and derivatives against JAX, digits, and what stays."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import pipelines, reading
from lagrad.errors import Failure, Report
from lagrad.mlir import ir

jax.config.update("jax_enable_x64", True)

# r[p] = w[p] + f * sum_i (sign * (c[i] + sum_l b[i, l] * x[l, p]) + t[i])^2, in pieces that the cases change.
ROWS, COLUMNS, POINTS = 6, 5, 40
TYPES = {"b": "6x5", "c": "6", "x": "5x40", "t": "6", "f": "40", "w": "40"}
PROGRAM = """
#r = affine_map<(i, p) -> (i)>
#p = affine_map<(i, p) -> (p)>
#rp = affine_map<(i, p) -> (i, p)>
#w = affine_map<(p) -> (p)>
#b = affine_map<(i, p, l) -> (i, l)>
#x = affine_map<(i, p, l) -> (l, p)>
#y = affine_map<(i, p, l) -> (i, p)>
func.func @f(%b: tensor<6x5xf64>, %c: tensor<6xf64>, %x: tensor<5x40xf64>, %t: tensor<6xf64>, %f: tensor<40xf64>,
             %w: tensor<40xf64>) -> tensor<40xf64> {
  %half = arith.constant -0.5 : f64
  %zeros = arith.constant dense<0.0> : tensor<6x40xf64>
  %e = tensor.empty() : tensor<6x40xf64>
  %c_points = linalg.generic {indexing_maps = [#r, #rp], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<6xf64>) outs(%e : tensor<6x40xf64>) {
    ^bb0(%ci: f64, %out: f64):
      linalg.yield %ci : f64
  } -> tensor<6x40xf64>
  %y = linalg.generic {indexing_maps = [#b, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %x : tensor<6x5xf64>, tensor<5x40xf64>) outs(START : tensor<6x40xf64>) {
    ^bb0(%bi: f64, %xi: f64, %out: f64):
      INSIDE
      %s = arith.addf %out, %q : f64
      linalg.yield %s : f64
  } -> tensor<6x40xf64>
  MORE
  %r = linalg.generic {indexing_maps = [#rp, #r, #p, #p], iterator_types = ["reduction", "parallel"]}
      ins(%y, %t, %f : tensor<6x40xf64>, tensor<6xf64>, tensor<40xf64>) outs(%w : tensor<40xf64>) {
    ^bb0(%yi: f64, %ti: f64, %fi: f64, %out: f64):
      SQUARE
      linalg.yield %s : f64
  } -> tensor<40xf64>
  return %r : tensor<40xf64>
}
func.func private @g(tensor<6x5xf64>, tensor<6xf64>, tensor<5x40xf64>, tensor<6xf64>, tensor<40xf64>, tensor<40xf64>,
    tensor<40xf64>) -> (tensor<6x5xf64>, tensor<6xf64>, tensor<5x40xf64>, tensor<6xf64>, tensor<40xf64>, tensor<40xf64>)
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1, 2, 3, 4, 5]}
"""
PRODUCT = "%q = arith.mulf %bi, %xi : f64"
PLAIN = "%q = arith.mulf %yi, %yi : f64\n %s = arith.addf %out, %q : f64"
AWAY = "%d = arith.subf %xi, %half : f64\n %q = arith.mulf %d, %bi : f64"
REST = "%n = arith.subf %ti, %yi : f64\n %q = arith.mulf %n, %n : f64\n"
ADDED = "%s = arith.addf %q, %out : f64"


def program(start="%zeros", inside=PRODUCT, square=PLAIN, more=""):
    parts = {"START": start, "INSIDE": inside, "SQUARE": square, "MORE": more}
    text = PROGRAM
    for name, part in parts.items():
        text = text.replace(name, part)
    return text


def in_jax(start, of_product, of_square):
    """The program in JAX, for the cases below."""

    def f(b, c, x, t, factor, w):
        y = start(c)[:, None] + of_product(b, x)
        return of_square(y, t[:, None], factor, w)

    return f


def zero(c):
    return 0 * c


def plain(b, x):
    return b @ x


def summed(y, t, f, w):
    return w + (y * y).sum(0)


CASES = {
    "plain": (program(), in_jax(zero, plain, summed)),
    "from a row": (program("%c_points"), in_jax(lambda c: c, plain, summed)),
    "of points less a number": (program("%c_points", AWAY), in_jax(lambda c: c, lambda b, x: b @ (x + 0.5), summed)),
    "with a rest": (
        program("%c_points", square=REST + ADDED),
        in_jax(lambda c: c, plain, lambda y, t, f, w: w + ((t - y) ** 2).sum(0)),
    ),
    "less": (
        program(square="%q = arith.mulf %yi, %yi : f64\n %s = arith.subf %out, %q : f64"),
        in_jax(zero, plain, lambda y, t, f, w: w - (y * y).sum(0)),
    ),
    "times a number and a value of the point": (
        program("%c_points", AWAY, REST + "%h = arith.mulf %half, %q : f64\n %v = arith.mulf %h, %fi : f64\n"
                "%m = arith.negf %v : f64\n %s = arith.addf %m, %out : f64"),
        in_jax(lambda c: c, lambda b, x: b @ (x + 0.5), lambda y, t, f, w: w + 0.5 * f * ((t - y) ** 2).sum(0)),
    ),
    "scaled by the row": (
        program("%c_points", square="%n = arith.mulf %yi, %ti : f64\n %q = arith.mulf %n, %n : f64\n" + ADDED),
        in_jax(lambda c: c, plain, lambda y, t, f, w: w + ((t * y) ** 2).sum(0)),
    ),
    "slopes that are computed": (
        program(inside="%e0 = math.exp %bi : f64\n %q = arith.mulf %xi, %e0 : f64"),
        in_jax(zero, lambda b, x: jnp.exp(b) @ x, summed),
    ),
}  # fmt: skip


def values():
    rng = np.random.default_rng(7)
    return [rng.normal(size=[int(n) for n in sizes.split("x")]) for sizes in TYPES.values()]


def expanded(text):
    """The program when its squares are expanded, and how many were."""
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, "lagrad-expand-quadratics", report)
        return str(module), [r.message for r in report.remarks if "quadratic forms" in r.message]


@pytest.mark.parametrize("name", CASES)
def test_values_and_pullbacks_are_those_of_jax(name):
    text, reference = CASES[name]
    assert len(expanded(text)[1]) == 1
    arguments, cotangent = values(), np.linspace(-1, 2, POINTS)
    # As it stands: canonicalization would make a difference of the sum of a negative.
    pipeline = "lagrad-expand-quadratics,lagrad-default,lagrad-to-llvm"
    functions = lagrad.compile(text, pipeline=pipeline, entry=("f", "g"))
    value, pullback = jax.vjp(reference, *arguments)
    np.testing.assert_allclose(functions["f"](*arguments), value, rtol=1e-13, atol=1e-13)
    for own, theirs in zip(functions["g"](*arguments, cotangent), pullback(cotangent), strict=True):
        np.testing.assert_allclose(own, theirs, rtol=1e-12, atol=1e-12)


STAYING = {
    "points in the offset": program(inside=PRODUCT + "\n %z = arith.mulf %xi, %xi : f64", square=PLAIN).replace(
        "arith.addf %out, %q : f64", "arith.addf %out, %z : f64", 1
    ),
    "a rest of the point": program(square="%n = arith.subf %fi, %yi : f64\n %q = arith.mulf %n, %n : f64\n" + ADDED),
    "a factor of the row": program(square="%n = arith.mulf %yi, %yi : f64\n %q = arith.mulf %n, %ti : f64\n" + ADDED),
    "a cube": program(
        square="%n = arith.mulf %yi, %yi : f64\n %q = arith.mulf %n, %yi : f64\n" + ADDED
    ),
    "two different factors": program(
        square="%n = arith.addf %yi, %ti : f64\n %q = arith.mulf %n, %yi : f64\n" + ADDED
    ),
    "sums in an order": program(square=PLAIN.replace("%out, %q : f64", "%out, %q {lagrad.exact} : f64")),
    "what is read elsewhere": program(more="%again = tensor.extract %y[%i, %i] : tensor<6x40xf64>").replace(
        "%half =", "%i = arith.constant 0 : index\n %half ="
    ),
    "few points": program().replace("40", "12"),
    "few rows": program().replace("6x", "2x").replace("<6", "<2"),
    "a function that is to stay": program().replace(
        "-> tensor<40xf64> {", "-> tensor<40xf64> attributes {lagrad.no_coarsen} {", 1
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STAYING)
def test_what_is_no_square_of_points_or_does_not_pay_stays(name):
    with pipelines.new_context():
        before = str(ir.Module.parse(STAYING[name]))
    assert expanded(STAYING[name]) == (before, [])


TURN = """%turned = tensor.empty() : tensor<5x40xf64>
  %columns = linalg.generic {indexing_maps = [affine_map<(l, p) -> (p, l)>, affine_map<(l, p) -> (l, p)>],
                             iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<40x5xf64>) outs(%turned : tensor<5x40xf64>) {
    ^bb0(%e0: f64, %out: f64):
      linalg.yield %e0 : f64
  } -> tensor<5x40xf64>
  %half ="""


def test_points_that_the_program_turns_stay_turned():
    """Products read them in rows, which the program saw to."""
    text = program().partition("func.func private")[0].replace("%x: tensor<5x40xf64>", "%x: tensor<40x5xf64>")
    text, said = expanded(text.replace("ins(%b, %x :", "ins(%b, %columns :").replace("%half =", TURN))
    assert len(said) == 1
    (centered,) = [block for block in text.split("linalg.generic") if "arith.subf" in block]
    assert "-> tensor<5x40xf64>" in centered


def test_narrow_floats():
    text, reference = CASES["times a number and a value of the point"]
    arguments = [value.astype(np.float32) for value in values()]
    found = lagrad.compile(text.replace("f64", "f32"), pipeline="lagrad-expanded,lagrad-to-llvm", entry="f")["f"]
    np.testing.assert_allclose(found(*arguments), reference(*arguments), rtol=2e-5, atol=2e-5)


def gmm(q, means, weights, points):
    away = points[:, None, :] - means[None]
    rows = jnp.einsum("kij,nkj->nki", q, away)
    terms = weights[None] - 0.5 * (rows * rows).sum(-1)
    return jax.scipy.special.logsumexp(terms, axis=1).sum()


def mixture(at=0.0):
    rng = np.random.default_rng(3)
    q, means, weights, points = (rng.normal(size=size) for size in ((3, 4, 4), (3, 4), 3, (50, 4)))
    return q, means + at, weights, points + at


def test_a_batch_of_forms_from_jax():
    arguments = mixture()
    text = jax.export.export(jax.jit(gmm))(*arguments).mlir_module()
    types = ["tensor<3x4x4xf64>", "tensor<3x4xf64>", "tensor<3xf64>", "tensor<50x4xf64>"]
    request = f"func.func private @g({', '.join(types)}) -> ({', '.join(types)})"
    text = text.replace(
        "  func.func public @main", f"{request} attributes {{lagrad.gradient = @main}}\n  func.func public @main", 1
    )
    with pipelines.new_context():
        module, report = reading.parse(text, ir.Context.current), Report()
        pipelines.run(module, "lagrad-expanded", report)
    assert [r.message for r in report.remarks if "quadratic forms" in r.message] != []
    found = lagrad.compile(text, pipeline="lagrad-expanded,lagrad-to-llvm", entry="g")["g"](*arguments)
    for own, theirs in zip(found, jax.grad(gmm, (0, 1, 2, 3))(*arguments), strict=True):
        np.testing.assert_allclose(own, theirs, rtol=1e-11, atol=1e-12)


def test_points_far_from_the_origin_keep_their_digits():
    """Squares of a million each, of which 1e-4 of a digit would be left, if points were not taken by their mean."""
    text, _ = CASES["of points less a number"]
    b, c, x, *rest = values()
    x, c = x + 1e6, -(b @ np.full(COLUMNS, 1e6))
    exact = CASES["of points less a number"][1](b, c, x, *rest)
    found = lagrad.compile(text, pipeline="lagrad-expanded,lagrad-to-llvm", entry="f")["f"](b, c, x, *rest)
    np.testing.assert_allclose(found, exact, rtol=1e-8)


SIZE = "%one = arith.constant 1 : index\n %n = tensor.dim %x, %one : tensor<5x?xf64>\n %half ="


def test_no_points_give_no_numbers_that_are_not_finite():
    text = CASES["from a row"][0].replace("40xf64>", "?xf64>").replace("tensor.empty()", "tensor.empty(%n)")
    text = text.replace("%zeros = arith.constant dense<0.0> : tensor<6x?xf64>", "").replace("%half =", SIZE)
    b, c, _, t, _, _ = values()
    none = np.zeros((5, 0)), t, np.zeros(0), np.zeros(0)
    found = lagrad.compile(text, pipeline="lagrad-expanded,lagrad-to-llvm", entry="g")["g"](b, c, *none, np.zeros(0))
    assert [float(np.abs(part).sum()) for part in found] == [0.0] * 6
    some = values()
    theirs = jax.vjp(CASES["from a row"][1], *some)[1](np.ones(POINTS))
    found = lagrad.compile(text, pipeline="lagrad-expanded,lagrad-to-llvm", entry="g")["g"](*some, np.ones(POINTS))
    for own, other in zip(found, theirs, strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-12, atol=1e-12)


def test_it_is_refused_in_front_of_a_strict_lowering():
    for name in ("lagrad-expanded", "lagrad-expand-quadratics"):
        with pytest.raises(Failure, match=f"'{name}' changes roundings"):
            pipelines.read(f"{name},lagrad-to-llvm-strict")


def test_points_for_each_component():
    text = CASES["plain"][0]
    for points, times in ((8, 1), (9, 0)):
        with pipelines.new_context():
            module, report = ir.Module.parse(text), Report()
            pipelines.run(module, f"lagrad-expand-quadratics{{points={points}}}", report)
        assert len([r for r in report.remarks if "quadratic forms" in r.message]) == times
    with pytest.raises(Failure, match="option 'points' of 'lagrad-expand-quadratics' is a number of points, not -1"):
        pipelines.read("lagrad-expand-quadratics{points=-1}")
