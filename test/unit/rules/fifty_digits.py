"""Every elementwise rule once more, in mpmath: what an operand gets of a cotangent, of exact operands, to 50 digits.

`TWINS["math.exp"]["x"](ct, x)` is the adjoint of `x`. A twin raises ValueError or ZeroDivisionError at kinks, and where
there is no derivative.
"""

from __future__ import annotations

import mpmath
from mpmath import mp, mpc, mpf

mp.dps = 50


def times(slope):
    """The adjoint of an operand of a holomorphic or real function, whose derivative is given."""
    return lambda ct, *operands: ct * slope(*operands)


def unary(slope):
    return [times(slope)]


def undefined():
    raise ValueError("no derivative here")


def _kink(value, *where):
    return undefined() if 0 in where else value


def larger(x, y):
    return _kink(mpf(x > y), x - y)


def _clamp_share(which):
    def share(x, low, high):
        _kink(0, x - low, x - high, low - high)
        return mpf((x < low, low < x < high, x > high)[which] if low < high else undefined())

    return share


def power(x, y):
    """y x^(y - 1)"""
    return undefined() if x < 0 and y != mpmath.floor(y) else y * x ** (y - 1)


def whole_power(x, n):
    return n * x ** (n - 1) if n else mpf(0)


def _squares(x, y):
    return x * x + y * y


def _modulus_adjoint(ct, z):
    return ct * mpmath.conj(z) / abs(z)


def _sign_adjoint(ct, z):
    """From the derivatives of the two parts of (x + iy) / r by x and y."""
    x, y, r3 = z.real, z.imag, abs(z) ** 3
    by_x, by_y = mpc(y * y, -x * y) / r3, mpc(-x * y, x * x) / r3
    return mpc((ct * by_x).real, -(ct * by_y).real)


def _principal(z):
    """z, unless it lies on the cut of the logarithm and of the roots."""
    return undefined() if z.imag == 0 and z.real <= 0 else z


