"""exp and what is made of it: exp2, expm1, tanh, sinh, cosh."""

from __future__ import annotations

import math

from .arithmetic import Bits, Float, multiply_add, polynomial, power_of_two, rounded, scaled, where


def exp(x: Float, rest: Float | None = None) -> Float:
    """2^n e^r with n the nearest integer to x / ln 2; denormal and infinite results included.

    With a rest e^(x + rest), for one that x + rest would lose.
    """
    n, bits, r = _reduced(_clamped(x, math.log(2)))
    return _power(x, math.log(2), 1 + _expm1_near_zero(r if rest is None else r + rest), bits)


def decay(x: Float) -> Float:
    """e^-|x|, which no bound from above is needed for."""
    negative = Float((-abs(x)).value, x.scales)
    n, bits, r = _reduced(_bounded_below(negative, math.log(2)))
    return _power(negative, math.log(2), 1 + _expm1_near_zero(r), bits)


def exp2(x: Float) -> Float:
    """As exp, but the reduction is exact."""
    bounded = _clamped(x)
    n, bits = rounded(bounded)
    return _power(x, 1.0, 1 + _expm1_near_zero((bounded - n) * math.log(2)), bits)


def expm1(x: Float) -> Float:
    """2^n (e^r - 1) + (2^n - 1)."""
    most = (x.format.bias + 1.25) * math.log(2)  # infinite from here on, and r is positive
    n, bits, r = _reduced(x.at_most(most))
    p = _expm1_near_zero(r, x.waits)
    half = power_of_two(bits + (x.format.bias - 1))  # 2^n may be too large by itself
    grown = 2 * multiply_add(p, half, half - 0.5)
    least = -(x.format.mantissa + 3) * math.log(2)
    return where(x < least, -1.0, where(n.equals(0.0), where(x.equals(0.0), x, p), grown))


def tanh(x: Float) -> Float:
    """t / (t + 2) for t = e^(2 |x|) - 1."""
    most = 0.5 * (x.format.mantissa + 3) * math.log(2)  # from here on it rounds to 1
    n, bits, r = _reduced(2 * abs(x).at_most(most))
    scale = power_of_two(bits + x.format.bias)
    t = multiply_add(_expm1_near_zero(r, x.waits), scale, scale - 1)
    return (t / (t + 2)).with_sign_of(x)


def sinh(x: Float) -> Float:
    """u + u / (2 u + 1) for 2 u = e^|x| - 1."""
    most = (x.format.bias + 2.25) * math.log(2)
    size = abs(x)
    n, bits, r = _reduced(size.at_most(most))
    quarter = power_of_two(bits + (x.format.bias - 2))
    u = 2 * multiply_add(_expm1_near_zero(r, x.waits), quarter, quarter - 0.25)
    large = x.format.mantissa * math.log(2)  # the second term no longer counts, and may be infinite by infinite
    y = where(size > large, u, u + u / (2 * u + 1))
    return where(size < 2.0 ** -(x.format.mantissa / 2), x, y.with_sign_of(x))


def cosh(x: Float) -> Float:
    """h + 1 / (4 h) for h = e^|x| / 2."""
    most = (x.format.bias + 2.25) * math.log(2)
    n, bits, r = _reduced(abs(x).at_most(most))
    h = (scaled if x.scales else _scaled)(1 + _expm1_near_zero(r), bits - 1)
    return h + 0.25 / h


def _clamped(x: Float, unit: float = 1.0) -> Float:
    """x where 2^(x / unit) is a number other than zero, denormal ones included; else a bound. A NaN stays.

    The lower one is so low that `_scaled` multiplies by zero. What is just below the least number would round to zero
    as well, but processors take a hundred times as long for such a product, and half of what a mask leaves is this one.
    """
    return _bounded_below(x, unit).at_most((x.format.bias + 2) * unit)


def _bounded_below(x: Float, unit: float) -> Float:
    return x if x.scales else x.at_least(-2.0 * x.format.bias * unit)


def _power(x: Float, unit: float, y: Float, bits: Bits) -> Float:
    """y 2^n for n in the low bits, which is 2^(x / unit)."""
    if not x.scales:
        return _scaled(y, bits)
    return where(x < -(x.format.bias + x.format.mantissa) * unit, 0.0, scaled(y, bits))


def _reduced(x: Float) -> tuple[Float, Bits, Float]:
    """n, its bits, and r = x - n ln 2, between -ln 2 / 2 and ln 2 / 2."""
    high, low = x.format.ln2
    n, bits = rounded(x, 1 / math.log(2))
    return n, bits, multiply_add(n, -low, multiply_add(n, -high, x))


def _expm1_near_zero(r: Float, waits: bool = False) -> Float:
    """e^r - 1 for a reduced r."""
    return multiply_add(r * r, polynomial(r, r.format.exp, waits), r)


def _scaled(y: Float, bits: Bits) -> Float:
    """y 2^n, in two steps: neither power is too small or too large for a number. For n = -2 bias both are zero."""
    doubled = bits + 2 * bits.format.bias  # positive in the low bits; the high ones are shifted out
    half = doubled >> 1
    return y * power_of_two(half) * power_of_two(doubled - half)
