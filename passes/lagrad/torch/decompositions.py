"""Operations of PyTorch in terms of others, which the exporter converts, or `conversions` does.

Factors come without the checks of PyTorch, which are effects: a matrix that is singular, or not positive definite,
gives NaN or infinities, and no error.
"""

from __future__ import annotations

import math

import torch
from torch._decomp import get_decompositions
from torch._export.utils import _get_decomp_for_cia

from ..mlir import decompositions
from . import complex_numbers, kinks

aten = torch.ops.aten


def table() -> dict:
    """What to decompose, and how: torch-mlir's choice, with ours in front."""
    by_pytorch = [
        aten.gelu,  # torch-mlir's own has a wrong digit in the square root of 2 / pi
        *(aten.dist, aten.unbind_copy),
    ]
    found = decompositions.get_decomposition_table() | get_decompositions(by_pytorch) | kinks.DECOMPOSED | _OURS
    return found | complex_numbers.for_complex(found)


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


def _order(pivots):
    """The rows in the order to which pivots bring them: at step k row k changes places with row `pivots[k]`."""
    places = torch.arange(pivots.shape[-1]).expand(pivots.shape)
    order = places
    for k in range(pivots.shape[-1]):
        is_other = places == (pivots[..., k, None] - 1)
        other = torch.where(is_other, order, 0).sum(-1, keepdim=True)
        order = torch.where(places == k, other, torch.where(is_other, order[..., k, None], order))
    return order


def _lu_factors(a, *, pivot=True):
    return tuple(aten.linalg_lu_factor_ex(a, pivot=pivot)[:2])


def _lu(a, *, pivot=True):
    if not pivot or a.shape[-1] != a.shape[-2]:
        return NotImplemented
    factors, pivots = _lu_factors(a)
    return _unpacked(factors, pivots)


def _unpacked(factors, pivots, unpack_data=True, unpack_pivots=True):
    if factors.shape[-1] != factors.shape[-2]:
        return NotImplemented
    one = torch.eye(factors.shape[-1], dtype=factors.dtype)
    places = torch.arange(factors.shape[-1])
    permutation = (places[:, None] == _order(pivots)[..., None, :]).to(factors.dtype)
    return permutation, torch.tril(factors, -1) + one, torch.triu(factors)


def _lu_solve(factors, pivots, b, *, left=True, adjoint=False):
    if not left or adjoint:
        return NotImplemented
    batch = torch.broadcast_shapes(factors.shape[:-2], b.shape[:-2])
    order = _order(pivots).expand(batch + pivots.shape[-1:])
    factors, b = factors.expand(batch + factors.shape[-2:]), b.expand(batch + b.shape[-2:])
    rows = torch.gather(b, -2, order[..., None].expand(b.shape))
    first = aten.linalg_solve_triangular(factors, rows, upper=False, unitriangular=True)
    return aten.linalg_solve_triangular(factors, first, upper=True)


def _qr(a, mode="reduced"):
    """Of a wide matrix: of as many columns as there are rows, with the others turned behind."""
    rows, columns = a.shape[-2:]
    if mode == "r":
        return a.new_zeros(0), aten.linalg_qr(a, "reduced")[1]
    if rows >= columns:
        return NotImplemented
    q, r = aten.linalg_qr(a[..., :rows], "reduced")
    return q, torch.cat([r, _transpose(q) @ a[..., rows:]], -1)


def _tensor_inverse(a, ind=2):
    first, second = a.shape[:ind], a.shape[ind:]
    return _inverse(a.reshape(math.prod(first), -1)).reshape(second + first)


def _cholesky_solve(b, factor, upper=False):
    first = aten.linalg_solve_triangular(_transpose(factor) if upper else factor, b, upper=False)
    return aten.linalg_solve_triangular(factor if upper else _transpose(factor), first, upper=True)


def _inverse(a):
    return _solve(a, torch.eye(a.shape[-1], dtype=a.dtype))


