"""What the special functions of `special` compute, in arithmetic.

erfcx by W. J. Cody's rational functions ("Rational Chebyshev approximations for the error function", 1969); ndtri by
two of Halley's steps from the start of C. Hastings (1955); Bessel functions by Chebyshev series of `exp(-x) I0(x)` and
`exp(-x) I1(x) / x` on [0, 8], and of these without their leading power of x beyond; digamma and polygamma by their
asymptotic series (Euler and Maclaurin) behind enough steps of the recurrence.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sqrt

from ..build import element
from ..mlir import ir
from ..scalars import Scalar, call, where
from .operations import lowering
from .special import TAIL_FROM, erfcx_tail, size, with_sign_of
from .text import from_text


def _computes(op: str) -> Callable:
    """Decorates a function of one real number; narrow floats are computed as f32."""

    def register(function: Callable) -> Callable:
        @lowering(op)
        def lower(own: ir.Operation) -> list[ir.Value]:
            (x,), (out,) = own.operands, own.results
            wide = ir.F32Type.get() if x.type.width < 32 else x.type
            given = x if wide == x.type else ir.Operation.create("arith.extf", [wide], [x]).result
            value = function(Scalar(given)).value
            return [value if wide == x.type else ir.Operation.create("arith.truncf", [out.type], [value]).result]

        return function

    return register


def _ratio(x: Scalar, above: tuple, below: tuple) -> Scalar:
    """A quotient of polynomials, the highest power first."""
    top, bottom = x.like(above[0]), x.like(below[0])
    for a in above[1:]:
        top = top * x + a
    for b in below[1:]:
        bottom = bottom * x + b
    return top / bottom


def _series(t: Scalar, coefficients: tuple) -> Scalar:
    """A Chebyshev series on [-1, 1], by C. W. Clenshaw's recurrence."""
    twice, first, second = 2.0 * t, t.like(0.0), t.like(0.0)
    for c in reversed(coefficients[1:]):
        first, second = twice * first - second + c, first
    return t * first - second + 0.5 * coefficients[0]


@_computes("lagrad.logistic")
def logistic(x: Scalar) -> Scalar:
    return 1.0 / (1.0 + call("math.exp", -x))


@_computes("lagrad.erfcx")
def erfcx(x: Scalar) -> Scalar:
    y = size(x)
    near = where(y < 0.46875, y, 0.46875)
    middle = where(y < TAIL_FROM, y, TAIL_FROM)
    far = where(y > TAIL_FROM, y, TAIL_FROM)
    small = call("math.exp", near * near) * call("math.erfc", near)
    value = where(y < 0.46875, small, where(y < TAIL_FROM, _ratio(middle, *_MIDDLE), _beyond(far)))
    negative = where(x < 0.0, x, 0.0)
    return where(_is_nan(x), x, where(x < 0.0, 2.0 * call("math.exp", negative * negative) - value, value))


def _beyond(x: Scalar) -> Scalar:
    return (1 / sqrt(pi) - erfcx_tail(x)) / x


_MIDDLE = (
    (
        *(2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1),
        *(2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3),
        1.23033935479799725e3,
    ),
    (
        *(1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3),
        *(3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3),
    ),
)


def _is_nan(x: Scalar) -> Scalar:
    bit = ir.IntegerType.get_signless(1)
    unordered = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 14)
    return Scalar(ir.Operation.create("arith.cmpf", [bit], [x.value, x.value], {"predicate": unordered}).result)


@_computes("lagrad.ndtri")
def ndtri(p: Scalar) -> Scalar:
    is_low = p < 0.5
    x = _quantile(where(is_low, p, 1.0 - p), size(p - 0.5))
    return where(is_low, -x, x)


@_computes("lagrad.erf_inv")
def erf_inv(x: Scalar) -> Scalar:
    y = 0.5 * size(x)
    return with_sign_of(x, sqrt(0.5) * _quantile(0.5 - y, y))


