"""x^y = exp(y log x), with a logarithm of twice the precision: errors of the exponent are multiplied by up to 745."""

from __future__ import annotations

import math

from ....build import emit1
from .arithmetic import Float, both, either, fma, polynomial, where
from .exponential import exp
from .logarithm import split
from .tables import TWO_THIRDS


def power(x: Float, y: Float) -> Float:
    """x^y; a negative x has powers of whole numbers, as C's pow."""
    size = abs(x)
    high, low = _log(size)
    high = where(size.equals(0.0), x.like(-math.inf), where(size < math.inf, high, size))
    low = where(both(size > 0, size < math.inf), low, 0.0)
    exponent = y * high
    rest = fma(y, high, -exponent) + y * low
    rest = where(abs(rest) < 1, rest, 0.0)  # neither NaN nor infinite, where the exponent is
    result = exp(exponent, rest)
    result = where(both(size.equals(1.0), abs(y).equals(math.inf)), 1.0, result)  # -1 too
    whole = _floor(y).equals(y)
    halved = y * 0.5
    odd = both(whole, halved.differs(_floor(halved)))
    result = where(odd, result.with_sign_of(x), result)
    result = where(both(both(x < 0, size < math.inf), _floor(y).differs(y)), math.nan, result)
    return where(either(x.equals(1.0), y.equals(0.0)), 1.0, result)  # of a NaN too


def _log(x: Float) -> tuple[Float, Float]:
    """The logarithm as a sum of two floats, for a positive finite x.

    log(1 + f) = 2 s + 2 s^3 / 3 + s^5 P(s^2) for s = f / (2 + f); the first two terms have twice the precision.
    """
    k, f = split(x)
    d = f + 2
    d_low = f - (d - 2)
    s = f / d
    s_low = (fma(-s, d, f) - s * d_low) / d
    z = s * s
    z_low = fma(s, s, -z) + 2 * s * s_low
    first, first_low = TWO_THIRDS[x.format.width]
    term = z * polynomial(z, x.format.log_double)
    p = term + first
    p_low = (first - p) + term + first_low
    cube = s * z
    cube_low = fma(s, z, -cube) + s * z_low + s_low * z
    r = cube * p
    r_low = fma(cube, p, -r) + cube * p_low + cube_low * p
    twice = 2 * s
    near = twice + r
    near_low = (twice - near) + r + 2 * s_low + r_low
    ln2, ln2_low = x.format.ln2
    whole = k * ln2
    high = whole + near
    low = (whole - high) + near + (near_low + k * ln2_low)
    return high, low


def _floor(x: Float) -> Float:
    return Float(emit1("math.floor", x.value.type, x.value))