def _matrix_exp(a):
    """By Pade's approximant of degree 13 of a part of it, which is squared up to 16 times (N. J. Higham, 2005)."""
    bound = 5.371920351148152 if a.dtype == torch.float64 else 3.925724783138660
    norm = a.abs().sum(-2).amax(-1)[..., None, None]
    times = torch.clamp(torch.ceil(torch.log2(norm / bound)), min=0.0)
    a = a / torch.exp2(times)
    one = torch.eye(a.shape[-1], dtype=a.dtype)
    (a2, a4, a6), b = _even_powers(a), [_PADE[0] / coefficient for coefficient in _PADE]
    high = a6 @ (a6 / b[13] + a4 / b[11] + a2 / b[9])
    odd = a @ (high + a6 / b[7] + a4 / b[5] + a2 / b[3] + one / b[1])
    even = a6 @ (a6 / b[12] + a4 / b[10] + a2 / b[8]) + a6 / b[6] + a4 / b[4] + a2 / b[2] + one / b[0]
    found = _solve(even - odd, even + odd)
    for k in range(_SQUARINGS):
        found = torch.where(times > k, found @ found, found)
    return torch.where(times > _SQUARINGS, torch.nan, found)


def _even_powers(a):
    a2 = a @ a
    a4 = a2 @ a2
    return a2, a4, a4 @ a2


_SQUARINGS = 16
_PADE = (
    *(64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600),
    *(670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1),
)


def _pseudoinverse(a, *, atol=None, rtol=None, hermitian=False):
    """Singular values below a bound count as zeros. Equal ones have no derivative here."""
    u, s, vh = aten._linalg_svd(a, False, True)
    largest = s.amax(-1, keepdim=True)
    if rtol is None:
        rtol = 0.0 if atol is not None else max(a.shape[-2:]) * torch.finfo(a.dtype).eps
    bound = (rtol[..., None] if isinstance(rtol, torch.Tensor) else rtol) * largest
    if atol is not None:
        bound = torch.maximum(
            bound, atol[..., None] if isinstance(atol, torch.Tensor) else torch.full_like(bound, atol)
        )
    is_zero = s <= bound
    inverse = torch.where(is_zero, 0.0, 1 / torch.where(is_zero, 1.0, s))
    return _transpose(vh) * inverse[..., None, :] @ _transpose(u)


def _distances(a, b, p, mode=None):
    return _norm(a.unsqueeze(-2) - b.unsqueeze(-3), p, -1)


def _distances_of_pairs(a, p=2.0):
    first, second = torch.triu_indices(a.shape[0], a.shape[0], 1)
    return _norm(a[first] - a[second], p, -1)


def _norm(x, p=2, dim=None, keepdim=False, *, dtype=None):
    """Where it is zero, so is its derivative, as PyTorch has it."""
    if x.is_complex() or dtype is not None:
        return NotImplemented
    dim = [] if dim is None else dim
    if p == 0:
        return (x != 0).to(x.dtype).sum(dim, keepdim)
    if p == 1:
        return x.abs().sum(dim, keepdim)
    if abs(p) == math.inf:
        return x.abs().amax(dim, keepdim) if p > 0 else x.abs().amin(dim, keepdim)
    powers = x * x if p == 2 else torch.where(x == 0, 0.0 if p > 0 else math.inf, _nonzero(x).abs() ** p)
    total = powers.sum(dim, keepdim)
    return torch.where(total == 0, 0.0, _nonzero(total).sqrt() if p == 2 else _nonzero(total) ** (1 / p))


def _nonzero(x):
    return torch.where(x == 0, 1.0, x)


def _extrema(is_better):
    """Of each element and those before it: what 1, 2, 4, and so on before it found. The last of equal ones counts."""

    def cumulative(x, dim):
        if x.dim() == 0:
            return x.clone(), torch.zeros((), dtype=torch.int64)
        size = x.shape[dim]
        shape = [size if d == dim % x.dim() else 1 for d in range(x.dim())]
        found, at = x, torch.arange(size).reshape(shape).expand(x.shape)
        step = 1
        while step < size:
            kept, indices = (part.narrow(dim, step, size - step) for part in (found, at))
            earlier, theirs = (part.narrow(dim, 0, size - step) for part in (found, at))
            moves = is_better(earlier, kept) | (earlier != earlier)
            found = torch.cat([found.narrow(dim, 0, step), torch.where(moves, earlier, kept)], dim)
            at = torch.cat([at.narrow(dim, 0, step), torch.where(moves, theirs, indices)], dim)
            step *= 2
        return found, at

    return cumulative


