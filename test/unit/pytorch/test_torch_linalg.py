"""lagrad.torch: factors, solves, Fourier transforms and functions that torch-mlir does not convert, against PyTorch."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import lagrad.torch  # noqa: E402
from lagrad.errors import Failure  # noqa: E402

torch.manual_seed(7)
A = torch.randn(4, 4, dtype=torch.float64) + 3 * torch.eye(4, dtype=torch.float64)[[2, 0, 3, 1]]
B = torch.randn(4, 2, dtype=torch.float64)
X = torch.rand(6, dtype=torch.float64)
linalg = torch.linalg
fft = torch.fft


def definite(a):
    return a @ a.T + torch.eye(4, dtype=a.dtype)


def weighed(values):
    """Different weights for all elements, so that no derivative is lost in a sum."""
    return (values * torch.arange(1, values.numel() + 1, dtype=values.dtype).reshape(values.shape)).sum()


MATRICES = {
    "solve": lambda a, b: linalg.solve(a, b),
    "solve for a vector": lambda a, b: linalg.solve(a, b[:, 0]),
    "solves for one right-hand side": lambda a, b: linalg.solve(torch.stack([a, 2 * a]), b),
    "solve from the right": lambda a, b: linalg.solve(a, b.T, left=False),
    "inverse": lambda a, b: linalg.inv(a),
    "determinants": lambda a, b: linalg.det(torch.stack([a, a[[1, 0, 2, 3]]])),
    "sign and logarithm": lambda a, b: linalg.slogdet(a)[0] * linalg.slogdet(a)[1],
    "logdet": lambda a, b: torch.logdet(definite(a)),
    "Cholesky": lambda a, b: linalg.cholesky(definite(a)),
    "upper Cholesky factors": lambda a, b: linalg.cholesky(torch.stack([definite(a), 2 * definite(a)]), upper=True),
    "cholesky_solve": lambda a, b: torch.cholesky_solve(b, linalg.cholesky(definite(a))),
    "upper triangle": lambda a, b: linalg.solve_triangular(a, b, upper=True),
    "lower triangle, with ones": lambda a, b: linalg.solve_triangular(a, b, upper=False, unitriangular=True),
    "QR": lambda a, b: torch.cat(linalg.qr(a @ b)),
    "square QR": lambda a, b: torch.cat(linalg.qr(a, mode="complete")),
    "wide QR": lambda a, b: torch.cat(linalg.qr(b.T, mode="complete"), 1),
    "LU factors": lambda a, b: torch.stack(linalg.lu(torch.stack([a, a.T]))[1:]),
    "factors in one": lambda a, b: linalg.lu_factor(a)[0],
    "the permutation": lambda a, b: linalg.lu(a)[0] * a,
    "solves by factors": lambda a, b: linalg.lu_solve(*linalg.lu_factor(torch.stack([a, 2 * a])), b),
    "inverse of a tensor": lambda a, b: linalg.tensorinv(a.reshape(2, 2, 4), ind=2),
    "values beside all vectors": lambda a, b: linalg.svd(b)[1] * linalg.svd(b.T)[1],
    "eigenvalues": lambda a, b: linalg.eigvalsh(a + a.T),
    "eigenvectors": lambda a, b: linalg.eigh(torch.stack([a + a.T, definite(a)]), UPLO="U")[1] ** 2,
    "singular values": lambda a, b: linalg.svdvals(torch.stack([a, 2 * a])),
    "singular vectors": lambda a, b: linalg.svd(a @ b, full_matrices=False)[0] ** 2,
    "Frobenius": lambda a, b: linalg.norm(a) * linalg.norm(b, ord=1),
    "exponentials": lambda a, b: linalg.matrix_exp(torch.stack([a / 9, 8 * a])) / 1e6,
    "pseudoinverse": lambda a, b: linalg.pinv(b),
    "pseudoinverse of fewer values": lambda a, b: linalg.pinv(a, atol=torch.tensor(0.1, dtype=a.dtype), rtol=0.02),
    "inverse, and whether there is one": lambda a, b: linalg.inv_ex(a)[0],
    "inverse from a factor": lambda a, b: torch.cholesky_inverse(linalg.cholesky(definite(a))),
    "triangular_solve": lambda a, b: torch.triangular_solve(b, a, transpose=True)[0],
    "fft": lambda a, b: fft.fft(a).abs(),
    "fft of two dimensions": lambda a, b: fft.ifft2(fft.fft2(a) * fft.fft2(a)).real,
    "the first dimension": lambda a, b: fft.ifft(a, dim=0, norm="ortho").abs(),
    "rfft with zeros behind": lambda a, b: fft.rfft(a, n=7, norm="forward").abs(),
    "irfft": lambda a, b: fft.irfft(fft.rfft(b, dim=0) * torch.arange(3)[:, None], n=4, dim=0),
    "rfftn": lambda a, b: fft.rfftn(a).imag,
    "other types": lambda a, b: a.to(torch.float32).to(torch.float64) * b.to(torch.complex128).abs().sum(),
    "complex numbers": lambda a, b: (torch.complex(a, a**2) * torch.complex(a, a).conj()).imag,
}
SHORT = {"solve", "determinants", "upper Cholesky factors", "QR", "eigenvectors", "the first dimension", "irfft"}
SHORT |= {"wide QR", "solves by factors"}
NAMES = [pytest.param(name, marks=[] if name in SHORT else pytest.mark.long) for name in MATRICES]


@pytest.mark.parametrize("name", NAMES)
def test_gradients_are_pytorchs(name):
    def loss(a, b):
        return weighed(MATRICES[name](a, b))

    given = A.clone().requires_grad_(), B.clone().requires_grad_()
    ours, theirs = lagrad.torch.compile(loss)(*given), loss(*given)
    torch.testing.assert_close(ours, theirs, rtol=1e-10, atol=1e-10)
    found = torch.autograd.grad(ours, given, allow_unused=True, materialize_grads=True)
    expected = torch.autograd.grad(theirs, given, allow_unused=True, materialize_grads=True)
    torch.testing.assert_close(found, expected, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize(
    "function",
    [
        linalg.cholesky,
        lambda a: linalg.cholesky(torch.stack([a, 2 * a]), upper=True),
        linalg.eigvalsh,
        lambda a: linalg.eigvalsh(a.tril(), UPLO="L"),
        lambda a: linalg.eigh(a.triu(), UPLO="U")[1] ** 2,
    ],
)
def test_derivatives_by_symmetric_matrices_are_symmetric(function):
    """One triangle is read, and both get the derivative, as in PyTorch."""

    def loss(a):
        return weighed(function(a))

    matrix = definite(A)
    torch.testing.assert_close(lagrad.torch.compile(loss)(matrix), loss(matrix), rtol=1e-12, atol=1e-12)
    expected = torch.func.grad(loss)(matrix)
    torch.testing.assert_close(lagrad.torch.grad(loss)(matrix), expected, rtol=1e-9, atol=1e-9)


def test_the_other_triangle_is_not_read():
    values = linalg.eigvalsh(A)
    torch.testing.assert_close(lagrad.torch.compile(linalg.eigvalsh)(A), values, rtol=1e-12, atol=1e-12)


SPECIAL = {
    **{name: getattr(torch, name) for name in ("lgamma", "erfc", "erfinv", "digamma", "i0")},
    **{name: getattr(torch.special, name) for name in ("erfcx", "ndtri", "log_ndtr", "i0e", "i1", "i1e")},
    "trigamma": lambda x: torch.special.polygamma(1, x),
    "polygamma": lambda x: torch.special.polygamma(3, x) * torch.special.polygamma(0, x),
    "xlogy": lambda x: torch.special.xlogy(2.0, x),
}


@pytest.mark.parametrize("function", [pytest.param(function, id=name) for name, function in SPECIAL.items()])
def test_functions_of_numbers(function):
    x = (0.9 * X).requires_grad_()
    ours, theirs = lagrad.torch.compile(function)(x), function(x)
    digits = 1e-8 if function is SPECIAL["trigamma"] else 1e-12  # PyTorch's has nine
    torch.testing.assert_close(ours, theirs, rtol=digits, atol=digits)
    found, expected = (torch.autograd.grad(y.sum(), x)[0] for y in (ours, theirs))
    torch.testing.assert_close(found, expected, rtol=1e-8, atol=1e-8)


def test_second_derivatives_of_a_solve():
    def loss(a):
        return weighed(torch.linalg.solve(a, B))

    torch.testing.assert_close(lagrad.torch.hessian(loss)(A), torch.func.hessian(loss)(A), rtol=1e-8, atol=1e-8)


def test_a_singular_matrix_gives_numbers_and_no_error():
    singular = torch.zeros(2, 2, dtype=torch.float64)
    assert not lagrad.torch.compile(torch.linalg.inv)(singular).isfinite().any()


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda a: torch.linalg.svd(a[:2])[2], "_linalg_svd.* write full_matrices=False"),
        (lambda a: torch.linalg.qr(a[:, :2], mode="complete")[0], "linalg_qr.* write mode='reduced'"),
        (lambda a: torch.linalg.lstsq(a, a).solution, "linalg_lstsq.* write torch.linalg.pinv"),
        (lambda a: torch.igamma(a, a), "'aten.igamma' of PyTorch is not converted; leave that part outside"),
        (lambda a: torch.linalg.cholesky(torch.complex(a, a)).real, "linalg_cholesky_ex"),
        (lambda a: torch.linalg.eigvals(a).real, "linalg_eig' .*: eigenvalues of matrices that are not symmetric"),
    ],
)
def test_what_is_refused(function, message):
    with pytest.raises(Failure, match=message):
        lagrad.torch.compile(function)(A)
