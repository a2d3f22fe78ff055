"""Derivatives of `complex`, in JAX's convention: the cotangent of z pairs with dz as Re(ct * dz).

A holomorphic function's adjoint is ct * f'(z), without conjugates; a real-valued one's is
ct * (df/dx - i df/dy).
"""

from ..scalars import call, imag, make_complex, real, where
from . import inactive, partials, pushforwards, refused


def _real_only(ct):
    return make_complex(ct, ct.like(0.0))


def abs_adjoint(ct, z, out):
    return make_complex(_over(ct * real(z), out), -_over(ct * imag(z), out))


def _over(x, modulus):
    """x / modulus, and 0 at 0: a local minimum of the modulus."""
    return where(modulus == 0.0, 0.0, x / modulus)


def angle_adjoint(ct, z):
    x, y = real(z), imag(z)
    square = x * x + y * y
    return make_complex(-(ct * y / square), -(ct * x / square))


partials("complex.add(x, y)", x=lambda ct: ct, y=lambda ct: ct)
partials("complex.sub(x, y)", x=lambda ct: ct, y=lambda ct: -ct)
partials("complex.mul(x, y)", x=lambda ct, y: ct * y, y=lambda ct, x: ct * x)
partials("complex.div(x, y)", x=lambda ct, y: ct / y, y=lambda ct, y, out: -(ct * out / y))
partials("complex.neg(x)", x=lambda ct: -ct)
partials("complex.exp(z)", z=lambda ct, out: ct * out)
partials("complex.log(z)", z=lambda ct, z: ct / z)
partials("complex.conj(z)", z=lambda ct: call("complex.conj", ct))
partials("complex.re(z)", z=_real_only)
partials("complex.im(z)", z=lambda ct: make_complex(ct.like(0.0), -ct))
partials("complex.create(x, y)", x=lambda ct: real(ct), y=lambda ct: -imag(ct))
partials("complex.abs(z)", z=abs_adjoint)
pushforwards("complex.abs", z=lambda dz, z, out: _over(real(z) * real(dz) + imag(z) * imag(dz), out))
partials("complex.angle(z)", z=angle_adjoint)
pushforwards("complex.angle", z=lambda dz, z: (real(z) * imag(dz) - imag(z) * real(dz)) / (real(z) * real(z) + imag(z) * imag(z)))
inactive("complex.constant", "complex.eq", "complex.neq")
refused(
    "this complex function has no rule; write it with complex.exp, complex.log and arithmetic",
    *(
        f"complex.{name}"
        for name in "atan2 cos expm1 log1p pow powi rsqrt sign sin sqrt tan tanh".split()
    ),
)
refused("it reinterprets the bits of an active value, which has no derivative", "complex.bitcast")
