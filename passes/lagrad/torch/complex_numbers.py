"""Operations on complex numbers, in terms of those that the exporter converts, or `conversions` does.

Most of torch-mlir's conversions are for real numbers, and some stop the process at a complex one. Operands become
complex tensors of one type and shape, for `conversions` to take; sums and the like are taken of both parts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

aten = torch.ops.aten


def _is_complex(value) -> bool:
    return isinstance(value, complex) or isinstance(value, torch.Tensor) and value.is_complex()


def for_complex(table: dict) -> dict:
    """A table of decompositions with these in front, where an operand is complex."""
    return {op: _first(make, table.get(op)) for op, make in _MADE.items()}


def _first(make: Callable, otherwise: Callable | None) -> Callable:
    def decomposed(*operands, **options):
        if any(map(_is_complex, operands)) or getattr(options.get("dtype"), "is_complex", False):
            return make(*operands, **options)
        return NotImplemented if otherwise is None else otherwise(*operands, **options)

    return decomposed


def _tensor(value, dtype: torch.dtype) -> torch.Tensor:
    """A complex tensor of a number, or of real numbers."""
    part = torch.float32 if dtype == torch.complex64 else torch.float64
    if isinstance(value, torch.Tensor):
        if value.is_complex():
            re, im = (value, None) if value.dtype == dtype else (value.real.to(part), value.imag.to(part))
        else:
            re, im = value.to(part), torch.zeros(value.shape, dtype=part)
        return re if im is None else torch.complex(re, im)
    number = complex(value)
    return torch.complex(torch.full((), number.real, dtype=part), torch.full((), number.imag, dtype=part))


def _alike(op: Callable) -> Callable:
    """An operation of two tensors, which are made one type and shape first."""

    def binary(a, b, *, alpha=1):
        dtype = torch.result_type(a, b)
        x, y = _tensor(a, dtype), _tensor(b, dtype)
        if alpha != 1:
            y = y * alpha
        x, y = torch.broadcast_tensors(x, y)
        same = x is a and y is b and alpha == 1
        return NotImplemented if same else op(x, y)

    return binary


def _by_parts(op: Callable) -> Callable:
    """What is done to the real and the imaginary part alike."""

    def made(x, *operands, dtype=None, **options):
        operands = (x if dtype is None else _tensor(x, dtype), *operands)
        parts = [[getattr(each, part) if _is_complex(each) else each for each in operands] for part in ("real", "imag")]
        return torch.complex(*(op(*of, **options) for of in parts))

    return made


def _inverse(x):
    return torch.div(_tensor(1, x.dtype).expand(x.shape), x)


def _equal(a, b):
    a, b = (_tensor(each, torch.complex128) for each in (a, b))
    return (a.real == b.real) & (a.imag == b.imag)


def _power(x, exponent):
    """By an integer that is small, a product."""
    if exponent == 0:
        return torch.ones_like(x)
    if -8 <= exponent < 0 and exponent == int(exponent):
        return _inverse(_power(x, -exponent))
    if exponent in range(1, 9):
        exponent = int(exponent)
        found = x
        for _ in range(exponent - 1):
            found = found * x
        return found
    return torch.pow(x, _tensor(exponent, x.dtype))


def _product(x, dim=None, keepdim=False, *, dtype=None):
    x = x if dtype is None else _tensor(x, dtype)
    if dim is None:
        x, dim = x.reshape(-1), 0
    found = x.narrow(dim, 0, 1) if x.shape[dim] else torch.ones_like(x.sum(dim, keepdim=True))
    for k in range(1, x.shape[dim]):
        found = found * x.narrow(dim, k, 1)
    return found if keepdim else found.squeeze(dim)


def _made_of(op: Callable) -> Callable:
    """New tensors of a complex type, without an imaginary part."""

    def made(*operands, dtype=None, **options):
        wanted = dtype or next(each.dtype for each in operands if _is_complex(each))
        return _tensor(op(*operands, **options), wanted)

    return made


def _copy(x, *, dtype=None, **options):
    if dtype is None or dtype.is_complex:
        return NotImplemented if dtype in (None, x.dtype) else _tensor(x, dtype)
    return x.real.to(dtype)


def _full(size, number, *, dtype=None, **options):
    return _tensor(number, dtype or torch.complex128).expand(size).clone()


_MADE: dict[Any, Callable[..., Any]] = {
    **{getattr(aten, name).Tensor: _alike(getattr(torch, name)) for name in ("add", "sub", "mul", "div")},
    **{getattr(aten, name).Scalar: _alike(getattr(torch, name)) for name in ("add", "sub", "mul", "div")},
    aten.rsub.Scalar: lambda x, number, alpha=1: _alike(torch.sub)(number, x, alpha=alpha),
    aten.pow.Tensor_Tensor: _alike(torch.pow),
    aten.pow.Tensor_Scalar: _power,
    aten.pow.Scalar: _alike(torch.pow),
    aten.reciprocal.default: _inverse,
    aten.square.default: lambda x: x * x,
    aten.sgn.default: lambda x: x / torch.where(x.abs() == 0, 1.0, x.abs()),
    aten.sinh.default: lambda x: (torch.exp(x) - torch.exp(-x)) * 0.5,
    aten.cosh.default: lambda x: (torch.exp(x) + torch.exp(-x)) * 0.5,
    aten.log2.default: lambda x: torch.log(x) * (1 / math.log(2)),
    aten.log10.default: lambda x: torch.log(x) * (1 / math.log(10)),
    aten.eq.Tensor: _equal,
    aten.eq.Scalar: _equal,
    aten.ne.Tensor: lambda a, b: ~_equal(a, b),
    aten.ne.Scalar: lambda a, b: ~_equal(a, b),
    **{op: _by_parts(op) for op in (
        *(aten.sum.default, aten.sum.dim_IntList, aten.mean.default, aten.mean.dim, aten.cumsum.default),
        *(aten.tril.default, aten.triu.default, aten.diag_embed.default, aten.constant_pad_nd.default),
        *(aten.scatter_add.default, aten.index_add.default, aten.index_put.default),
    )},
    aten.prod.default: _product,
    aten.prod.dim_int: _product,
    aten.full.default: _full,
    aten.scalar_tensor.default: lambda number, *, dtype=None, **options: _full((), number, dtype=dtype),
    torch.ops.prims.scalar_tensor.default: lambda number, *, dtype=None, **options: _full((), number, dtype=dtype),
    **{op: _made_of(op) for op in (aten.zeros.default, aten.ones.default, aten.eye.default, aten.eye.m)},
    aten.zeros_like.default: lambda x, *, dtype=None, **options: _full(x.shape, 0, dtype=dtype or x.dtype),
    aten.ones_like.default: lambda x, *, dtype=None, **options: _full(x.shape, 1, dtype=dtype or x.dtype),
    aten.full_like.default: lambda x, value, *, dtype=None, **options: _full(x.shape, value, dtype=dtype or x.dtype),
    aten.new_zeros.default: lambda x, size, *, dtype=None, **options: _full(size, 0, dtype=dtype or x.dtype),
    aten._to_copy.default: _copy,
    aten._assert_tensor_metadata.default: lambda *_, **options: None,  # the importer does not know the type in it
}  # fmt: skip
