"""exp and what is made of it: exp2, expm1, tanh, sinh, cosh."""

from __future__ import annotations

import math

from .arithmetic import Bits, Float, multiply_add, polynomial, power_of_two, rounded, where


def exp(x: Float) -> Float:
    """2^n e^r with n the nearest integer to x / ln 2; denormal and infinite results included."""
    n, bits, r = _reduced(_clamped(x))
    return _scaled(1 + _expm1_near_zero(r), bits)


def exp_of_sum(x: Float, rest: Float) -> Float:
    """e^(x + rest), for a rest that x + rest would lose."""
    n, bits, r = _reduced(_clamped(x))
    return _scaled(1 + _expm1_near_zero(r + rest), bits)


def exp2(x: Float) -> Float:
    """As exp, but the reduction is exact."""
    least, most = _exponents(x)
    x = where(x < least, least, where(x > most, most, x))
    n, bits = rounded(x)
    return _scaled(1 + _expm1_near_zero((x - n) * math.log(2)), bits)


def expm1(x: Float) -> Float:
    """2^n (e^r - 1) + (2^n - 1)."""
    most = (x.format.bias + 1.25) * math.log(2)  # infinite from here on, and r is positive
    n, bits, r = _reduced(where(x > most, most, x))
    p = _expm1_near_zero(r)
    half = power_of_two(bits + (x.format.bias - 1))  # 2^n may be too large by itself
    grown = 2 * multiply_add(p, half, half - 0.5)
    least = -(x.format.mantissa + 3) * math.log(2)
    return where(x < least, -1.0, where(n.equals(0.0), where(x.equals(0.0), x, p), grown))


def tanh(x: Float) -> Float:
    """t / (t + 2) for t = e^(2 |x|) - 1."""
    most = 0.5 * (x.format.mantissa + 3) * math.log(2)  # from here on it rounds to 1
    size = abs(x)
    n, bits, r = _reduced(2 * where(size > most, most, size))
    scale = power_of_two(bits + x.format.bias)
    t = multiply_add(_expm1_near_zero(r), scale, scale - 1)
    return (t / (t + 2)).with_sign_of(x)


def sinh(x: Float) -> Float:
    """u + u / (2 u + 1) for 2 u = e^|x| - 1."""
    most = (x.format.bias + 2.25) * math.log(2)
    size = abs(x)
    n, bits, r = _reduced(where(size > most, most, size))
    quarter = power_of_two(bits + (x.format.bias - 2))
    u = 2 * multiply_add(_expm1_near_zero(r), quarter, quarter - 0.25)
    large = x.format.mantissa * math.log(2)  # the second term no longer counts, and may be infinite by infinite
    y = where(size > large, u, u + u / (2 * u + 1))
    return where(size < 2.0 ** -(x.format.mantissa / 2), x, y.with_sign_of(x))


def cosh(x: Float) -> Float:
    """h + 1 / (4 h) for h = e^|x| / 2."""
    most = (x.format.bias + 2.25) * math.log(2)
    size = abs(x)
    n, bits, r = _reduced(where(size > most, most, size))
    h = _scaled(1 + _expm1_near_zero(r), bits - 1)
    return h + 0.25 / h


def _exponents(x: Float) -> tuple[float, float]:
    """Below and above every n of which 2^n is a number other than zero, denormal ones included.

    The lower one is so low that `_scaled` multiplies by zero. What is just below the least number would round to zero
    as well, but processors take a hundred times as long for such a product, and half of what a mask leaves is this one.
    """
    return -2.0 * x.format.bias, float(x.format.bias + 2)


def _clamped(x: Float) -> Float:
    """x where e^x is a number other than zero; else a bound. A NaN stays."""
    least, most = (e * math.log(2) for e in _exponents(x))
    return where(x < least, least, where(x > most, most, x))


def _reduced(x: Float) -> tuple[Float, Bits, Float]:
    """n, its bits, and r = x - n ln 2, between -ln 2 / 2 and ln 2 / 2."""
    high, low = x.format.ln2
    n, bits = rounded(x * (1 / math.log(2)))
    return n, bits, multiply_add(n, -low, multiply_add(n, -high, x))


def _expm1_near_zero(r: Float) -> Float:
    """e^r - 1 for a reduced r."""
    return multiply_add(r * r, polynomial(r, r.format.exp), r)


def _scaled(y: Float, bits: Bits) -> Float:
    """y 2^n, in two steps: neither power is too small or too large for a number. For n = -2 bias both are zero."""
    doubled = bits + 2 * bits.format.bias  # positive in the low bits; the high ones are shifted out
    half = doubled >> 1
    return y * power_of_two(half) * power_of_two(doubled - half)
