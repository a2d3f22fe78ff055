"""log, log2, log10 and log1p."""

from __future__ import annotations

import math
import struct

from .arithmetic import Float, multiply_add, polynomial, where


def log(x: Float) -> Float:
    """k ln 2 + log m, for x = 2^k m and m between sqrt(1/2) and sqrt(2)."""
    k, f = split(x)
    return _at_ends(x, _sum(k, f))


def log2(x: Float) -> Float:
    k, f = split(x)
    return _at_ends(x, multiply_add(_near_one(f), 1 / math.log(2), k))


def log10(x: Float) -> Float:
    k, f = split(x)
    return _at_ends(x, _sum(k, f) * (1 / math.log(10)))


def log1p(x: Float) -> Float:
    """log u + (what rounding 1 + x to u has lost) / u."""
    u = x + 1
    lost = where(x < 1, x - (u - 1), 1 - (u - x))
    k, f = split(u)
    y = _sum(k, f, lost / u)
    return where(abs(x) < 2.0 ** -(x.format.mantissa + 2), x, _at_ends(u, y))


def split(x: Float) -> tuple[Float, Float]:
    """k and m - 1 for a positive x."""
    format = x.format
    least = 2.0 ** (1 - format.bias)
    up = format.mantissa + 2
    is_denormal = x < least
    bits = where(is_denormal, x * 2.0**up, x).bits()
    one = format.bias << format.mantissa
    root = _bits_of(math.sqrt(0.5), format)
    biased = (bits + (one - root)) >> format.mantissa  # k + bias, not negative
    m = (bits - ((biased - format.bias) << format.mantissa)).float()
    # Next to a power of two as large as this the low bits of a float count in ones.
    whole = 2.0**format.mantissa
    k = (biased | _bits_of(whole, format)).float() - (whole + format.bias)
    k = where(is_denormal, k - up, k)
    return k, m - 1


def _near_one(f: Float) -> Float:
    """log(1 + f), for s = f / (2 + f) and log(1 + f) = 2 s + s^3 P(s^2), of which f is a part: 2 s = f - s f."""
    return f - _rest(f)


def _rest(f: Float) -> Float:
    """f - log(1 + f)."""
    s = f / (f + 2)
    z = s * s
    half_square = 0.5 * f * f
    return half_square - s * multiply_add(z, polynomial(z, f.format.log), half_square)


def _sum(k: Float, f: Float, rest: Float | float = 0.0) -> Float:
    """k ln 2 + log(1 + f) + rest, small terms first."""
    high, low = f.format.ln2
    small = multiply_add(k, low, rest - _rest(f))
    return multiply_add(k, high, f + small)


def _at_ends(x: Float, y: Float) -> Float:
    """y, but for the arguments of which the logarithm is no number."""
    y = where(x.equals(math.inf), x, y)
    return where(x > 0, y, where(x.equals(0.0), x.like(-math.inf), math.nan))


def _bits_of(number: float, format) -> int:
    return int.from_bytes(struct.pack(">d", number) if format.mantissa == 52 else struct.pack(">f", number))
