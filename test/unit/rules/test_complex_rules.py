"""The rules of `complex` against JAX, whose convention they follow, in double precision."""

import functools

import jax
import numpy as np
import pytest

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402

import lagrad  # noqa: E402
from lagrad import rules  # noqa: E402

C, F, N = "complex<f64>", "f64", "i32"


def atan2(y, x):
    return -1j * jnp.log((x + 1j * y) / jnp.sqrt(x * x + y * y))


def modulus_one(z):
    """What complex.sign is: jax.numpy's sign of complex numbers has a derivative of zero."""
    return z / jnp.abs(z)


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
    "complex.sign": ([C], C, modulus_one),
    "complex.atan2": ([C, C], C, atan2),
    "complex.cos": ([C], C, jnp.cos),
    "complex.expm1": ([C], C, lambda z: jnp.exp(z) - 1),
    "complex.log1p": ([C], C, lambda z: jnp.log(1 + z)),
    "complex.pow": ([C, C], C, lambda x, y: jnp.exp(y * jnp.log(x))),
    "complex.powi": ([C, N], C, lambda z, n: z**n),
    "complex.rsqrt": ([C], C, lambda z: 1 / jnp.sqrt(z)),
    "complex.sin": ([C], C, jnp.sin),
    "complex.sqrt": ([C], C, jnp.sqrt),
    "complex.tan": ([C], C, jnp.tan),
    "complex.tanh": ([C], C, jnp.tanh),
}
POINTS = [0.7 + 0.4j, -1.2 + 0.9j, -0.3 - 1.6j, 2.1 - 0.2j, 0.6 + 0j, 1.4j]


INTEGERS = [3, -2, 1, 0, 4, -1]


def module_of(op, takes, gives, name="f"):
    """@f, its pullback @f_pullback and pushforward @f_pushforward, and the pullback of the pullback, @f_second."""
    operands = [f"%x{n}" for n in range(len(takes))]
    wrt = [n for n, t in enumerate(takes) if t != N]
    adjoints = [takes[n] for n in wrt]
    moved = [t for own in takes for t in ([own] if own == N else [own, own])]
    return f"""
        func.func @{name}({", ".join(f"{x}: {t}" for x, t in zip(operands, takes))}) -> {gives} {{
          %r = "{op}"({", ".join(operands)}) : ({", ".join(takes)}) -> {gives}
          return %r : {gives}
        }}
        func.func private @{name}_pullback({", ".join([*takes, gives])}) -> ({", ".join(adjoints)})
            attributes {{lagrad.pullback = @{name}, lagrad.wrt = {wrt}}}
        func.func private @{name}_pushforward({", ".join(moved)}) -> {gives}
            attributes {{lagrad.pushforward = @{name}, lagrad.wrt = {wrt}}}
        func.func private @{name}_second({", ".join([*takes, gives, *adjoints])}) -> ({", ".join(adjoints)})
            attributes {{lagrad.pullback = @{name}_pullback, lagrad.wrt = {wrt}}}
    """


def name_of(op):
    return op.replace(".", "_")


@pytest.fixture(scope="module")
def functions():
    return lagrad.compile("".join(module_of(op, takes, gives, name_of(op)) for op, (takes, gives, _) in IN_JAX.items()))


def together(found):
    return found if isinstance(found, tuple) else (found,)


def typed(value, type):
    return value if type == C else value.real


def operands_at(n, takes):
    return [INTEGERS[n] if t == N else typed(v, t) for v, t in zip((POINTS[n], POINTS[n - 1]), takes)]