def _roll(x, shifts, dims=()):
    return NotImplemented if dims else torch.roll(x.reshape(-1), shifts, 0).reshape(x.shape)


def _copysign(a, b):
    is_negative = (b < 0) | ((b == 0) & (1 / b < 0))
    return torch.where(is_negative, -a.abs(), a.abs())


def _angle(x):
    if x.is_complex():
        return torch.atan2(x.imag, x.real)
    pi, zero = (torch.full((), number, dtype=x.dtype) for number in (math.pi, 0.0))
    return torch.where(x.isnan(), x, torch.where(x < 0, pi, zero))


def _diagonal_scatter(x, diagonal, offset=0, dim1=0, dim2=1):
    matrices = x.movedim((dim1, dim2), (-2, -1))
    rows, columns = matrices.shape[-2:]
    is_on_it = torch.arange(columns) - torch.arange(rows).unsqueeze(-1) == offset
    by_rows = offset >= 0  # an element of the diagonal goes by its row or its column, whichever counts from 0
    padding = (0, (rows if by_rows else columns) - diagonal.shape[-1])
    spread = torch.nn.functional.pad(diagonal, padding).unsqueeze(-1 if by_rows else -2)
    return torch.where(is_on_it, spread, matrices).movedim((-2, -1), (dim1, dim2))


def _block_diag(tensors):
    blocks = [torch.atleast_2d(each) for each in tensors]
    rows, before, columns = [], 0, sum(each.shape[1] for each in blocks)
    for each in blocks:
        after = columns - before - each.shape[1]
        rows.append(torch.nn.functional.pad(each, (before, after)))
        before += each.shape[1]
    return torch.cat(rows)


