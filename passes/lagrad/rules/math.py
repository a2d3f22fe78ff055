"""Derivatives of `math`; `strong` marks partials that are infinite somewhere."""

from math import log, pi, sqrt

from ..scalars import call, to_float, where
from . import chooses, inactive, partials
from .kinks import sign, strong
from .powers import slope_of_integer_power, slope_of_power
from .scaled import over_one_and_square, root_of_one_and_square, root_of_square_less_one, x_over_squares, y_over_squares


def fpowi(ct, x, n):
    return where(n == 0, 0.0, strong(ct, ct * slope_of_integer_power("math.fpowi", x, n, to_float(n, x))))


def powf_base(ct, x, y):
    return strong(ct * y, ct * slope_of_power("math.powf", x, y))


def powf_exponent(ct, x, out):
    return where(x == 0.0, 0.0, ct * out * call("math.log", x))


partials("math.absf(x)", x=lambda ct, x: ct * sign(x))
partials("math.acos(x)", x=lambda ct, x: strong(ct, -(ct / call("math.sqrt", (1.0 - x) * (1.0 + x)))))
partials("math.acosh(x)", x=lambda ct, x: strong(ct, ct / root_of_square_less_one(x)))
partials("math.asin(x)", x=lambda ct, x: strong(ct, ct / call("math.sqrt", (1.0 - x) * (1.0 + x))))
partials("math.asinh(x)", x=lambda ct, x: ct / root_of_one_and_square(x))
partials("math.atan(x)", x=lambda ct, x: over_one_and_square(ct, x))
partials("math.atan2(y, x)", y=lambda ct, y, x: x_over_squares(ct, x, y), x=lambda ct, y, x: -y_over_squares(ct, x, y))
partials("math.atanh(x)", x=lambda ct, x: strong(ct, ct / ((1.0 - x) * (1.0 + x))))
partials("math.cbrt(x)", x=lambda ct, out: strong(ct, ct / (3.0 * out * out)))
partials(
    "math.clampf(x, lo, hi)",  # at a bound the bound is the result
    x=lambda ct, x, lo, hi: where(x > lo, where(x < hi, ct, 0.0), 0.0),
    lo=lambda ct, x, lo: where(x <= lo, ct, 0.0),
    hi=lambda ct, x, lo, hi: where(x <= lo, 0.0, where(x >= hi, ct, 0.0)),
)
partials("math.copysign(x, s)", x=lambda ct, x, s: ct * sign(x) * call("math.copysign", ct.like(1.0), s))
partials("math.cos(x)", sin="math.sin(x)", x=lambda ct, sin: -(ct * sin))
partials("math.cosh(x)", sinh="math.sinh(x)", x=lambda ct, sinh: ct * sinh)
partials("math.erf(x)", x=lambda ct, x: ct * (2 / sqrt(pi)) * call("math.exp", -(x * x)))
partials("math.erfc(x)", x=lambda ct, x: ct * (-2 / sqrt(pi)) * call("math.exp", -(x * x)))
partials("math.exp(x)", x=lambda ct, out: ct * out)
partials("math.exp2(x)", x=lambda ct, out: ct * out * log(2))
partials("math.expm1(x)", exp="math.exp(x)", x=lambda ct, exp: ct * exp)
partials("math.fma(x, y, z)", x=lambda ct, y: ct * y, y=lambda ct, x: ct * x, z=lambda ct: ct)
partials("math.fpowi(x, n)", x=fpowi)
partials("math.log(x)", x=lambda ct, x: strong(ct, ct / x))
partials("math.log10(x)", x=lambda ct, x: strong(ct, ct / x, times=1 / log(10)))
partials("math.log1p(x)", x=lambda ct, x: strong(ct, ct / (1.0 + x)))
partials("math.log2(x)", x=lambda ct, x: strong(ct, ct / x, times=1 / log(2)))
partials("math.powf(x, y)", x=powf_base, y=powf_exponent)
partials("math.rsqrt(x)", x=lambda ct, out: strong(ct, ct * out * (out * out), times=-0.5))
partials("math.sin(x)", cos="math.cos(x)", x=lambda ct, cos: ct * cos)
partials("math.sinh(x)", cosh="math.cosh(x)", x=lambda ct, cosh: ct * cosh)
partials("math.sqrt(x)", x=lambda ct, out: strong(ct, ct / out, times=0.5))
partials("math.tan(x)", x=lambda ct, out: ct * (1.0 + out * out))
# The operand would say more where the result is next to one; but the derivative would take another exponential.
partials("math.tanh(x)", x=lambda ct, out: ct * ((1.0 + out) * (1.0 - out)))
chooses("math.clampf")
inactive("math.ceil", "math.floor", "math.round", "math.roundeven", "math.trunc")
inactive("math.isfinite", "math.isinf", "math.isnan", "math.isnormal")