def _quantile(tail: Scalar, middle: Scalar) -> Scalar:
    """Of a normal distribution, from the probability above it, at most 1/2, and that between it and zero."""
    inside = where(tail > 0.0, tail, 0.25)
    logarithm = call("math.log", inside)
    t = call("math.sqrt", -2.0 * logarithm)
    start = t - _ratio(t, (0.010328, 0.802853, 2.515517), (0.001308, 0.189269, 1.432788, 1.0))
    x = where(start > 0.0, start, 0.0)
    for _ in range(2):
        scale = sqrt(2 * pi) * call("math.exp", 0.5 * x * x)
        below = (0.5 * call("math.erf", x * sqrt(0.5)) - middle) * scale
        of_tail = 0.5 * call("math.erfc", x * sqrt(0.5)) / inside - 1.0
        above = -(of_tail * sqrt(2 * pi) * call("math.exp", 0.5 * x * x + logarithm))
        step = where(middle < 0.3, below, above)
        x = x - step / (1.0 + 0.5 * x * step)
    outside = where(tail == 0.0, tail.like(float("inf")), float("nan"))
    return where(tail > 0.0, x, outside)


def _bessel(x: Scalar, below: tuple, above: tuple) -> tuple[Scalar, Scalar]:
    """The series for |x|, of the function times exp(-|x|): on [0, 8], and beyond."""
    y = size(x)
    near, far = where(y < 8.0, y, 8.0), where(y > 8.0, y, 8.0)
    return _series(0.25 * near - 1.0, below), _series(16.0 / far - 1.0, above) / call("math.sqrt", far)


@_computes("lagrad.bessel_i0e")
def bessel_i0e(x: Scalar) -> Scalar:
    near, far = _bessel(x, _I0_BELOW, _I0_ABOVE)
    return where(size(x) <= 8.0, near, far)


@_computes("lagrad.bessel_i1e")
def bessel_i1e(x: Scalar) -> Scalar:
    near, far = _bessel(x, _I1_BELOW, _I1_ABOVE)
    return where(size(x) <= 8.0, near * x, with_sign_of(x, far))


@_computes("lagrad.bessel_i0")
def bessel_i0(x: Scalar) -> Scalar:
    return _unscaled(x, bessel_i0e(x))


@_computes("lagrad.bessel_i1")
def bessel_i1(x: Scalar) -> Scalar:
    return _unscaled(x, bessel_i1e(x))


def _unscaled(x: Scalar, value: Scalar) -> Scalar:
    """Times exp(|x|), in two halves: the whole leaves the range before the product does."""
    half = call("math.exp", 0.5 * size(x))
    return value * half * half


@_computes("lagrad.digamma")
def digamma(x: Scalar) -> Scalar:
    """At and below zero by reflection; at whole numbers there NaN, at zero itself infinite, as in PyTorch."""
    is_low = x <= 0.0
    y, steps = where(is_low, 1.0 - x, x), x.like(0.0)
    for _ in range(10):
        is_small = y < 10.0
        steps = steps - where(is_small, 1.0 / y, 0.0)
        y = where(is_small, y + 1.0, y)
    z = 1.0 / (y * y)
    tail = z.like(_PSI[0])
    for c in _PSI[1:]:
        tail = tail * z + c
    value = call("math.log", y) - 0.5 / y - tail * z + steps
    whole = call("math.floor", x)
    inside = where(x == whole, 0.5, x - whole)
    reflected = value - pi / call("math.tan", pi * inside)
    infinite = call("math.copysign", x.like(float("inf")), -x)
    at_pole = where(x == 0.0, infinite, float("nan"))
    return where(is_low, where(x == whole, at_pole, reflected), value)


# B(2k) / 2k for k = 8 to 1.
_PSI = (-3617 / 8160, 1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12)

