"""Factorisations, solves and transforms: values against NumPy, derivatives against JAX and finite differences."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
import pytest

import lagrad
from lagrad import execute, gradcheck
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(1)
A = rng.uniform(-1, 1, (4, 4)) + 3 * np.eye(4)[[2, 0, 3, 1]]  # its large elements are beside the diagonal
SPD = A @ A.T + np.eye(4)
B = rng.uniform(-1, 1, (4, 2))
LOWER, UPPER = np.tril(SPD), np.triu(SPD)

CASES = {
    "lagrad.cholesky": ("", [SPD], lambda a: jnp.linalg.cholesky(jnp.tril(a) + jnp.tril(a, -1).T)),
    "lower": ("", [A + SPD, B], lambda a, b: jsl.solve_triangular(a, b, lower=True)),
    "lower, transpose": ("{transpose}", [SPD, B], lambda a, b: jsl.solve_triangular(a, b, lower=True, trans=1)),
    "upper": ("{upper}", [SPD, B], lambda a, b: jsl.solve_triangular(a, b, lower=False)),
    "upper, transpose": ("{upper, transpose}", [SPD, B], lambda a, b: jsl.solve_triangular(a, b, lower=False, trans=1)),
    "lower, ones": (
        "{unit_diagonal}", [SPD, B], lambda a, b: jsl.solve_triangular(a, b, lower=True, unit_diagonal=True)
    ),
    "upper, ones": (
        "{upper, unit_diagonal, transpose}", [SPD, B],
        lambda a, b: jsl.solve_triangular(a, b, lower=False, unit_diagonal=True, trans=1),
    ),
    "lagrad.solve": ("", [A, B], jnp.linalg.solve),
    "transposed": ("{transpose}", [A, B], lambda a, b: jnp.linalg.solve(a.T, b)),
}  # fmt: skip
NAMES = {name: name if name in ("lagrad.cholesky", "lagrad.solve") else "lagrad.triangular_solve" for name in CASES}
NAMES["transposed"] = "lagrad.solve"


def program(name: str, flags: str, types: list[str], asked: str = "") -> str:
    arguments = ", ".join(f"%x{n}: {t}" for n, t in enumerate(types))
    values = ", ".join(f"%x{n}" for n in range(len(types)))
    return f"""func.func @f({arguments}) -> {types[-1]} {{
      %0 = "{name}"({values}) {flags} : ({", ".join(types)}) -> {types[-1]}
      return %0 : {types[-1]} }}
    {asked}"""


def typed(arrays: list[np.ndarray], is_open: bool) -> list[str]:
    element = {"float64": "f64", "float32": "f32", "complex128": "complex<f64>"}[arrays[0].dtype.name]
    return [f"tensor<{''.join('?x' if is_open else f'{n}x' for n in a.shape)}{element}>" for a in arrays]


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_against_jax(case, is_open):
    flags, arrays, function = CASES[case]
    types = typed(arrays, is_open)
    takes, gives = ", ".join([*types, types[-1]]), ", ".join(types)
    pairs = ", ".join(t for t in types for _ in range(2))
    asked = f"""func.func private @pullback({takes}) -> ({gives}) attributes {{lagrad.pullback = @f}}
    func.func private @pushforward({pairs}) -> {types[-1]} attributes {{lagrad.pushforward = @f}}"""
    compiled = lagrad.compile(program(NAMES[case], flags, types, asked))
    value, pullback = jax.vjp(jax.jit(function), *arrays)
    np.testing.assert_allclose(compiled.f(*arrays), value, rtol=1e-12, atol=1e-12)
    ct = rng.uniform(-1, 1, value.shape)
    directions = [rng.uniform(-1, 1, a.shape) for a in arrays]
    got = compiled.pullback(*arrays, ct)
    for own, expected in zip(got if isinstance(got, tuple) else [got], pullback(ct)):
        np.testing.assert_allclose(own, expected, rtol=1e-10, atol=1e-10)
    pushed = compiled.pushforward(*(a for both in zip(arrays, directions) for a in both))
    np.testing.assert_allclose(pushed, jax.jvp(jax.jit(function), arrays, directions)[1], rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("case", ["lagrad.cholesky", "upper, transpose", "transposed"])
def test_second_derivatives(case):
    flags, arrays, _ = CASES[case]
    types = typed(arrays, False)
    takes, gives = ", ".join([*types, types[-1]]), ", ".join(types)
    asked = f"""func.func private @pullback({takes}) -> ({gives}) attributes {{lagrad.pullback = @f}}
    func.func private @twice({takes}, {gives}) -> ({takes}) attributes {{lagrad.pullback = @pullback}}
    func.func private @pushed({", ".join(t for t in takes.split(", ") for _ in range(2))}) -> ({gives})
        attributes {{lagrad.pushforward = @pullback}}"""
    module = execute.parse(program(NAMES[case], flags, types, asked))

    def inputs(function):
        count = len(function.regions[0].blocks[0].arguments) if list(function.regions[0].blocks) else len(arrays) + 1
        return [*arrays, B if len(arrays) == 2 else LOWER][:count]

    outcomes = gradcheck.check(module, inputs)
    assert len(outcomes) == 3 and all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


def test_complex_solves_transpose_without_conjugation():
    a, b = A + 1j * rng.uniform(-1, 1, A.shape), B + 1j * rng.uniform(-1, 1, B.shape)
    types = typed([a, b], False)
    asked = f"""func.func private @pullback({types[0]}, {types[1]}, {types[1]}) -> ({", ".join(types)})
        attributes {{lagrad.pullback = @f}}"""
    compiled = lagrad.compile(program("lagrad.solve", "", types, asked))
    value, pullback = jax.vjp(jnp.linalg.solve, a, b)
    ct = rng.uniform(-1, 1, b.shape) + 1j * rng.uniform(-1, 1, b.shape)
    np.testing.assert_allclose(compiled.f(a, b), value, rtol=1e-12)
    for own, expected in zip(compiled.pullback(a, b, ct), pullback(ct)):
        np.testing.assert_allclose(own, expected, rtol=1e-10)


@pytest.mark.parametrize("flags, transform", [("", jnp.fft.fft), ("{inverse}", jnp.fft.ifft)])
def test_fourier_transforms(flags, transform):
    x, ct = (rng.uniform(-1, 1, 7) + 1j * rng.uniform(-1, 1, 7) for _ in range(2))
    type = "tensor<?xcomplex<f64>>"
    asked = f"""func.func private @pullback({type}, {type}) -> {type} attributes {{lagrad.pullback = @f}}
    func.func private @pushforward({type}, {type}) -> {type} attributes {{lagrad.pushforward = @f}}"""
    compiled = lagrad.compile(program("lagrad.fft", flags, [type], asked))
    value, pullback = jax.vjp(jax.jit(transform), x)
    np.testing.assert_allclose(compiled.f(x), value, rtol=1e-12)
    np.testing.assert_allclose(compiled.pullback(x, ct), pullback(ct)[0], rtol=1e-12)
    np.testing.assert_allclose(compiled.pushforward(x, ct), transform(ct), rtol=1e-12)


@pytest.mark.parametrize("element, dtype, tolerance", [("f64", np.complex128, 1e-14), ("f32", np.complex64, 5e-6)])
def test_fourier_transforms_of_any_size(element, dtype, tolerance):
    type = f"tensor<?xcomplex<{element}>>"
    text = program("lagrad.fft", "", [type]) + program("lagrad.fft", "{inverse}", [type]).replace("@f", "@back")
    compiled = lagrad.compile(text, entry=["f", "back"])
    for n in (*range(18), 64, 100, 127, 256, 1000):
        x = (rng.standard_normal(n) + 1j * rng.standard_normal(n)).astype(dtype)
        expected, back = (np.fft.fft(x), np.fft.ifft(x)) if n else (x, x)
        np.testing.assert_allclose(compiled.f(x), expected, rtol=0, atol=tolerance * max(1, n))
        np.testing.assert_allclose(compiled.back(x), back, rtol=0, atol=tolerance)


def test_the_other_triangle_is_not_read():
    compiled = lagrad.compile(program("lagrad.cholesky", "", typed([SPD], False)))
    nothing = np.where(np.tri(4) > 0, SPD, np.nan)
    np.testing.assert_allclose(compiled(nothing), np.linalg.cholesky(SPD), rtol=1e-12)


def test_matrices_without_a_factor_or_an_inverse():
    assert np.isnan(lagrad.compile(program("lagrad.cholesky", "", typed([SPD], False)))(-SPD)).any()
    solve = lagrad.compile(program("lagrad.solve", "", typed([A, B], False)))
    assert not np.isfinite(solve(np.zeros((4, 4)), B)).any()


def test_a_gaussian_log_likelihood_and_its_hessian():
    """The program of a Gaussian process: a factor, a solve with it, the logarithms of its diagonal."""
    text = """func.func @f(%k: tensor<4x4xf64>, %y: tensor<4x2xf64>) -> f64 {
      %l = "lagrad.cholesky"(%k) : (tensor<4x4xf64>) -> tensor<4x4xf64>
      %z = "lagrad.triangular_solve"(%l, %y) : (tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0.0 : f64
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> f64 {
        %lii = tensor.extract %l[%i, %i] : tensor<4x4xf64>
        %log = math.log %lii : f64
        %s1 = arith.addf %s, %log : f64
        %q = scf.for %j = %c0 to %c2 step %c1 iter_args(%t = %s1) -> f64 {
          %v = tensor.extract %z[%i, %j] : tensor<4x2xf64>
          %v2 = arith.mulf %v, %v : f64
          %t1 = arith.addf %t, %v2 : f64
          scf.yield %t1 : f64
        }
        scf.yield %q : f64
      }
      return %r : f64 }
    func.func private @gradient(tensor<4x4xf64>, tensor<4x2xf64>) -> (tensor<4x4xf64>, tensor<4x2xf64>)
        attributes {lagrad.gradient = @f}
    func.func private @hvp(tensor<4x4xf64>, tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x4xf64>
        attributes {lagrad.hvp = @f, lagrad.wrt = [0]}"""

    def f(k, y):
        factor = jnp.linalg.cholesky(jnp.tril(k) + jnp.tril(k, -1).T)
        return jnp.sum(jnp.log(jnp.diag(factor))) + jnp.sum(jsl.solve_triangular(factor, y, lower=True) ** 2)

    compiled = lagrad.compile(text)
    for own, expected in zip(compiled.gradient(SPD, B), jax.jit(jax.grad(f, (0, 1)))(SPD, B)):
        np.testing.assert_allclose(own, expected, rtol=1e-10, atol=1e-12)
    direction = rng.uniform(-1, 1, SPD.shape)
    expected = jax.jvp(lambda k: jax.jit(jax.grad(f))(k, B), (SPD,), (direction,))[1]
    np.testing.assert_allclose(compiled.hvp(SPD, direction, B), expected, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize(
    "operation, message",
    [
        ('"lagrad.cholesky"(%a) {lower} : (tensor<2x2xf64>) -> tensor<2x2xf64>',
         "'lagrad.cholesky' has no attribute 'lower'"),
        ('"lagrad.solve"(%a, %a) {transpose = 1} : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>',
         "'lagrad.solve': 'transpose' takes no value"),
        ('"lagrad.solve"(%a) : (tensor<2x2xf64>) -> tensor<2x2xf64>', "'lagrad.solve' has 2 tensors of rank 2"),
        ('"lagrad.fft"(%x) : (tensor<2xf64>) -> tensor<2xf64>', "'lagrad.fft' is of complex numbers"),
        ('"lagrad.cholesky"(%z) : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>',
         "'lagrad.cholesky' is of real numbers"),
        ('"lagrad.cholesky"(%n) : (tensor<2x2xi64>) -> tensor<2x2xi64>', "'lagrad.cholesky' is of f32, f64"),
        ('"lagrad.cholesky"(%b) : (tensor<2x3xf64>) -> tensor<2x3xf64>', "'lagrad.cholesky': the matrix is not square"),
        ('"lagrad.solve"(%a, %c) : (tensor<2x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>',
         "'lagrad.solve': a matrix of 2 columns cannot have right-hand sides of 3 rows"),
    ],
)  # fmt: skip
def test_operations_that_are_malformed(operation, message):
    arguments = "%a: tensor<2x2xf64>, %b: tensor<2x3xf64>, %c: tensor<3x2xf64>, %x: tensor<2xf64>, "
    arguments += "%z: tensor<2x2xcomplex<f64>>, %n: tensor<2x2xi64>"
    with pytest.raises(Failure, match=message):
        execute.parse(f"func.func @f({arguments}) {{\n %0 = {operation}\n return }}")