@functools.cache
def in_jax(op, integers):
    """JAX's (adjoints, tangent of the result, adjoints of the adjoints) for given integers.

    A function of the operands that are floats, the cotangent, their tangents, and the cotangents of the adjoints.
    """
    takes, _, function = IN_JAX[op]

    def chosen(*given):
        floats, whole = iter(given), iter(integers)
        return function(*(next(whole) if t == N else next(floats) for t in takes))

    def gradient(cotangent, *given):
        return jax.vjp(chosen, *given)[1](cotangent)

    def all_of_them(floats, cotangent, tangents, seconds):
        _, pushed = jax.jvp(chosen, floats, tangents)
        adjoints, pull = jax.vjp(functools.partial(gradient, cotangent), *floats)
        return adjoints, pushed, pull(seconds)

    return jax.jit(all_of_them)


def expected_at(n, op):
    """(operands, cotangent, tangents, cotangents of the adjoints), and what JAX makes of them, at a point's number."""
    takes, gives, _ = IN_JAX[op]
    operands, cotangent = operands_at(n, takes), typed(0.8 - 0.5j, gives)
    floats = tuple(v for v, t in zip(operands, takes) if t != N)
    types = [t for t in takes if t != N]
    tangents = tuple(typed(v, t) for v, t in zip((0.8 - 0.5j, 0.3 + 0.6j), types))
    seconds = tuple(typed(v, t) for v, t in zip((0.3 - 1.1j, 0.9 + 0.2j), types))
    function = in_jax(op, tuple(v for v, t in zip(operands, takes) if t == N))
    return (operands, cotangent, tangents, seconds), function(floats, cotangent, tangents, seconds)


def with_tangents(operands, tangents, takes):
    rest = iter(tangents)
    return [v for own, t in zip(operands, takes) for v in ([own] if t == N else [own, next(rest)])]


@pytest.mark.parametrize("op", sorted(IN_JAX))
def test_against_jax(op, functions):
    for n in range(len(POINTS)):
        (operands, cotangent, tangents, seconds), (adjoints, pushed, again) = expected_at(n, op)
        found = together(functions[f"{name_of(op)}_pullback"](*operands, cotangent))
        for a, b in zip(found, adjoints, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-13, err_msg=f"at {operands}")
        found = functions[f"{name_of(op)}_pushforward"](*with_tangents(operands, tangents, IN_JAX[op][0]))
        np.testing.assert_allclose(found, pushed, rtol=1e-13, err_msg=f"at {operands}")
        found = together(functions[f"{name_of(op)}_second"](*operands, cotangent, *seconds))
        for a, b in zip(found, again, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14, err_msg=f"at {operands}")


def test_a_tangent_of_one_part_of_a_complex_number():
    functions = lagrad.compile(f"""
        {module_of("complex.create", [F, F], C)}
        func.func private @of_y(f64, f64, f64) -> complex<f64> attributes {{lagrad.pushforward = @f, lagrad.wrt = [1]}}
    """)
    assert functions.of_y(1.0, 2.0, 0.5) == 0.5j


def test_every_rule_is_tried():
    assert set(IN_JAX) == {op for op in rules.RULES if op.startswith("complex.")}


@pytest.fixture
def slope(functions):
    """The adjoints of an operation's operands, of a cotangent of one or another."""

    def at(op, *operands, cotangent=None):
        cotangent = typed(1 + 0j, IN_JAX[op][1]) if cotangent is None else cotangent
        return functions[f"{name_of(op)}_pullback"](*operands, cotangent)

    return at


@pytest.mark.parametrize("op", ["complex.abs", "complex.sign"])
def test_the_modulus_has_slope_zero_at_zero(op, slope):
    assert slope(op, 0j) == 0


@pytest.mark.parametrize("scale", [1e-170, 1e-300, 1e200, 1e307])
def test_moduli_and_angles_far_from_one(scale, slope):
    z = complex(3 * scale, -4 * scale)
    np.testing.assert_allclose(slope("complex.abs", z), 0.6 + 0.8j, rtol=1e-15)
    np.testing.assert_allclose(slope("complex.angle", z) * scale, 0.16 - 0.12j, rtol=1e-15)
    np.testing.assert_allclose(slope("complex.sign", z, cotangent=1 + 0j) * scale, (0.64 - 0.48j) / 5, rtol=1e-15)


