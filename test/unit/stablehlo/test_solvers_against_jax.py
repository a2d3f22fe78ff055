"""Factors, triangular solves and Fourier transforms that JAX exports, against JAX's own derivatives, in f64."""

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


FUNCTIONS = {
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
    "JAX's derivative of a factor": lambda s, b: squares(jax.grad(lambda q: squares(jnp.linalg.cholesky(q)))(s[0])),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_gradient_is_jaxs(name):
    function = FUNCTIONS[name]
    value, ours = lagrad.jax.value_and_grad(function, (0, 1))(S, B)
    np.testing.assert_allclose(value, function(S, B), rtol=1e-12)
    for found, expected in zip(ours, jax.grad(function, (0, 1))(S, B), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_of_a_matrix_that_is_half_read_the_other_half_has_no_derivative():
    """JAX takes what is not read for equal to what is, so its gradient has half of ours in both places."""

    def f(s):
        return squares(jsl.cho_solve(jsl.cho_factor(s, lower=True), B[0]))

    ours, theirs = lagrad.jax.grad(f)(S[0]), jax.grad(f)(S[0])
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
    mine, right = (jax.grad(lambda s, b, f=f: squares(f(s, b)), (0, 1))(S[0], b) for f in (ours, theirs))
    np.testing.assert_allclose(mine[0] + mine[0].T, right[0] + right[0].T, rtol=1e-9)
    np.testing.assert_allclose(mine[1], right[1], rtol=1e-9)
    with pytest.raises(Failure, match="cannot convert 'stablehlo.triangular_solve'"):
        lagrad.jax.call(SOLVE.replace("UNIT", "true"), "f")(S[0], b)


@pytest.mark.parametrize(
    "function, name",
    [
        (lambda s: jnp.linalg.solve(s, B[0]).sum(), "lapack_dgetrf_ffi"),
        (lambda s: jnp.linalg.eigh(s)[0].sum(), "lapack_dsyevd_ffi"),
        (lambda s: jnp.abs(jnp.linalg.cholesky(s + 0j)).sum(), "lapack_zpotrf_ffi"),
        (lambda s: solved(s, B[0], left_side=True, lower=True, unit_diagonal=True), "lapack_dtrsm_ffi"),
    ],
)
def test_what_is_refused(function, name):
    with pytest.raises(Failure, match=f"cannot convert .*{name}"):
        lagrad.jax.grad(function)(S[0])
