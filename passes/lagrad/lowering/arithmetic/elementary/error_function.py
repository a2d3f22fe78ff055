"""erf."""

from __future__ import annotations

from .arithmetic import Float, multiply_add, polynomial, where
from .exponential import exp
from .tables import ERFC_CENTRE


def erf(x: Float) -> Float:
    """A polynomial up to 1, and from there 1 - exp(log erfc x), of which the logarithm is -x^2 and another polynomial."""
    size = abs(x)
    z = size * size
    slope, rest = x.format.erf_slope
    near = multiply_add(size, multiply_add(z, polynomial(z, x.format.erf), x.like(rest)), size * slope)
    last = 6.0 if x.format.width == 64 else 4.0  # from here on it rounds to 1
    bounded = where(size > last, last, size)
    far = 1 - exp(-multiply_add(bounded, bounded, polynomial(bounded - ERFC_CENTRE, x.format.log_erfc)))
    return where(size < 1, near, far).with_sign_of(x)
