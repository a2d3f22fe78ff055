"""Derivatives of `complex`, in JAX's convention: the cotangent of z pairs with dz as Re(ct * dz).

A holomorphic function's adjoint is ct * f'(z), without conjugates; a real-valued one's is
ct * (df/dx - i df/dy).
"""

from ..scalars import call, imag, make_complex, modulus, real, to_float, where
from . import inactive, partials, pushforwards, refused
from .kinks import strong
from .powers import slope_of_integer_power, slope_of_power
from .scaled import x_over_squares, y_over_squares


def _real_only(ct):
    return make_complex(ct, ct.like(0.0))


def _over(x, size):
    """x / |z|, and 0 where z is 0: a local minimum of the modulus."""
    return where(size == 0.0, 0.0, x / size)


def abs_adjoint(ct, z, out):
    return make_complex(ct * _over(real(z), out), -(ct * _over(imag(z), out)))


def abs_pushforward(dz, z, out):
    return _over(real(z), out) * real(dz) + _over(imag(z), out) * imag(dz)


def angle_adjoint(ct, z):
    return make_complex(-y_over_squares(ct, real(z), imag(z)), -x_over_squares(ct, real(z), imag(z)))


def angle_pushforward(dz, z):
    x, y = real(z), imag(z)
    return x_over_squares(imag(dz), x, y) - y_over_squares(real(dz), x, y)


def sign_adjoint(ct, z, out):
    """The result turns with the part of dz across z: d out = i out Im(conj(out) dz) / |z|."""
    turn = _over(imag(ct * out), modulus(z))
    return make_complex(turn * imag(out), turn * real(out))


def sign_pushforward(dz, z, out):
    turn = _over(real(out) * imag(dz) - imag(out) * real(dz), modulus(z))
    return make_complex(-(turn * imag(out)), turn * real(out))


def sine(z):
    """sin z from functions of its parts: upstream's complex.sin has no digits of a small imaginary part."""
    x, y = real(z), imag(z)
    return make_complex(call("math.sin", x) * call("math.cosh", y), call("math.cos", x) * call("math.sinh", y))


def tan_slope(z):
    """1 / cos^2 z = 4 w / (1 + w)^2, with w = e^2iz or e^-2iz, whichever is not larger than one.

    1 + tan^2 z would cancel.
    """
    iz = make_complex(-imag(z), real(z))
    return _slope(where(imag(z) > 0.0, iz, -iz))


def tanh_slope(z):
    """1 / cosh^2 z, likewise."""
    return _slope(where(real(z) > 0.0, -z, z))


def _slope(half_exponent):
    root = call("complex.exp", half_exponent)
    w = root * root
    return 4.0 * w / ((1.0 + w) * (1.0 + w))


def pow_base(ct, x, y):
    return strong(ct * y, ct * slope_of_power("complex.pow", x, y))


def pow_exponent(ct, x, out):
    return where(x == 0.0, 0.0, ct * out * call("complex.log", x))


def powi(ct, z, n):
    factor = _real_only(to_float(n, real(z)))
    return where(n == 0, 0.0, strong(ct, ct * slope_of_integer_power("complex.powi", z, n, factor)))


partials("complex.add(x, y)", x=lambda ct: ct, y=lambda ct: ct)
partials("complex.sub(x, y)", x=lambda ct: ct, y=lambda ct: -ct)
partials("complex.mul(x, y)", x=lambda ct, y: ct * y, y=lambda ct, x: ct * x)
partials("complex.div(x, y)", x=lambda ct, y: ct / y, y=lambda ct, y, out: -(ct * out / y))
partials("complex.neg(x)", x=lambda ct: -ct)
partials("complex.exp(z)", z=lambda ct, out: ct * out)
partials("complex.log(z)", z=lambda ct, z: strong(ct, ct / z))
partials("complex.conj(z)", z=lambda ct: call("complex.conj", ct))
partials("complex.re(z)", z=_real_only)
partials("complex.im(z)", z=lambda ct: make_complex(ct.like(0.0), -ct))
partials("complex.create(x, y)", x=lambda ct: real(ct), y=lambda ct: -imag(ct))
partials("complex.abs(z)", z=abs_adjoint)
pushforwards("complex.abs", z=abs_pushforward)
partials("complex.angle(z)", z=angle_adjoint)
pushforwards("complex.angle", z=angle_pushforward)
partials("complex.sign(z)", z=sign_adjoint)
pushforwards("complex.sign", z=sign_pushforward)
partials(
    "complex.atan2(y, x)",
    y=lambda ct, y, x: x_over_squares(ct, x, y),
    x=lambda ct, y, x: -y_over_squares(ct, x, y),
)
partials("complex.cos(z)", z=lambda ct, z: -(ct * sine(z)))
partials("complex.expm1(z)", z=lambda ct, z: ct * call("complex.exp", z))
partials("complex.log1p(z)", z=lambda ct, z: strong(ct, ct / (1.0 + z)))
partials("complex.pow(x, y)", x=pow_base, y=pow_exponent)
partials("complex.powi(z, n)", z=powi)
partials("complex.rsqrt(z)", z=lambda ct, z, out: strong(ct, -0.5 * ct * out / z))
partials("complex.sin(z)", z=lambda ct, z: ct * call("complex.cos", z))
partials("complex.sqrt(z)", z=lambda ct, out: strong(ct, 0.5 * ct / out))
partials("complex.tan(z)", z=lambda ct, z: ct * tan_slope(z))
partials("complex.tanh(z)", z=lambda ct, z: ct * tanh_slope(z))
inactive("complex.constant", "complex.eq", "complex.neq")
refused("it reinterprets the bits of an active value, which has no derivative", "complex.bitcast")
