"""The rules of `complex` against JAX, whose convention they follow, in double precision."""

import jax
import numpy as np
import pytest

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402

import lagrad  # noqa: E402
from lagrad import rules  # noqa: E402

C, F = "complex<f64>", "f64"

# Operation -> types of its operands, type of its result, and the same in JAX.
IN_JAX = {
    "complex.add": ([C, C], C, lambda x, y: x + y),
    "complex.sub": ([C, C], C, lambda x, y: x - y),
    "complex.mul": ([C, C], C, lambda x, y: x * y),
    "complex.div": ([C, C], C, lambda x, y: x / y),
    "complex.neg": ([C], C, lambda x: -x),
    "complex.exp": ([C], C, jnp.exp),
    "complex.log": ([C], C, jnp.log),
    "complex.conj": ([C], C, jnp.conj),
    "complex.re": ([C], F, jnp.real),
    "complex.im": ([C], F, jnp.imag),
    "complex.create": ([F, F], C, lambda x, y: x + 1j * y),
    "complex.abs": ([C], F, jnp.abs),
    "complex.angle": ([C], F, jnp.angle),
}
POINTS = [0.7 + 0.4j, -1.2 + 0.9j, -0.3 - 1.6j, 2.1 - 0.2j]


def module_of(op, takes, gives):
    operands = [f"%x{n}" for n in range(len(takes))]
    return f"""
        func.func @f({", ".join(f"{x}: {t}" for x, t in zip(operands, takes))}) -> {gives} {{
          %r = "{op}"({", ".join(operands)}) : ({", ".join(takes)}) -> {gives}
          return %r : {gives}
        }}
        func.func private @df({", ".join([*takes, gives])}) -> ({", ".join(takes)}) attributes {{lagrad.pullback = @f}}
        func.func private @push({", ".join(t for own in takes for t in (own, own))}) -> {gives} attributes {{lagrad.pushforward = @f}}
    """


def typed(value, type):
    return value if type == C else value.real


@pytest.mark.parametrize("op", sorted(IN_JAX))
def test_against_jax(op):
    takes, gives, function = IN_JAX[op]
    pullback = lagrad.compile(module_of(op, takes, gives)).df
    for n, point in enumerate(POINTS):
        operands = [typed(v, t) for v, t in zip((point, POINTS[n - 1]), takes)]
        cotangent = typed(0.8 - 0.5j, gives)
        _, pull = jax.vjp(function, *map(jnp.asarray, operands))
        found = pullback(*operands, cotangent)
        found = found if isinstance(found, tuple) else (found,)
        for a, b in zip(found, pull(jnp.asarray(cotangent)), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-13, err_msg=f"at {operands}")


@pytest.mark.parametrize("op", sorted(IN_JAX))
def test_pushforwards_against_jax(op):
    takes, gives, function = IN_JAX[op]
    pushforward = lagrad.compile(module_of(op, takes, gives)).push
    for n, point in enumerate(POINTS):
        operands = [typed(v, t) for v, t in zip((point, POINTS[n - 1]), takes)]
        tangents = [typed(v, t) for v, t in zip((0.8 - 0.5j, 0.3 + 0.6j), takes)]
        _, expected = jax.jvp(function, [*map(jnp.asarray, operands)], [*map(jnp.asarray, tangents)])
        found = pushforward(*(v for pair in zip(operands, tangents) for v in pair))
        np.testing.assert_allclose(found, expected, rtol=1e-13, err_msg=f"at {operands}")


def test_a_tangent_of_one_part_of_a_complex_number():
    functions = lagrad.compile(f"""
        {module_of("complex.create", [F, F], C)}
        func.func private @of_y(f64, f64, f64) -> complex<f64> attributes {{lagrad.pushforward = @f, lagrad.wrt = [1]}}
    """)
    assert functions.of_y(1.0, 2.0, 0.5) == 0.5j


def test_every_rule_is_tried():
    assert set(IN_JAX) == {op for op in rules.RULES if op.startswith("complex.")}


def test_the_modulus_has_slope_zero_at_zero():
    assert lagrad.compile(module_of("complex.abs", [C], F)).df(0j, 1.0) == 0
