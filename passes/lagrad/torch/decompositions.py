"""Operations of PyTorch in terms of others, which the exporter converts, or `conversions` does.

Factors come without the checks of PyTorch, which are effects: a matrix that is singular, or not positive definite,
gives NaN or infinities, and no error.
"""

from __future__ import annotations

import torch
from torch._decomp import get_decompositions
from torch._export.utils import _get_decomp_for_cia

from ..mlir import decompositions

aten = torch.ops.aten


def table() -> dict:
    """What to decompose, and how: torch-mlir's choice, with ours in front."""
    by_pytorch = [aten.gelu]  # torch-mlir's own has a wrong digit in the square root of 2 / pi
    return decompositions.get_decomposition_table() | get_decompositions(by_pytorch) | _OURS


def _transpose(matrix: torch.Tensor) -> torch.Tensor:
    return matrix.transpose(-1, -2)


def _solve(a, b, *, left=True):
    is_vector = b.dim() == 1 or (b.dim() == a.dim() - 1 and b.shape == a.shape[:-1])
    right = b.unsqueeze(-1) if is_vector else b
    if not left:
        return _transpose(_solve(_transpose(a), _transpose(right)))
    batch = torch.broadcast_shapes(a.shape[:-2], right.shape[:-2])
    a, right = a.expand(batch + a.shape[-2:]), right.expand(batch + right.shape[-2:])
    found = aten._linalg_solve_ex(a, right)[0]
    return found.squeeze(-1) if is_vector else found


def _factors_and_sign(a):
    factors, pivots, _ = aten.linalg_lu_factor_ex(a)
    stays = pivots == torch.arange(1, a.shape[-1] + 1)
    sign = torch.where(stays, 1.0, -1.0).to(a.dtype).prod(-1)
    return torch.diagonal(factors, dim1=-2, dim2=-1), sign


def _det(a):
    diagonal, sign = _factors_and_sign(a)
    return diagonal.prod(-1) * sign


def _slogdet(a):
    diagonal, sign = _factors_and_sign(a)
    return diagonal.sign().prod(-1) * sign, diagonal.abs().log().sum(-1)


def _cholesky_solve(b, factor, upper=False):
    first = aten.linalg_solve_triangular(_transpose(factor) if upper else factor, b, upper=False)
    return aten.linalg_solve_triangular(factor if upper else _transpose(factor), first, upper=True)


def _inverse(a):
    return _solve(a, torch.eye(a.shape[-1], dtype=a.dtype))


def _to_copy(x, *, dtype=None, **options):
    """Of real numbers complex ones, whose types the exporter does not know."""
    if dtype is None or not dtype.is_complex or x.is_complex():
        return NotImplemented
    part = x.to(torch.empty((), dtype=dtype).real.dtype)
    return torch.complex(part, torch.zeros_like(part))


_OURS = {
    aten._to_copy.default: _to_copy,
    aten.linalg_solve.default: _solve,
    aten.linalg_inv.default: _inverse,
    aten.inverse.default: _inverse,
    aten.linalg_det.default: _det,
    aten.det.default: _det,
    aten.linalg_slogdet.default: _slogdet,
    aten.slogdet.default: _slogdet,
    aten.linalg_cholesky.default: lambda a, *, upper=False: aten.linalg_cholesky_ex(a, upper=upper)[0],
    aten.cholesky_solve.default: _cholesky_solve,
}
_FFTS = ("fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn")
_BY_PYTORCH = [
    *(getattr(aten, f"fft_{name}").default for name in _FFTS),  # padding, and `_fft_r2c`, `_fft_c2c` or `_fft_c2r`
    *(aten.linalg_norm.default, aten.linalg_norm.ord_str),
    *(aten.linalg_matrix_norm.default, aten.linalg_matrix_norm.str_ord),
]
_OURS |= {op: _get_decomp_for_cia(op) for op in _BY_PYTORCH}