# (-1)^(n + 1) n! times the sum of (x + k)^-(n + 1) over k: enough terms that x + k is 10, and the rest.
_POLYGAMMA = """
func.func @polygamma(%n: i32, %x: $T) -> $T {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : $T
  %two = arith.constant 2.0 : $T
  %half = arith.constant 0.5 : $T
  %ten = arith.constant 10.0 : $T
  %zero = arith.constant 0.0 : $T
  %most = arith.constant 1.0e6 : $T
  %order = arith.sitofp %n : i32 to $T
  %s = arith.addf %order, %one : $T
  %minus = arith.negf %s : $T
  %rest = arith.subf %ten, %x : $T
  %up = math.ceil %rest : $T
  %least = arith.maxnumf %up, %zero : $T
  %bounded = arith.minnumf %least, %most : $T
  %whole = arith.fptosi %bounded : $T to i64
  %count = arith.index_cast %whole : i64 to index
  %sum = scf.for %k = %c0 to %count step %c1 iter_args(%sum0 = %zero) -> $T {
    %i = arith.index_cast %k : index to i64
    %f = arith.sitofp %i : i64 to $T
    %at = arith.addf %x, %f : $T
    %term = math.powf %at, %minus : $T
    %sum1 = arith.addf %sum0, %term : $T
    scf.yield %sum1 : $T
  }
  %w = arith.addf %x, %least : $T
  %last = math.powf %w, %minus : $T
  %integral0 = arith.mulf %last, %w : $T
  %integral = arith.divf %integral0, %order : $T
  %edge = arith.mulf %last, %half : $T
  %head0 = arith.addf %integral, %edge : $T
  %head = arith.addf %sum, %head0 : $T
  %square = arith.mulf %w, %w : $T
  %first0 = arith.mulf %s, %last : $T
  %first = arith.divf %first0, %w : $T
"""


def _polygamma_text(type: ir.Type) -> str:
    """The sum of B(2j) / (2j)! s (s + 1) ... (s + 2j - 2) w^-(s + 2j - 1) goes on the head, and n! on it all."""
    lines, total, product = [], "%head", "%first"
    for j, number in enumerate(_BERNOULLI, 1):
        lines += [
            f"%b{j} = arith.constant {number!r} : $T",
            f"%t{j} = arith.mulf {product}, %b{j} : $T",
            f"%total{j} = arith.addf {total}, %t{j} : $T",
        ]
        total = f"%total{j}"
        for step in (2 * j - 1, 2 * j):
            lines += [
                f"%k{step} = arith.constant {float(step)!r} : $T",
                f"%s{step} = arith.addf %s, %k{step} : $T",
                f"%p{step} = arith.mulf {product}, %s{step} : $T",
            ]
            product = f"%p{step}"
        lines.append(f"%q{j} = arith.divf {product}, %square : $T")
        product = f"%q{j}"
    lines += [
        "%to = arith.index_cast %n : i32 to index",
        f"%made = scf.for %k = %c0 to %to step %c1 iter_args(%m0 = {total}) -> $T {{",
        "  %i = arith.index_cast %k : index to i64",
        "  %f0 = arith.sitofp %i : i64 to $T",
        "  %f = arith.addf %f0, %one : $T",
        "  %m1 = arith.mulf %m0, %f : $T",
        "  %m2 = arith.negf %m1 : $T",
        "  scf.yield %m2 : $T",
        "}",
        "%result = arith.negf %made : $T",
        "return %result : $T",
    ]
    return (_POLYGAMMA + "\n".join(lines) + "\n}").replace("$T", str(type))


_BERNOULLI = (
    *(1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600),
    *(-3617 / 10670622842880000, 43867 / 5109094217170944000),
)


@lowering("lagrad.polygamma")
def lower_polygamma(op: ir.Operation) -> list[ir.Value] | None:
    type = element(op.results[0].type)
    return from_text("lagrad.polygamma", _polygamma_text(type))(op) if type.width >= 32 else None


