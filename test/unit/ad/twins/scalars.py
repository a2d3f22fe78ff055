"""The scalar programs in JAX. A function is the twin of the program of its name."""

import jax.numpy as jnp
from jax import lax
from jax.scipy.special import erf, erfc


def scalar_product(x, y):
    return x * y


def scalar_quotient(x, y):
    return (x + y) / (x * y + 3.0) - x


def scalar_math_chain(x, y):
    e, t = jnp.exp(x), jnp.tanh(y)
    p = e * t
    return jnp.log1p(jnp.sin(p) * e + jnp.cos(p) / t)


def scalar_trigonometry(x, y):
    u = 0.25 * x
    return (jnp.tan(u) * jnp.arcsin(u) + jnp.arccos(u) * jnp.arctan(y)) * jnp.arctan2(x, y)


def scalar_hyperbolic(x):
    a = jnp.arccosh(jnp.cosh(jnp.sinh(x)) + 1.0)
    return jnp.arctanh(jnp.tanh(jnp.arcsinh(a)))


def scalar_powers(x, y, n):
    return jnp.sqrt(x**y) / jnp.sqrt(y) * jnp.cbrt(x) ** n


def scalar_integer_power_of_negative(x):
    return (-x) ** 5 + (-x) ** -2 + 1.0


def scalar_exponentials(x):
    e = jnp.expm1(jnp.exp2(x))
    return jnp.log2(e) * jnp.log10(e) - jnp.log(x)


def scalar_error_functions(x, y):
    return erf(x) + erfc(x), erfc(erf(x) * y)


def scalar_fma_copysign(x, y, z):
    f = x * y + z
    g = f * f + x
    return jnp.where(-z < 0, -jnp.abs(g), jnp.abs(g)) * y


def scalar_clamp(x, lo, hi):
    low, high = lo - 6.0, hi + 6.0

    def clamp(v):
        return jnp.where(v < low, low, jnp.where(v > high, high, v))

    return clamp(x) * clamp(x - 9.0) * clamp(x + 9.0)


def scalar_max_min(x, y, z):
    a = jnp.minimum(jnp.maximum(x, y), z) * x
    return jnp.minimum(jnp.maximum(a, z), y) * a


def scalar_max_tie(x, y):
    return x, x * x, 0.0 * y


def scalar_remainder(x, y):
    big = 7.3 * x
    return jnp.fmod(big, y) * jnp.fmod(-big, y)


def scalar_absolute_value(x, y):
    return jnp.abs(-x) * jnp.abs(y) * -x


def scalar_select(x, y):
    a = x * x
    b = a * y
    return jnp.where(x < y, a, b) * jnp.where(x < y, b, x)


def scalar_select_hides_nan(x):
    return jnp.sqrt(x) * x


def scalar_select_boolean_argument(c, x, y):
    return (x if c else y) * y


def scalar_casts(x, y, n):
    p = (x.astype(jnp.float64) * y).astype(jnp.float32) * x
    return p.astype(jnp.float64) * n + n


def scalar_rounding_ends_activity(x):
    big = lax.stop_gradient(3.7 * x)
    rounded = jnp.trunc(big) + 2 * jnp.round(big)
    return rounded * (jnp.ceil(big) * (jnp.floor(big) * x))


def scalar_integers_end_activity(x, y):
    whole = jnp.trunc(lax.stop_gradient(3.7 * x))
    return ((x > y) + whole) * y + whole * x


def scalar_bitcast_of_constant(x, bits):
    c = lax.bitcast_convert_type(jnp.int64(bits), jnp.float64) + 1.0
    return c * x * x


def scalar_fan_out(x):
    a = x * x
    b = a * a
    return 2 * ((b + a + x) / a - b)


def scalar_returns_arguments(x, y):
    return y, x, y


def scalar_returned_twice(x, y):
    return jnp.exp(x) * y, jnp.exp(x) * y


def scalar_returns_constant(x, n):
    return jnp.float64(2.5), n + 1, 2.5 * x


def scalar_unused_argument(x, unused, n, y):
    return jnp.sin(x)


def scalar_integer_arguments(i, x, n, b, y, k):
    p, q = x * i, y * (n + k)
    return (p if b else q) * q


def scalar_dead_code(x, y):
    return jnp.cos(x)


def scalar_many_results(x, y, z):
    p = x * y
    return p, jnp.sqrt(p + z) / x, p + z, z


def scalar_sincos(x, y):
    return jnp.cos(x) * jnp.sin(x) * y, jnp.cos(y)


def scalar_f32(x, y):
    return jnp.log(jnp.sqrt(jnp.exp(x) * y) / jnp.float32(0.75)) * x


def scalar_f16(x, y):
    return jnp.sqrt(x * y + x) / y


def scalar_horner(x, a, b, c, d):
    return ((a * x + b) * x + c) * x + d


def scalar_strong_zero(x, y):
    return 0.0 * lax.stop_gradient(x) + y


def scalar_fastmath_flags(x, y):
    return jnp.exp(x * y) + x
