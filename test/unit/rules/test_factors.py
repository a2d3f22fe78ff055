"""LU factors, QR factors and eigenvalues as operations: values and derivatives in both modes against JAX."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import execute
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)
rng = np.random.default_rng(2)
A = rng.uniform(-1, 1, (5, 5)) + 3 * np.eye(5)[[2, 0, 4, 1, 3]]  # its large elements are beside the diagonal
TALL = rng.uniform(-1, 1, (5, 3))
EMPTY = np.zeros((0, 0))


def lower_triangle_of_both(a):
    return jnp.tril(a) + jnp.tril(a, -1).T


def eigh(a):
    """With the sign of vectors that their largest element has, so that both sides have the same."""
    values, vectors = jnp.linalg.eigh(lower_triangle_of_both(a))
    return vectors * _signs(jax.lax.stop_gradient(vectors)), values


def _signs(vectors):
    return jnp.sign(jnp.take_along_axis(vectors, jnp.abs(vectors).argmax(0)[None], 0))


def lu(a):
    factors, pivots, _ = jax.lax.linalg.lu(a)
    return factors, pivots


CASES = {
    "lu": ("lu", A, lu),
    "lu of complex numbers": ("lu", A + 1j * A[::-1], lu),
    "lu of one number": ("lu", A[:1, :1], lu),
    "lu of nothing": ("lu", EMPTY, None),
    "eigh": ("eigh", A + A.T, eigh),
    "eigh of two": ("eigh", (A + A.T)[:2, :2], eigh),
    "eigh of nothing": ("eigh", EMPTY, None),
    "qr": ("qr", TALL, jnp.linalg.qr),
    "square qr": ("qr", A, jnp.linalg.qr),
    "qr of a triangle": ("qr", np.triu(A), jnp.linalg.qr),
    "qr of an identity": ("qr", np.eye(4, 3), jnp.linalg.qr),
    "qr of a column": ("qr", TALL[:, :1], jnp.linalg.qr),
    "qr of nothing": ("qr", EMPTY, None),
}


def types_of(name: str, a: np.ndarray, is_open: bool) -> tuple[str, str]:
    """Of the matrix and the second result."""
    element = {"float64": "f64", "float32": "f32", "complex128": "complex<f64>"}[a.dtype.name]
    rows, columns = ("?", "?") if is_open else a.shape
    second = {"lu": f"{rows}xi32", "eigh": f"{rows}x{element}", "qr": f"{columns}x{columns}x{element}"}[name]
    return f"tensor<{rows}x{columns}x{element}>", f"tensor<{second}>"


@functools.cache
def compiled(matrix: str, second: str, name: str) -> lagrad.Program:
    weights = matrix if name == "lu" else f"{matrix}, {second}"
    pushed = matrix if name == "lu" else f"({matrix}, {second})"
    return lagrad.compile(f"""func.func @f(%a: {matrix}) -> ({matrix}, {second}) {{
      %0:2 = "lagrad.{name}"(%a) : ({matrix}) -> ({matrix}, {second})
      return %0#0, %0#1 : {matrix}, {second} }}
    func.func private @pullback({matrix}, {weights}) -> {matrix} attributes {{lagrad.pullback = @f}}
    func.func private @pushforward({matrix}, {matrix}) -> {pushed} attributes {{lagrad.pushforward = @f}}""")


def program(name: str, a: np.ndarray, is_open: bool) -> lagrad.Program:
    return compiled(*types_of(name, a, is_open), name)


def close(found, expected, tolerance: float) -> None:
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_against_jax(case, is_open):
    name, a, function = CASES[case]
    functions = program(name, a, is_open)
    first, second = functions.f(a)
    if function is None:
        assert first.shape == (0, 0) and second.size == 0
        assert functions.pullback(a, *([first] if name == "lu" else [first, second])).shape == (0, 0)
        return
    check(functions, name, a, function, 1e-10)


def check(functions, name: str, a: np.ndarray, function, tolerance: float) -> None:
    first, second = functions.f(a)
    signs = np.asarray(_signs(first)) if name == "eigh" else 1
    expected = function(a)
    close(first * signs, expected[0], tolerance)
    close(second, expected[1], tolerance)
    weights = [rng.uniform(-1, 1, v.shape).astype(v.dtype) for v in (first, second)][: 1 if name == "lu" else 2]
    direction = rng.uniform(-1, 1, a.shape).astype(a.dtype)

    def floats(a):
        return function(a)[: len(weights)]

    pulled = jax.vjp(jax.jit(floats), a)[1](tuple(map(jnp.asarray, weights)))[0]
    close(functions.pullback(a, weights[0] * signs, *weights[1:]), pulled, tolerance)
    pushed = functions.pushforward(a, direction)
    pushed = list(pushed) if isinstance(pushed, tuple) else [pushed]
    pushed[0] = pushed[0] * signs
    for own, tangent in zip(pushed, jax.jvp(jax.jit(floats), (a,), (direction,))[1], strict=True):
        close(own, tangent, tolerance)


@pytest.mark.parametrize("name, function", [("lu", lu), ("eigh", eigh), ("qr", jnp.linalg.qr)])
def test_of_32_bits(name, function):
    a = (A + A.T if name == "eigh" else A).astype(np.float32)
    check(program(name, a, False), name, a, function, 2e-4)


@pytest.mark.parametrize("scale", [1e-160, 1.0, 1e150])
def test_matrices_of_any_scale(scale):
    symmetric = (A + A.T) * scale
    vectors, values = program("eigh", symmetric, False).f(symmetric)
    close(values / scale, np.linalg.eigvalsh(A + A.T), 1e-12)
    close(vectors.T @ vectors, np.eye(5), 1e-12)
    q, r = program("qr", A, False).f(A * scale)
    close(q @ (r / scale), A, 1e-12)
    close(q.T @ q, np.eye(5), 1e-12)


def test_many_eigenvalues_that_are_equal():
    root = np.linalg.qr(rng.standard_normal((30, 30)))[0]
    given = np.repeat([1.0, 2.0, 3.0], 10)
    a = (root * given) @ root.T
    vectors, values = program("eigh", a, False).f(a)
    close(values, given, 1e-12)
    close((vectors * values) @ vectors.T, a, 1e-12)
    ours = program("eigh", a, False).pullback(a, np.zeros_like(a), np.ones(30))
    assert not np.isfinite(np.linalg.norm(ours)) or np.allclose(ours, np.eye(30))


def test_the_derivative_of_values_alone_does_not_need_them_apart():
    text = """func.func @f(%a: tensor<3x3xf64>) -> tensor<3xf64> {
      %0:2 = "lagrad.eigh"(%a) : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>)
      return %0#1 : tensor<3xf64> }
    func.func private @pullback(tensor<3x3xf64>, tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.pullback = @f}"""
    close(lagrad.compile(text).pullback(np.eye(3), np.ones(3)), np.eye(3), 1e-15)


@pytest.mark.parametrize("name", ["lu", "eigh", "qr"])
@pytest.mark.parametrize("at", [(0, 0), (2, 1), (4, 4)])
def test_nan_is_not_lost(name, at):
    a = A.copy()
    a[at] = np.nan
    assert any(np.isnan(v).any() for v in program(name, a, False).f(a))


def test_a_singular_matrix_has_factors():
    a = np.outer(np.arange(4.0), np.arange(4.0))
    factors, pivots = program("lu", a, False).f(a)
    exchanged = a.copy()
    for k, other in enumerate(pivots):
        exchanged[[k, other]] = exchanged[[other, k]]
    close((np.tril(factors, -1) + np.eye(4)) @ np.triu(factors), exchanged, 1e-12)
    q, r = program("qr", a, False).f(a)
    close(q @ r, a, 1e-12)
    close(q.T @ q, np.eye(4), 1e-12)


@pytest.mark.parametrize(
    "operation, message",
    [
        ('"lagrad.lu"(%a) {lower} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>)', "no attribute 'lower'"),
        ('"lagrad.lu"(%b) : (tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xi32>)', "is not square"),
        ('"lagrad.lu"(%a) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi64>)', "and tensor<2xi32>"),
        ('"lagrad.lu"(%a, %a) : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>', "has one operand"),
        ('"lagrad.eigh"(%z) : (tensor<2x2xcomplex<f64>>) -> (tensor<2x2xcomplex<f64>>, tensor<2xf64>)', "f64, or f32"),
        ('"lagrad.eigh"(%a) : (tensor<2x2xf64>) -> tensor<2x2xf64>', "and tensor<2xf64>"),
        ('"lagrad.qr"(%b) : (tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3x3xf64>)', "more columns than rows"),
        ('"lagrad.qr"(%c) : (tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>)', "and tensor<2x2xf64>"),
    ],
)
def test_operations_that_are_malformed(operation, message):
    arguments = "%a: tensor<2x2xf64>, %b: tensor<2x3xf64>, %c: tensor<3x2xf64>, %z: tensor<2x2xcomplex<f64>>"
    results = 1 if operation.endswith("-> tensor<2x2xf64>") else 2
    with pytest.raises(Failure, match=message):
        execute.parse(f"func.func @f({arguments}) {{\n %0:{results} = {operation}\n return }}")
