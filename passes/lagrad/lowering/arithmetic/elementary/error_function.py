"""erf and erfc."""

from __future__ import annotations

from .arithmetic import Float, fma, multiply_add, polynomial, where
from .exponential import exp
from .tables import ERFC_CENTRE, SCALED_CENTRE


def erf(x: Float) -> Float:
    """A polynomial up to 1, and from there 1 - exp(log erfc x), of which the logarithm is -x^2 and another
    polynomial."""
    size = abs(x)
    z = size * size
    slope, rest = x.format.erf_slope
    near = multiply_add(size, multiply_add(z, polynomial(z, x.format.erf), x.like(rest)), size * slope)
    last = 6.0 if x.format.width == 64 else 4.0  # from here on it rounds to 1
    bounded = where(size > last, last, size)
    far = 1 - exp(-multiply_add(bounded, bounded, polynomial(bounded - ERFC_CENTRE, x.format.log_erfc)))
    return where(size < 1, near, far).with_sign_of(x)


def erfc(x: Float) -> Float:
    """exp(-x^2) P(q) / (1 + 2 x) for q = (x - c) / (x + c), which is bounded; 2 - erfc(-x) for a negative x.

    The form is that of M. M. Shepherd and J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x in
    0 <= x < infinity", Mathematics of Computation 36, 1981.
    """
    size = abs(x)
    last = 27.3 if x.format.width == 64 else 10.1  # from here on it rounds to 0
    size = where(size > last, last, size)
    # q is near -1 for a small x, and twice its error goes to the result: the quotient is corrected by what it leaves.
    inverse = 1 / (size + SCALED_CENTRE)
    q = (size - SCALED_CENTRE) * inverse
    q = fma(fma(q, -size, fma(q + 1, -SCALED_CENTRE, size)), inverse, q)
    scaled = polynomial(q, x.format.scaled_erfc) / (1 + 2 * size)
    square = size * size  # errors of it are multiplied by itself
    tail = scaled * exp(-square, -fma(size, size, -square))
    return where(x < 0, 2 - tail, tail)