def _median(x):
    flat = x.reshape(-1)
    return torch.sort(flat)[0][(flat.shape[0] - 1) // 2]


def _median_along(x, dim, keepdim=False):
    values, indices = torch.sort(x, dim)
    at = (x.shape[dim] - 1) // 2
    return tuple(part.narrow(dim, at, 1) if keepdim else part.select(dim, at) for part in (values, indices))


def _no_errors(a):
    return torch.zeros(a.shape[:-2], dtype=torch.int32)


def _triangular_solve(b, a, upper=True, transpose=False, unitriangular=False):
    turned = _transpose(a) if transpose else a
    return aten.linalg_solve_triangular(turned, b, upper=upper != transpose, unitriangular=unitriangular), a.clone()


def _leaky(x, noise, lower=1 / 8, upper=1 / 3, training=False, generator=None):
    """Outside of training the slope of `rrelu` is no random number."""
    return NotImplemented if training else (torch.nn.functional.leaky_relu(x, (lower + upper) / 2), noise)


def _view(x, size):
    """Of a tensor without elements a new one: the exporter would divide by its number of elements."""
    if x.numel():
        return NotImplemented
    return torch.zeros([0 if extent == -1 else extent for extent in size], dtype=x.dtype)


def _in_batches(op, rank):
    """The exporter takes one example for a batch of examples, or fails."""

    def of_one(x, *options, **named):
        if x.dim() == rank:
            return NotImplemented
        made = op(x.unsqueeze(0), *options, **named)
        return tuple(part.squeeze(0) for part in made) if isinstance(made, tuple) else made.squeeze(0)

    return of_one


_OURS = {
    aten.linalg_solve.default: _solve,
    aten.linalg_solve_ex.default: lambda a, b, **options: (_solve(a, b, left=options.get("left", True)), _no_errors(a)),
    aten.linalg_inv.default: _inverse,
    aten.inverse.default: _inverse,
    aten.linalg_det.default: _det,
    aten.det.default: _det,
    aten.linalg_slogdet.default: _slogdet,
    aten.slogdet.default: _slogdet,
    aten.linalg_cholesky.default: lambda a, *, upper=False: aten.linalg_cholesky_ex(a, upper=upper)[0],
    aten.cholesky_solve.default: _cholesky_solve,
    aten.cholesky_inverse.default: lambda factor, upper=False: _cholesky_solve(
        torch.eye(factor.shape[-1], dtype=factor.dtype), factor, upper
    ),
    aten.linalg_inv_ex.default: lambda a, *, check_errors=False: (_inverse(a), _no_errors(a)),
    aten.linalg_lu_factor.default: _lu_factors,
    aten.linalg_lu.default: _lu,
    aten.lu_unpack.default: _unpacked,
    aten.linalg_lu_solve.default: _lu_solve,
    aten.linalg_qr.default: _qr,
    aten.linalg_tensorinv.default: _tensor_inverse,
    aten.linalg_matrix_exp.default: _matrix_exp,
    aten.linalg_pinv.atol_rtol_tensor: _pseudoinverse,
    aten.linalg_pinv.atol_rtol_float: _pseudoinverse,
    aten.triangular_solve.default: _triangular_solve,
    aten.linalg_vector_norm.default: _norm,
    aten.cummax.default: _extrema(torch.gt),
    aten.cummin.default: _extrema(torch.lt),
    # torch-mlir's own stops the program at a zero.
    aten.reciprocal.default: lambda x: torch.true_divide(torch.ones((), dtype=x.dtype), x),
    aten.rrelu_with_noise_functional.default: _leaky,
    aten.roll.default: _roll,
    aten.fmod.Scalar: lambda x, number: torch.fmod(x, torch.full((), number, dtype=x.dtype)),
    aten.polar.default: lambda length, angle: torch.complex(length * angle.cos(), length * angle.sin()),
    aten._neg_view.default: torch.neg,
    aten.view_copy.default: lambda x, size: x.reshape(size),
    aten.select_copy.int: torch.select,
    aten.slice_copy.Tensor: aten.slice.Tensor,
    aten.split_copy.Tensor: aten.split.Tensor,
    aten.empty_strided.default: lambda size, stride, *, dtype=None, **rest: torch.empty(size, dtype=dtype),
    aten.view.default: _view,
    aten._unsafe_view.default: _view,
    aten.copysign.Tensor: _copysign,
    aten.copysign.Scalar: lambda a, b: -a.abs() if math.copysign(1.0, b) < 0 else a.abs(),
    aten.angle.default: _angle,
    aten.diagonal_scatter.default: _diagonal_scatter,
    torch.ops.prims.scalar_tensor.default: lambda x, *, dtype=None, device=None: torch.full((), x, dtype=dtype),
    aten.block_diag.default: _block_diag,
    aten.hypot.default: lambda a, b: torch.sqrt(a * a + b * b),
    aten._cdist_forward.default: _distances,
    aten._pdist_forward.default: _distances_of_pairs,
    aten.median.default: _median,
    aten.median.dim: _median_along,
    aten.avg_pool1d.default: _in_batches(aten.avg_pool1d, 3),
    aten.avg_pool2d.default: _in_batches(aten.avg_pool2d, 4),
    aten.avg_pool3d.default: _in_batches(aten.avg_pool3d, 5),
    aten.max_pool2d_with_indices.default: _in_batches(aten.max_pool2d_with_indices, 4),
    aten.max_pool3d_with_indices.default: _in_batches(aten.max_pool3d_with_indices, 5),
}
_FFTS = [
    *("fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"),
    *("hfft", "ihfft", "hfft2", "ihfft2", "hfftn", "ihfftn", "fftshift", "ifftshift"),
]
_BY_PYTORCH = [
    *(getattr(aten, f"fft_{name}").default for name in _FFTS),  # padding, and `_fft_r2c`, `_fft_c2c` or `_fft_c2r`
    *(aten.linalg_norm.default, aten.linalg_norm.ord_str),
    *(aten.linalg_matrix_norm.default, aten.linalg_matrix_norm.str_ord),
]
_OURS |= {op: _get_decomp_for_cia(op) for op in _BY_PYTORCH}
