"""Every elementwise rule of the table against the operation itself, as upstream lowers it."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from elementwise import ELEMENTWISE, IN_JAX, POINTS, compiled, dtype, float_operands, points

from lagrad.gradcheck.finite_differences import directional

UNKNOWN_TO_JAX = {"math.copysign", "math.fpowi"}


def worst(found, expected, where):
    """The largest relative error, and the point it is at."""
    error = np.abs(found - expected) / np.maximum(np.abs(expected), 1e-3)
    n = int(np.argmax(np.where(np.isnan(error), np.inf, error)))
    return error[n], f"at {where[n]}: {found[n]} is not {expected[n]}"


@pytest.mark.parametrize("op", sorted(ELEMENTWISE))
def test_against_finite_differences(op):
    function, where = compiled(op), points(op)
    cotangent = np.linspace(0.5, 1.5, len(where))
    found = function.pullback(where, cotangent)
    for operand, gradient in zip(float_operands(op), found, strict=True):
        expected = []
        for point, ct in zip(where, cotangent):

            def along(t):
                moved = point.copy()
                moved[operand] += t
                return float(function.primal(moved[None])[0]) * ct

            estimate = directional(along, 2.0**-5, 12)
            assert estimate.uncertainty < 1e-6 * max(1.0, abs(estimate.value)), point
            expected.append(estimate.value)
        error, place = worst(gradient, np.array(expected), where)
        assert error < 1e-8, f"operand {operand} {place}"


@pytest.mark.parametrize("op", sorted(set(ELEMENTWISE) - UNKNOWN_TO_JAX))
def test_against_jax(op):
    """Tighter than finite differences can be: a constant that is off in the tenth digit shows."""
    where = points(op)
    cotangent = np.linspace(0.5, 1.5, len(where))
    found = compiled(op).pullback(where, cotangent)
    operands = [jnp.asarray(column) for column in where.T]
    if op == "arith.select":
        operands[0] = operands[0] != 0
    chosen = float_operands(op)

    def of_floats(*floats):
        everything = list(operands)
        for n, value in zip(chosen, floats):
            everything[n] = value
        return IN_JAX[op](*everything)

    @jax.jit
    def pulled(cotangent, *floats):
        return jax.vjp(of_floats, *floats)[1](cotangent)

    expected_ones = pulled(cotangent, *(operands[n] for n in chosen))
    for operand, gradient, expected in zip(chosen, found, expected_ones, strict=True):
        error, place = worst(gradient, np.asarray(expected), where)
        assert error < 1e-12, f"operand {operand} {place}"


@pytest.mark.parametrize("op", sorted(UNKNOWN_TO_JAX))
def test_against_closed_forms(op):
    where = points(op)
    cotangent = np.linspace(0.5, 1.5, len(where))
    found = compiled(op).pullback(where, cotangent)
    x, *rest = where.T
    slopes = {
        "math.copysign": lambda: [np.sign(x) * np.sign(rest[0]), 0 * x],
        "math.fpowi": lambda: [rest[0] * x ** (rest[0] - 1)],
    }[op]()
    for gradient, slope in zip(found, slopes, strict=True):
        np.testing.assert_allclose(gradient, cotangent * slope, rtol=1e-12, atol=0)


BITS = {"f16": 10, "bf16": 7}
SMALLEST = {"f16": -14, "bf16": -126}  # exponents of normal numbers
LARGEST = {"f16": 65504.0, "bf16": 3e38}


@pytest.mark.parametrize("op", sorted(ELEMENTWISE))
@pytest.mark.parametrize("width", ["f16", "bf16"])
def test_narrow_types_follow_f32(op, width):
    """Two units in the last place of the narrow type, at operands that it represents."""
    where, narrow = points(op), dtype(width)
    if op != "arith.select":
        where = where.astype(narrow).astype(np.float64)
    cotangent = np.linspace(0.5, 1.5, len(where)).astype(narrow).astype(np.float64)
    wide = compiled(op, "f32").pullback(where, cotangent)
    for operand, a, b in zip(float_operands(op), compiled(op, width).pullback(where, cotangent), wide, strict=True):
        found, expected = a.astype(np.float64), b.astype(np.float64)
        assert np.isfinite(expected).all()
        exponent = np.floor(np.log2(np.maximum(np.abs(expected), 2.0 ** SMALLEST[width])))
        ulps = np.abs(found - expected) / 2.0 ** (exponent - BITS[width])
        ulps = np.where(np.abs(expected) > LARGEST[width], 0.0, ulps)  # infinite there, as it must be
        n = int(np.argmax(np.where(np.isnan(ulps), np.inf, ulps)))
        assert ulps[n] <= 2.0, f"operand {operand} at {where[n]}: {found[n]} is {ulps[n]:.1f} ulp from {expected[n]}"


@pytest.mark.parametrize("op", sorted(ELEMENTWISE))
@pytest.mark.parametrize("width", ["f64", "bf16"])
def test_forward_mode_sums_the_same_shares(op, width):
    function, where = compiled(op, width), points(op)
    ones = np.ones(len(where))
    slopes = [slope.astype(np.float64) for slope in function.pullback(where, ones)]
    directions = [ones, -0.5 * ones, 0.25 * ones][: len(slopes)]
    found = function.pushforward(where, directions).astype(np.float64)
    parts = [direction * slope for direction, slope in zip(directions, slopes)]
    allowed = {"f64": 1e-15, "bf16": 2.0**-7}[width] * (1e-3 + np.sum(np.abs(parts), axis=0))
    np.testing.assert_array_less(np.abs(found - np.sum(parts, axis=0)), allowed + 1e-300)


def test_points_are_for_operations_of_the_table():
    assert set(POINTS) <= set(ELEMENTWISE)
    assert set(IN_JAX) | UNKNOWN_TO_JAX == set(ELEMENTWISE)
