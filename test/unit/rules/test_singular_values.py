"""Singular values and vectors: values against NumPy, derivatives in both modes against JAX."""

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
rng = np.random.default_rng(5)
TALL = rng.uniform(-1, 1, (6, 3))
SQUARE = rng.uniform(-1, 1, (4, 4))


def program(a: np.ndarray, is_open: bool) -> str:
    element = {"float64": "f64", "float32": "f32"}[a.dtype.name]
    m, n = ("?", "?") if is_open else a.shape
    types = [f"tensor<{m}x{n}x{element}>", f"tensor<{n}x{element}>", f"tensor<{n}x{n}x{element}>"]
    three = ", ".join(types)
    return f"""func.func @f(%a: {types[0]}) -> ({three}) {{
      %0:3 = "lagrad.svd"(%a) : ({types[0]}) -> ({three})
      return %0#0, %0#1, %0#2 : {three} }}
    func.func private @pullback({types[0]}, {three}) -> {types[0]} attributes {{lagrad.pullback = @f}}
    func.func private @pushforward({types[0]}, {types[0]}) -> ({three}) attributes {{lagrad.pushforward = @f}}"""


@functools.cache
def factors(element: str, m: int | str = "?", n: int | str = "?") -> lagrad.Program:
    a = f"tensor<{m}x{n}x{element}>"
    three = f"{a}, tensor<{n}x{element}>, tensor<{n}x{n}x{element}>"
    text = f"""func.func @f(%a: {a}) -> ({three}) {{
      %0:3 = "lagrad.svd"(%a) : ({a}) -> ({three})
      return %0#0, %0#1, %0#2 : {three} }}"""
    return lagrad.compile(text, pipeline="lagrad-to-llvm-blas")


def check_factors(a: np.ndarray, found, tolerance: float) -> None:
    u, s, vt = found
    largest = max(np.abs(a).max(initial=0), np.finfo(a.dtype).tiny)
    np.testing.assert_allclose(s / largest, np.linalg.svd(a / largest, compute_uv=False), rtol=0, atol=tolerance)
    np.testing.assert_allclose(u.T @ u, np.eye(len(s)), rtol=0, atol=tolerance)
    np.testing.assert_allclose(vt @ vt.T, np.eye(len(s)), rtol=0, atol=tolerance)
    np.testing.assert_allclose((u * (s / largest)) @ vt, a / largest, rtol=0, atol=tolerance)


@pytest.mark.parametrize("is_open", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("a", [TALL, SQUARE, TALL[:, :1]], ids=["tall", "square", "a column"])
def test_against_jax(a, is_open):
    compiled = lagrad.compile(program(a, is_open))
    u, s, vt = compiled.f(a)
    check_factors(a, (u, s, vt), 1e-13)
    signs = np.sign(np.sum(u * np.linalg.svd(a, full_matrices=False)[0], axis=0))  # theirs against ours

    def theirs(a):
        left, values, right = jnp.linalg.svd(a, full_matrices=False)
        return left * signs, values, right * signs[:, None]

    weights = [rng.uniform(-1, 1, v.shape) for v in (u, s, vt)]
    pulled = compiled.pullback(a, *weights)
    np.testing.assert_allclose(pulled, jax.vjp(jax.jit(theirs), a)[1](tuple(weights))[0], rtol=1e-9, atol=1e-9)
    direction = rng.uniform(-1, 1, a.shape)
    for own, tangent in zip(
        compiled.pushforward(a, direction), jax.jvp(jax.jit(theirs), (a,), (direction,))[1], strict=True
    ):
        np.testing.assert_allclose(own, tangent, rtol=1e-9, atol=1e-9)


HARD = {
    "zeros": np.zeros((4, 3)),
    "rank one": np.outer(np.arange(5.0), np.arange(4.0)),
    "equal values": np.linalg.qr(rng.standard_normal((6, 6)))[0],
    "a zero column": TALL * [1, 0, 1],
    "values far apart": TALL * [1, 1e-9, 1e-18],
    "large": TALL * 1e300,
    "small": TALL * 1e-300,
    "diagonal": np.diag([1.0, 3.0, 2.0, 0.0]),
    "nothing": np.zeros((0, 0)),
    "many": rng.standard_normal((40, 30)),
}


@pytest.mark.parametrize("name", HARD)
def test_vectors_are_orthonormal_whatever_the_matrix(name):
    a = HARD[name]
    check_factors(a, factors("f64").f(a), 1e-13)
    if not a.size:
        check_factors(a, factors("f64", *a.shape).f(a), 1e-13)


def test_of_32_bits():
    a = TALL.astype(np.float32)
    check_factors(a, factors("f32").f(a), 3e-6)


@pytest.mark.parametrize("at", [(0, 0), (5, 2)])
def test_nan_is_not_lost(at):
    a = TALL.copy()
    a[at] = np.nan
    assert np.isnan(factors("f64").f(a)[1]).any()


def test_values_alone_have_a_derivative_where_they_are_equal():
    text = """func.func @f(%a: tensor<3x3xf64>) -> tensor<3xf64> {
      %0:3 = "lagrad.svd"(%a) : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xf64>, tensor<3x3xf64>)
      return %0#1 : tensor<3xf64> }
    func.func private @pullback(tensor<3x3xf64>, tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.pullback = @f}"""
    np.testing.assert_allclose(lagrad.compile(text).pullback(np.eye(3), np.ones(3)), np.eye(3), atol=1e-15)


@pytest.mark.parametrize(
    "operation, message",
    [
        ('"lagrad.svd"(%a) {full} : (tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2x2xf64>)', "'full'"),
        ('"lagrad.svd"(%b) : (tensor<2x3xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x3xf64>)', "more columns"),
        ('"lagrad.svd"(%a) : (tensor<3x2xf64>) -> (tensor<3x3xf64>, tensor<2xf64>, tensor<2x2xf64>)', "three results"),
        ('"lagrad.svd"(%z) : (tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)', "of rank 2 of f64"),
    ],
)
def test_operations_that_are_malformed(operation, message):
    arguments = "%a: tensor<3x2xf64>, %b: tensor<2x3xf64>, %z: tensor<2xf64>"
    with pytest.raises(Failure, match=message):
        execute.parse(f"func.func @f({arguments}) {{\n %0:3 = {operation}\n return }}")