TWINS = {
    "arith.addf": [times(lambda x, y: 1), times(lambda x, y: 1)],
    "arith.subf": [times(lambda x, y: 1), times(lambda x, y: -1)],
    "arith.mulf": [times(lambda x, y: y), times(lambda x, y: x)],
    "arith.divf": [times(lambda x, y: 1 / y), times(lambda x, y: -x / y**2)],
    "arith.negf": unary(lambda x: -1),
    "arith.remf": [times(lambda x, y: 1), times(lambda x, y: -mpmath.sign(x / y) * mpmath.floor(abs(x / y)))],
    "arith.maximumf": [times(larger), times(lambda x, y: larger(y, x))],
    "arith.minimumf": [times(lambda x, y: larger(y, x)), times(larger)],
    "arith.maxnumf": [times(larger), times(lambda x, y: larger(y, x))],
    "arith.minnumf": [times(lambda x, y: larger(y, x)), times(larger)],
    "arith.select": [None, times(lambda c, x, y: mpf(c != 0)), times(lambda c, x, y: mpf(c == 0))],
    "math.absf": unary(lambda x: _kink(mpmath.sign(x), x)),
    "math.acos": unary(lambda x: -1 / mpmath.sqrt(1 - x * x)),
    "math.acosh": unary(lambda x: 1 / mpmath.sqrt(x * x - 1)),
    "math.asin": unary(lambda x: 1 / mpmath.sqrt(1 - x * x)),
    "math.asinh": unary(lambda x: 1 / mpmath.sqrt(1 + x * x)),
    "math.atan": unary(lambda x: 1 / (1 + x * x)),
    "math.atan2": [times(lambda y, x: x / _squares(x, y)), times(lambda y, x: -y / _squares(x, y))],
    "math.atanh": unary(lambda x: 1 / (1 - x * x)),
    "math.cbrt": unary(lambda x: 1 / (3 * mpmath.cbrt(abs(x)) ** 2)),
    "math.clampf": [times(_clamp_share(1)), times(_clamp_share(0)), times(_clamp_share(2))],
    "math.copysign": [times(lambda x, s: _kink(mpmath.sign(x) * mpmath.sign(s), x, s)), times(lambda x, s: 0)],
    "math.cos": unary(lambda x: -mpmath.sin(x)),
    "math.cosh": unary(mpmath.sinh),
    "math.erf": unary(lambda x: 2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-x * x)),
    "math.erfc": unary(lambda x: -2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-x * x)),
    "math.exp": unary(mpmath.exp),
    "math.exp2": unary(lambda x: mpmath.log(2) * mpmath.power(2, x)),
    "math.expm1": unary(mpmath.exp),
    "math.fma": [times(lambda x, y, z: y), times(lambda x, y, z: x), times(lambda x, y, z: 1)],
    "math.fpowi": [times(whole_power), None],
    "math.log": unary(lambda x: 1 / x),
    "math.log10": unary(lambda x: 1 / (x * mpmath.log(10))),
    "math.log1p": unary(lambda x: 1 / (1 + x)),
    "math.log2": unary(lambda x: 1 / (x * mpmath.log(2))),
    "math.powf": [times(power), times(lambda x, y: x**y * mpmath.log(x if x > 0 else undefined()))],
    "math.rsqrt": unary(lambda x: -1 / (2 * x * mpmath.sqrt(x))),
    "math.sin": unary(mpmath.cos),
    "math.sinh": unary(mpmath.cosh),
    "math.sqrt": unary(lambda x: 1 / (2 * mpmath.sqrt(x))),
    "math.tan": unary(lambda x: 1 / mpmath.cos(x) ** 2),
    "math.tanh": unary(lambda x: 1 / mpmath.cosh(x) ** 2),
    "complex.add": [times(lambda x, y: 1), times(lambda x, y: 1)],
    "complex.sub": [times(lambda x, y: 1), times(lambda x, y: -1)],
    "complex.mul": [times(lambda x, y: y), times(lambda x, y: x)],
    "complex.div": [times(lambda x, y: 1 / y), times(lambda x, y: -x / y**2)],
    "complex.neg": unary(lambda z: -1),
    "complex.exp": unary(mpmath.exp),
    "complex.log": unary(lambda z: 1 / _principal(z)),
    "complex.conj": [lambda ct, z: mpmath.conj(ct)],
    "complex.re": [lambda ct, z: mpc(ct)],
    "complex.im": [lambda ct, z: mpc(0, -ct)],
    "complex.create": [lambda ct, x, y: ct.real, lambda ct, x, y: -ct.imag],
    "complex.abs": [_modulus_adjoint],
    "complex.angle": [lambda ct, z: ct * mpc(-z.imag, -z.real) / abs(z) ** 2],
    "complex.sign": [_sign_adjoint],
    "complex.atan2": [times(lambda y, x: x / _squares(x, y)), times(lambda y, x: -y / _squares(x, y))],
    "complex.cos": unary(lambda z: -mpmath.sin(z)),
    "complex.expm1": unary(mpmath.exp),
    "complex.log1p": unary(lambda z: 1 / _principal(1 + z)),
    "complex.pow": [
        times(lambda x, y: y * mpmath.exp((y - 1) * mpmath.log(_principal(x)))),
        times(lambda x, y: mpmath.exp(y * mpmath.log(_principal(x))) * mpmath.log(x)),
    ],
    "complex.powi": [times(whole_power), None],
    "complex.rsqrt": unary(lambda z: -1 / (2 * z * mpmath.sqrt(_principal(z)))),
    "complex.sin": unary(mpmath.cos),
    "complex.sqrt": unary(lambda z: 1 / (2 * mpmath.sqrt(_principal(z)))),
    "complex.tan": unary(lambda z: 1 / mpmath.cos(z) ** 2),
    "complex.tanh": unary(lambda z: 1 / mpmath.cosh(z) ** 2),
}


def exact(number) -> mpf | mpc | int:
    """What a number of NumPy stands for."""
    if number.dtype.kind in "biu":
        return int(number)
    if number.dtype.kind == "c":
        return mpc(float(number.real), float(number.imag))
    return mpf(float(number))


def sensitivity(adjoint, ct, operands: list) -> mpf:
    """By how much the adjoint changes with a relative change of every operand: its size times its condition number."""
    step = mpf(10) ** -20
    total = mpf(0)
    for n, x in enumerate(operands):
        if isinstance(x, int):
            continue
        for direction in (1, mpc(0, 1)) if isinstance(x, mpc) else (1,):
            move = abs(x) * step * direction
            if move:
                ends = [adjoint(ct, *operands[:n], x + sign * move, *operands[n + 1 :]) for sign in (1, -1)]
                total += abs(ends[0] - ends[1]) / (2 * step)
    return total