@pytest.mark.parametrize("op, power", [("complex.abs", 1), ("complex.sign", 2), ("complex.angle", 2)])
@pytest.mark.parametrize("scale", [1e-150, 1e-80, 1e80, 1e150])
def test_second_derivatives_far_from_one(op, power, scale, functions):
    """Those of z times a number are those of z, divided by the number or its square."""
    ct = typed(0.8 - 0.5j, IN_JAX[op][1])
    at_one, found = (functions[f"{name_of(op)}_second"](z, ct, 0.3 + 0.7j) for z in (3 - 4j, (3 - 4j) * scale))
    np.testing.assert_allclose(found * scale**power, at_one, rtol=1e-13)


@pytest.mark.parametrize(
    "op, z", [("complex.sqrt", 0j), ("complex.rsqrt", 0j), ("complex.log", 0j), ("complex.log1p", -1 + 0j)]
)
def test_an_infinite_slope_times_a_zero_cotangent_is_zero(op, z, slope):
    assert not np.isfinite(slope(op, z))
    assert slope(op, z, cotangent=0j) == 0


@pytest.mark.parametrize("y, of_x", [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_powers_of_zero(y, of_x, slope):
    assert slope("complex.pow", 0j, complex(y)) == (of_x, 0)
    assert slope("complex.powi", 0j, y) == of_x


@pytest.mark.parametrize("n", [-(2**31), 1 - 2**31, 2**31 - 1])
def test_the_largest_exponents(n, slope):
    z = 1 + 1e-9j
    np.testing.assert_allclose(slope("complex.powi", z, n), n * np.exp((n - 1) * np.log(z)), rtol=1e-6)


@pytest.mark.parametrize("y", [0.3, 3.0, 20.0, 40.0, 300.0, 800.0])
def test_tangents_far_from_the_real_axis(y, slope):
    """1 + tan^2 z would cancel, and cos z overflow."""
    w = np.exp(2j * complex(0.4, y))
    np.testing.assert_allclose(slope("complex.tan", complex(0.4, y)), 4 * w / (1 + w) ** 2, rtol=1e-13)
    np.testing.assert_allclose(slope("complex.tanh", complex(y, -0.4)), 4 * w / (1 + w) ** 2, rtol=1e-13)
    np.testing.assert_allclose(slope("complex.tanh", complex(-y, 0.4)), 4 * w / (1 + w) ** 2, rtol=1e-13)


@pytest.mark.parametrize("function", ["sqrt", "log", "rsqrt", "sign"])
def test_what_a_select_discards_stays_out(function):
    functions = lagrad.compile(f"""
        func.func @f(%z: {C}) -> {C} {{
          %zero = arith.constant 0.0 : f64
          %size = complex.abs %z : {C}
          %far = arith.cmpf ogt, %size, %zero : f64
          %y = complex.{function} %z : {C}
          %square = complex.mul %y, %y : {C}
          %r = arith.select %far, %square, %z : {C}
          return %r : {C}
        }}
        func.func private @df({C}, {C}) -> {C} attributes {{lagrad.pullback = @f}}
    """)
    assert functions.df(0j, 1 + 2j) == 1 + 2j


def test_the_sign_of_a_complex_number_turns_only(functions):
    """z / |z| along z has derivative zero, across it that of the angle."""
    z, move, ct = 3 - 4j, 0.5 - 0.25j, -1.5 + 0.5j
    across = 1j * (z / abs(z)) * (np.conj(z) * move).imag / abs(z) ** 2
    np.testing.assert_allclose(functions.complex_sign_pushforward(z, move), across, rtol=1e-15)
    assert abs(functions.complex_sign_pushforward(z, z)) < 1e-16
    np.testing.assert_allclose((functions.complex_sign_pullback(z, ct) * move).real, (ct * across).real, rtol=1e-14)