_I0_BELOW = (
    0.67679527440947608,
    -0.3046826723431984,
    0.17162090152220878,
    -0.094901097048047644,
    0.049305284239670708,
    -0.023737414805899469,
    0.010546460394594998,
    -0.0043243099950505759,
    0.0016394756169413358,
    -0.00057637557453858237,
    0.00018850288509584166,
    -5.7541950100821037e-5,
    1.6448448070728897e-5,
    -4.4167383584587506e-6,
    1.1173875391201037e-6,
    -2.6707938539406117e-7,
    6.0469950225419189e-8,
    -1.300025009986248e-8,
    2.6598237246823867e-9,
    -5.1897956016352629e-10,
    9.6758090353732369e-11,
    -1.7268262914415557e-11,
    2.9550526631296398e-12,
    -4.8564467831119295e-13,
    7.6761854986049356e-14,
    -1.1685332877993452e-14,
    1.715391285555133e-15,
    -2.4312798465479547e-16,
    3.3307945188222381e-17,
    -4.4153416464793394e-18,
)
_I0_ABOVE = (
    0.80449041101410883,
    0.0033691164782556941,
    6.889758346916824e-5,
    2.8913705208347565e-6,
    2.0489185894690637e-7,
    2.2666689904981781e-8,
    3.3962320257083863e-9,
    4.9406023882249696e-10,
    1.1889147107846438e-11,
    -3.1499165279632414e-11,
    -1.3215811840447713e-11,
    -1.7941785315068061e-12,
    7.1801244513836662e-13,
    3.8527783827421427e-13,
    1.5400862175214098e-14,
    -4.1505693472872221e-14,
    -9.5548466988283076e-15,
    3.8116806693526224e-15,
    1.7725601330565264e-15,
    -3.4254856196772191e-16,
    -2.8276239805165835e-16,
    3.4612228676974611e-17,
    4.46562142029676e-17,
    -4.8305044859441821e-18,
    -7.233180487874754e-18,
    9.9214754121736986e-19,
    1.1936508908459821e-18,
)
_I1_BELOW = (
    0.25258718644363365,
    -0.17641651835783406,
    0.1026436586898471,
    -0.052945981208094991,
    0.024726449030626517,
    -0.010564084894626198,
    0.0041564229443128882,
    -0.0015135724506312531,
    0.00051228595616857577,
    -0.00016176081582589675,
    4.7815651075500542e-5,
    -1.3273163656039436e-5,
    3.4702513081376785e-6,
    -8.5687202646954547e-7,
    2.0032947535521353e-7,
    -4.4450591287963281e-8,
    9.3815373864957718e-9,
    -1.8872497517228293e-9,
    3.625590281552117e-10,
    -6.6634897235020277e-11,
    1.1736186298890902e-11,
    -1.9839743977649437e-12,
    3.2237933659455747e-13,
    -5.0421855047279117e-14,
    7.6006842947354069e-15,
    -1.1055969477353863e-15,
    1.5536319577362005e-16,
    -2.1114212143581661e-17,
    2.7779141127610464e-18,
)
_I1_ABOVE = (
    0.77857623501828012,
    -0.0097610974913614684,
    -0.00011058893876262372,
    -3.8825648088776904e-6,
    -2.5122362378702089e-7,
    -2.6314688468895195e-8,
    -3.835380385964237e-9,
    -5.5897434621965838e-10,
    -1.8974958123505412e-11,
    3.2526035830154882e-11,
    1.4125807436613781e-11,
    2.0356285441470895e-12,
    -7.1985517762459085e-13,
    -4.0835511110921973e-13,
    -2.1015418427726643e-14,
    4.2724400167119514e-14,
    1.0420276984128803e-14,
    -3.8144030724370078e-15,
    -1.8803547755107824e-15,
    3.3082023109209283e-16,
    2.9626289976459501e-16,
    -3.209525921993424e-17,
    -4.6503053684893583e-17,
    4.4143483230717079e-18,
    7.5172963108421048e-18,
    -9.3141788673268834e-19,
    -1.242193275194891e-18,
)
