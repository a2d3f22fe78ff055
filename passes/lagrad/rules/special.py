"""Derivatives of special functions on real numbers, `lagrad.erfcx` and so on; `special_values` has what they compute.

Each derivative is such a function again, or arithmetic, so that second ones are as exact as first ones.
"""

from math import pi, sqrt

from ..mlir import ir
from ..scalars import Scalar, call, where
from . import partials
from .kinks import sign, strong

TAIL_FROM = 4.0  # from there on erfcx is 1 / (x sqrt(pi)), less a small part


def erfcx_tail(x):
    """1 / sqrt(pi) - x erfcx(x) for x >= 4, with no digits lost: W. J. Cody's rational function (1969)."""
    z = 1.0 / (x * x)
    above, below = 1.63153871373020978e-2 * z, z
    for a, b in _TAIL:
        above, below = (above + a) * z, (below + b) * z
    return z * (above + 6.58749161529837803e-4) / (below + 2.33520497626869185e-3)


_TAIL = (
    (3.05326634961232344e-1, 2.56852019228982242),
    (3.60344899949804439e-1, 1.87295284992346725),
    (1.25781726111229246e-1, 5.27905102951428412e-1),
    (1.60837851487422766e-2, 6.05183413124413191e-2),
)


def erfcx_slope(x, out):
    far = where(x >= TAIL_FROM, x, TAIL_FROM)
    return where(x >= TAIL_FROM, -2.0 * erfcx_tail(far), 2.0 * x * out - 2 / sqrt(pi))


def bessel_slope(x, even, odd, limit):
    """I1' = I0 - I1 / x, or one like it: at zero it is the limit."""
    return where(x == 0.0, limit, even - odd / where(x == 0.0, 1.0, x))


def size(x):
    return call("math.absf", x)


def with_sign_of(x, value):
    return where(x < 0.0, -value, value)


def following(n):
    """The next whole number."""
    return Scalar(ir.Operation.create("arith.addi", [n.type], [n.value, n.like(1).value]).result)


# Near 1 the result has no digits left of what it lacks to 1; JAX and PyTorch do without them too.
partials("lagrad.logistic(x)", x=lambda ct, out: ct * out * (1.0 - out))
partials("lagrad.erfcx(x)", x=lambda ct, x, out: ct * erfcx_slope(x, out))
partials("lagrad.erf_inv(x)", x=lambda ct, out: strong(ct, ct * (sqrt(pi) / 2) * call("math.exp", out * out)))
partials("lagrad.ndtri(x)", x=lambda ct, out: strong(ct, ct * sqrt(2 * pi) * call("math.exp", 0.5 * out * out)))
partials("lagrad.bessel_i0(x)", x=lambda ct, x: ct * call("lagrad.bessel_i1", x))
partials("lagrad.bessel_i1(x)", x=lambda ct, x, out: ct * bessel_slope(x, call("lagrad.bessel_i0", x), out, 0.5))
partials("lagrad.bessel_i0e(x)", x=lambda ct, x, out: ct * (call("lagrad.bessel_i1e", x) - sign(x) * out))
partials(
    "lagrad.bessel_i1e(x)",
    x=lambda ct, x, out: ct * bessel_slope(x, call("lagrad.bessel_i0e", x) - with_sign_of(x, out), out, 0.5),
)
partials("lagrad.digamma(x)", x=lambda ct, x: ct * polygamma(Scalar(_one()), x))
partials("lagrad.polygamma(n, x)", x=lambda ct, n, x: ct * polygamma(following(n), x))


def polygamma(n, x):
    return Scalar(ir.Operation.create("lagrad.polygamma", [x.type], [n.value, x.value]).result)


def _one():
    type = ir.IntegerType.get_signless(32)
    return ir.Operation.create("arith.constant", [type], attributes={"value": ir.IntegerAttr.get(type, 1)}).result
