"""sin and cos of arguments that are not large; atan."""

from __future__ import annotations

import math

from .arithmetic import Bits, Float, fma, multiply_add, polynomial, rounded, where


def large(x: Float) -> float:
    """From here on pi / 2 in three parts is not precise enough: the reduction would take more of its digits."""
    return 2.0**30 if x.format.width == 64 else 2.0**16


def sin(x: Float) -> Float:
    """For |x| < large(x)."""
    return where(x.equals(0.0), x, _turned(x, 0))  # the sign of zero


def cos(x: Float) -> Float:
    """For |x| < large(x)."""
    return _turned(x, 1)


def atan(x: Float) -> Float:
    """atan x = pi / 4 + atan((x - 1) / (x + 1)) = pi / 2 + atan(-1 / x), for positive x."""
    size = abs(x)
    middle, outer = size > math.tan(math.pi / 8), size > math.tan(3 * math.pi / 8)
    above = where(outer, -1.0, where(middle, size - 1, size))
    below = where(outer, size, where(middle, size + 1, 1.0))
    r = above / below
    z = r * r
    half, rest, _ = x.format.half_pi
    begin = where(outer, half, where(middle, x.like(half / 2), 0.0))
    lost = where(outer, rest, where(middle, x.like(rest / 2), 0.0))
    y = begin + (multiply_add(r * z, polynomial(z, x.format.atan), lost) + r)
    return y.with_sign_of(x)


def _turned(x: Float, turns: int) -> Float:
    """sin(x + turns pi / 2)."""
    bits, r = _reduced(x)
    z = r * r
    sine = multiply_add(r * z, polynomial(z, x.format.sin), r)
    cosine = 1 - (0.5 * z - z * z * polynomial(z, x.format.cos))
    quarter = bits + turns if turns else bits
    y = where(quarter.has(1), cosine, sine)
    sign = (quarter & 2) << (x.format.width - 2)
    return (y.bits() ^ sign).float()


def _reduced(x: Float) -> tuple[Bits, Float]:
    """The bits of n, and r = x - n pi / 2, between -pi / 4 and pi / 4.

    The first step is exact: the product has no bit below the last one of pi / 2, and the difference none above. The
    others round once each; where they cancel, x is next to a multiple of pi / 2, the parts of it are precise enough.
    """
    n, bits = rounded(x, 2 / math.pi)
    r = x
    for part in x.format.half_pi:
        r = fma(n, -part, r)
    return bits, r
