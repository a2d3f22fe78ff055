"""Factors, eigenvalues, solves and Fourier transforms that JAX exports, against JAX's own derivatives, in f64."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
import pytest
from jax import lax

import lagrad.jax
from lagrad.errors import Failure

jax.config.update("jax_enable_x64", True)

RANDOM = np.random.default_rng(31)
_ROOT = jnp.asarray(RANDOM.standard_normal((2, 4, 4)))
S = _ROOT @ _ROOT.transpose(0, 2, 1) + 4 * jnp.eye(4)
B = jnp.asarray(RANDOM.standard_normal((2, 4, 3)))
W = jnp.asarray(RANDOM.standard_normal((2, 4, 4)))


def squares(x):
    return (jnp.abs(x) ** 2 * (1 + jnp.arange(x.shape[-1]))).sum()


def solved(s, b, **options):
    return squares(lax.linalg.triangular_solve(s, b, **options))


def eigen(s):
    values, vectors = jnp.linalg.eigh(s)
    return squares(values) + squares(vectors**2)


def singular(b):
    left, values, right = jnp.linalg.svd(b, full_matrices=False)
    return squares(left**2) + squares(values) + squares(right**2)


def kept(factors):
    """Both factors of a decomposition, so that their derivatives are asked for."""
    return squares(factors[0]) + squares(factors[1])


FUNCTIONS = {
    "solve": lambda s, b: squares(jnp.linalg.solve(W[0] + s[0] / 9, b[0])),
    "complex solve of a vector": lambda s, b: squares(jnp.linalg.solve(W[0] + 1j * s[0], b[0, :, 0])),
    "LU": lambda s, b: kept(jsl.lu(W[0] * s[0])[1:]),
    "LU, transposed": lambda s, b: squares(jsl.lu_solve(jsl.lu_factor(W[0] * s[0]), b[0], trans=1)),
    "determinants": lambda s, b: (jnp.linalg.det(s * W) ** 2).sum(),
    "eigenvalues and vectors": lambda s, b: eigen(s[0]),
    "QR": lambda s, b: kept(jnp.linalg.qr(b)),
    "singular values and vectors": lambda s, b: singular(b[0]),
    "unit diagonal": lambda s, b: solved(s[0], b[0], left_side=True, lower=True, unit_diagonal=True, transpose_a=True),
    "conjugated": lambda s, b: squares(jsl.solve_triangular(s[0] + 1j * W[0], b[0] + 1j * b[1], trans=2)),
    "factor": lambda s, b: (jnp.linalg.cholesky(s[0]) * W[0]).sum(),
    "upper factor": lambda s, b: (jnp.linalg.cholesky(s[0], upper=True) * W[0]).sum(),
    "factors": lambda s, b: (jnp.linalg.cholesky(s) * W).sum(),
    "lower": lambda s, b: solved(s[0], b[0], left_side=True, lower=True),
    "upper, transposed, a vector": lambda s, b: squares(jsl.solve_triangular(s[0], b[0, :, 0], trans=1)),
    "batch": lambda s, b: solved(s, b, left_side=True, lower=True),
    "right": lambda s, b: solved(s[0], b[0].T, left_side=False, lower=True),
    "right, transposed": lambda s, b: solved(s[0], b[0].T, left_side=False, lower=False, transpose_a=True),
    "batch, right": lambda s, b: solved(s, b.transpose(0, 2, 1), left_side=False, lower=True, transpose_a=True),
    "density": lambda s, b: jax.scipy.stats.multivariate_normal.logpdf(b[0, :, 0], jnp.zeros(4), s[0]),
    "fft": lambda s, b: squares(jnp.fft.fft(b[0, :, 0] + 1j * b[0, :, 1])),
    "fft of a batch": lambda s, b: squares(jnp.fft.fft(s + 1j * s**2)),
    "ifft": lambda s, b: squares(jnp.fft.ifft(b[0, :, 0] + 1j * b[0, :, 1])),
    "rfft": lambda s, b: squares(jnp.fft.rfft(s)) + jnp.fft.rfft(b[0, :, 0]).imag[1],
    "irfft": lambda s, b: squares(jnp.fft.irfft(s[0, :, 0] + 1j * b[0, :, 1])),
    "irfft of a batch, to an odd number": lambda s, b: squares(jnp.fft.irfft(s + 1j * s**2, n=5)),
    "fft of two dimensions": lambda s, b: squares(jnp.fft.fft2(s + 1j * s**2)) + squares(jnp.fft.ifft2(b + 1j * b**2)),
    "rfft of two dimensions": lambda s, b: squares(jnp.fft.rfft2(b)) + squares(jnp.fft.irfft2(s[0] + 1j * s[1])),
    "JAX's derivative of a factor": lambda s, b: squares(
        jax.jit(jax.grad(lambda q: squares(jnp.linalg.cholesky(q))))(s[0])
    ),
}


MORE = {
    "solves": lambda s, b: squares(jnp.linalg.solve(s * W, b)),
    "a sum over no dimension": lambda s, b: squares(jax.vjp(jnp.linalg.solve, W[0] + s[0] / 9, b[0])[1](b[0])[0]),
    "inverse": lambda s, b: squares(jnp.linalg.inv(s[0] * W[0])),
    "logarithm of a determinant": lambda s, b: jnp.linalg.slogdet(s[0] * W[0])[1],
    "exponential": lambda s, b: squares(jsl.expm(W[0] * s[0] / 9)),
    "singular vectors of a wide matrix": lambda s, b: singular(b[0].T),
    "singular vectors of a square matrix": lambda s, b: singular(W[0] * s[0]),
    "singular values of a batch": lambda s, b: squares(jnp.linalg.svd(s * W, compute_uv=False)),
    "least squares": lambda s, b: squares(jnp.linalg.lstsq(b[0], s[0, 0])[0]),
    "pseudoinverse": lambda s, b: squares(jnp.linalg.pinv(b[0])),
    "definite": lambda s, b: squares(jsl.solve(s[0], b[0], assume_a="pos")),
    "eigenvalues of a batch": lambda s, b: squares(jnp.linalg.eigvalsh(s)),
    "square QR of a batch": lambda s, b: kept(jnp.linalg.qr(s * W)),
    "conjugate gradients": lambda s, b: squares(jax.scipy.sparse.linalg.cg(lambda x: s[0] @ x, b[0], tol=1e-14)[0]),
    "a root": lambda s, b: lax.custom_root(
        lambda x: x**3 - s[0, 0, 0], 1.0, lambda f, x: lax.fori_loop(0, 60, lambda i, x: x - f(x) / (3 * x * x), x),
        lambda g, y: y / g(1.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_gradient_is_jaxs(name):
    check(FUNCTIONS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", MORE)
def test_more_gradients_are_jaxs(name):
    check(MORE[name])


def check(function):
    value, ours = lagrad.jax.value_and_grad(function, (0, 1))(S, B)
    right, theirs = jax.jit(jax.value_and_grad(function, (0, 1)))(S, B)
    np.testing.assert_allclose(value, right, rtol=1e-12)
    for found, expected in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


SECOND = ["unit diagonal", "solve", "singular values and vectors", "eigenvalues and vectors", "LU"]


@pytest.mark.parametrize("name", [SECOND[0], *(pytest.param(name, marks=pytest.mark.long) for name in SECOND[1:])])
def test_second_derivatives(name):
    def function(s):
        return FUNCTIONS[name](s, s[..., :3])

    ours, theirs = (hessian(function)(S) for hessian in (lagrad.jax.hessian, jax.hessian))
    np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-8)


@pytest.mark.long
def test_second_derivatives_of_orthogonal_factors():
    ours, theirs = (hessian(lambda b: FUNCTIONS["QR"](S, b))(B) for hessian in (lagrad.jax.hessian, jax.hessian))
    np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-8)


def test_eigenvalues_of_the_upper_triangle():
    """Against JAX's gradient where the program says what is read: JAX's own takes the matrix for symmetric."""

    def upper(w):
        return squares(lax.linalg.eigh(w, lower=False, symmetrize_input=False)[1])

    def said(w):
        return squares(jnp.linalg.eigvalsh(jnp.triu(w) + jnp.triu(w, 1).T))

    value, ours = lagrad.jax.value_and_grad(upper)(W[0])
    np.testing.assert_allclose(value, squares(np.linalg.eigvalsh(W[0], UPLO="U")), rtol=1e-10)
    np.testing.assert_allclose(ours, jax.jit(jax.grad(said))(W[0]), rtol=1e-9, atol=1e-9)


def test_a_program_whose_stops_are_lost_is_differentiated_through_its_factors():
    """The text of `lower` has neither the equation of a solve, nor that its factors have no derivative."""
    text = jax.jit(FUNCTIONS["solve"], keep_unused=True).lower(S, B).as_text().rstrip().removesuffix("}")
    types = "tensor<2x4x4xf64>, tensor<2x4x3xf64>"
    asked = f"func.func private @gradient({types}) -> ({types}) attributes {{lagrad.gradient = @main}} }}"
    found = lagrad.compile(text + asked).gradient(np.asarray(S), np.asarray(B))
    for own, expected in zip(found, jax.jit(jax.grad(FUNCTIONS["solve"], (0, 1)))(S, B), strict=True):
        np.testing.assert_allclose(own, expected, rtol=1e-9, atol=1e-9)


def test_a_solve_has_the_derivative_of_its_equation():
    """Not that of what finds the solution: this one is off by a tenth."""

    def f(a):
        return lax.custom_linear_solve(lambda x: a * x, 1.0, lambda _, b: 1.1 * b / a, lambda _, b: 1.1 * b / a)

    np.testing.assert_allclose(lagrad.jax.grad(f)(2.0), jax.jit(jax.grad(f))(2.0), rtol=1e-12)
    np.testing.assert_allclose(lagrad.jax.jvp(f, (2.0,), (1.0,))[1], jax.jit(jax.grad(f))(2.0), rtol=1e-12)


def test_of_a_matrix_that_is_half_read_the_other_half_has_no_derivative():
    """JAX takes what is not read for equal to what is, so its gradient has half of ours in both places."""

    def f(s):
        return squares(jsl.cho_solve(jsl.cho_factor(s, lower=True), B[0]))

    ours, theirs = lagrad.jax.grad(f)(S[0]), jax.jit(jax.grad(f))(S[0])
    assert not np.triu(ours, 1).any()
    np.testing.assert_allclose(ours + ours.T, theirs + theirs.T, rtol=1e-9)


SOLVE = """
func.func @f(%s: tensor<4x4xf64>, %b: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %l = stablehlo.cholesky %s, lower = true : tensor<4x4xf64>
  %k = stablehlo.optimization_barrier %l : tensor<4x4xf64>
  %x = "stablehlo.triangular_solve"(%k, %b) <{left_side = false, lower = true, unit_diagonal = UNIT,
      transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<4x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
  return %x : tensor<3x4xf64>
}"""


def test_operations_of_stablehlo_itself():
    ours = lagrad.jax.call(SOLVE.replace("UNIT", "false"), "f")

    def theirs(s, b):
        factor = jnp.linalg.cholesky(s, symmetrize_input=False)
        return lax.linalg.triangular_solve(factor, b, left_side=False, lower=True, transpose_a=True)

    b = B[0].T
    np.testing.assert_allclose(ours(S[0], b), theirs(S[0], b), rtol=1e-12)
    mine, right = (jax.jit(jax.grad(lambda s, b, f=f: squares(f(s, b)), (0, 1)))(S[0], b) for f in (ours, theirs))
    np.testing.assert_allclose(mine[0] + mine[0].T, right[0] + right[0].T, rtol=1e-9)
    np.testing.assert_allclose(mine[1], right[1], rtol=1e-9)
    unit = np.tril(np.linalg.cholesky(S[0]), -1) + np.eye(4)
    ours = lagrad.jax.call(SOLVE.replace("UNIT", "true"), "f")
    np.testing.assert_allclose(ours(S[0], b), np.linalg.solve(unit, B[0]).T, rtol=1e-12)


@pytest.mark.parametrize(
    "function, name",
    [
        (lambda s: jnp.linalg.svd(s[:2])[2].sum(), "lapack_dgesdd_ffi"),
        (lambda s: jnp.linalg.eig(s)[0].real.sum(), "lapack_dgeev_ffi"),
        (lambda s: jnp.linalg.qr(s[:, :2], mode="complete")[0].sum(), "lapack_dgeqrf_ffi"),
        (lambda s: jsl.lu(s[:2])[2].sum(), "lapack_dgetrf_ffi"),
        (lambda s: jnp.abs(jnp.linalg.cholesky(s + 0j)).sum(), "lapack_zpotrf_ffi"),
    ],
)
def test_what_is_refused(function, name):
    with pytest.raises(Failure, match=f"cannot convert .*{name}"):
        lagrad.jax.grad(function)(S[0])
