"""Special functions of ours: values, first and second derivatives, against mpmath with 40 digits."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest

import lagrad


def scaled(function, power):
    return lambda x: function(x) * mpmath.exp(power(x))


def bessel(order):
    return lambda x: mpmath.besseli(order, x)


def quantile(p):
    return -mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * p)


# The function, where, and how many units in the last place its second derivative may lose: some cancel.
FUNCTIONS = {
    "logistic": (lambda x: 1 / (1 + mpmath.exp(-x)), [-700, -30, -1, 0.5, 3], 100),
    "erfcx": (scaled(mpmath.erfc, lambda x: x * x), [-3, -0.2, 0.01, 0.3, 0.5, 1, 2, 3.9, 4.1, 8, 30, 1e4], 100),
    "erf_inv": (mpmath.erfinv, [-0.999, -0.5, -1e-9, 0.1, 0.59, 0.61, 0.9, 1 - 1e-9], 100),
    "ndtri": (quantile, [1e-12, 1e-5, 0.01, 0.19, 0.21, 0.49, 0.7, 0.999], 100),
    "bessel_i0": (bessel(0), [-20, -3, -0.1, 1e-5, 0.5, 7, 9, 50], 10),
    "bessel_i1": (bessel(1), [-20, -3, -0.1, 0.5, 7, 9, 50], 1000),
    "bessel_i0e": (scaled(bessel(0), lambda x: -abs(x)), [-20, -3, -0.1, 1e-5, 0.5, 7, 9, 50], 3000),
    "bessel_i1e": (scaled(bessel(1), lambda x: -abs(x)), [-20, -3, -0.1, 0.5, 7, 9, 50], 3000),
    "digamma": (mpmath.digamma, [-3.3, -0.5, -0.01, 0.01, 0.5, 1.4, 3, 20, 1e5], 100),
}
NAMES = [
    pytest.param(n, marks=[] if n in ("logistic", "erfcx", "digamma", "ndtri") else pytest.mark.long) for n in FUNCTIONS
]


def program(operation: str, type: str = "f64") -> str:
    return f"""
    func.func @f(%x: {type}) -> {type} {{
      %n = arith.constant 2 : i32
      %0 = {operation.replace("T", type)}
      return %0 : {type}
    }}
    func.func private @df({type}) -> {type} attributes {{lagrad.gradient = @f, lagrad.of_sum}}
    func.func private @ddf({type}) -> {type} attributes {{lagrad.gradient = @df, lagrad.of_sum}}
    """


@pytest.mark.parametrize("name", NAMES)
def test_values_and_derivatives(name):
    function, points, units = FUNCTIONS[name]
    compiled = lagrad.compile(program(f'"lagrad.{name}"(%x) : (T) -> T'))
    with mpmath.workdps(40):
        for x in map(float, points):
            exact = [float(mpmath.diff(function, mpmath.mpf(x), n)) for n in range(3)]
            found = compiled.f(x), compiled.df(x), compiled.ddf(x)
            np.testing.assert_allclose(found[:2], exact[:2], rtol=units * 2e-16, err_msg=f"{name} at {x}")
            np.testing.assert_allclose(found[2], exact[2], rtol=units * 2e-16, err_msg=f"{name} at {x}")


def test_polygamma():
    compiled = lagrad.compile(program('"lagrad.polygamma"(%n, %x) : (i32, T) -> T'))
    with mpmath.workdps(40):
        for x in (-3.3, -0.5, -0.01, 0.01, 0.5, 1.4, 3.0, 20.0, 1e5):
            exact = [float(mpmath.psi(n, mpmath.mpf(x))) for n in (2, 3, 4)]
            np.testing.assert_allclose([compiled.f(x), compiled.df(x), compiled.ddf(x)], exact, rtol=1e-13)


def test_ends():
    def values(name, *points):
        compiled = lagrad.compile(program(f'"lagrad.{name}"(%x) : (T) -> T'))
        return [compiled.f(x) for x in points]

    infinite = math.inf
    np.testing.assert_equal(
        values("ndtri", 0.0, 1.0, -1.0, 2.0, math.nan, 0.5), [-infinite, infinite, math.nan, math.nan, math.nan, 0.0]
    )
    np.testing.assert_equal(values("erfcx", -30.0, infinite, math.nan), [infinite, 0.0, math.nan])
    np.testing.assert_equal(values("digamma", 0.0, -1.0, infinite, math.nan), [-infinite, math.nan, infinite, math.nan])


def test_tensors_of_small_floats():
    function = """
    func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {
      %0 = "lagrad.erfcx"(%x) : (tensor<3xf32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }
    func.func private @df(tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32> attributes {lagrad.pullback = @f}
    """
    compiled = lagrad.compile(function)
    x = np.array([-1.0, 0.5, 5.0], np.float32)
    with mpmath.workdps(20):
        exact = [float(mpmath.exp(float(v) ** 2) * mpmath.erfc(float(v))) for v in x]
    np.testing.assert_allclose(compiled.f(x), exact, rtol=1e-6)
