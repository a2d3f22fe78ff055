"""Functions of PyTorch with kinks, or of parts with kinks, in terms whose derivatives are PyTorch's at ties too.

torch-mlir writes `elu(x)` as a maximum with 0 plus a minimum with 0, and `logaddexp(a, b)` as a maximum plus a function
of `|a - b|`. Each part has a kink where the whole has none, or another one, and what a derivative chooses at each need
not fit together: at 0, or where a equals b, the sum would be no derivative of the function at all. Here each is a
choice between formulas, each of which is right on its side and at the tie.
"""

from __future__ import annotations

import math

import torch

aten = torch.ops.aten


def _is_plain(x: torch.Tensor) -> bool:
    """Whether ties matter: integers have no derivative."""
    return x.dtype.is_floating_point


def _number(x: torch.Tensor, number) -> torch.Tensor:
    return number if isinstance(number, torch.Tensor) else torch.full((), number, dtype=x.dtype)


def _at_least(x, low):
    """At the bound the number is the bound, as in PyTorch. NaN stays."""
    low = _number(x, low)
    return torch.where(x <= low, low, x)


def _at_most(x, high):
    high = _number(x, high)
    return torch.where(x >= high, high, x)


def _clamp(x, low=None, high=None):
    if not _is_plain(x):
        if not any(isinstance(bound, float) for bound in (low, high)):
            return NotImplemented
        x = x.to(torch.get_default_dtype())
    x = x if low is None else _at_least(x, low)
    return x.clone() if low is None and high is None else x if high is None else _at_most(x, high)


def _clamp_between(x, low=None, high=None):
    """Bounds that are tensors share ties, as `maximum` and `minimum` do."""
    if not _is_plain(x):
        return NotImplemented
    x = x if low is None else torch.maximum(x, low)
    return x.clone() if low is None and high is None else x if high is None else torch.minimum(x, high)


def _extremum(is_over):
    """A tie is shared in halves, as torch-mlir's comparison and select would not."""

    def of_two(a, b):
        if not _is_plain(a) or not _is_plain(b):
            return NotImplemented
        kind = torch.promote_types(a.dtype, b.dtype)
        a, b = torch.broadcast_tensors(a.to(kind), b.to(kind))
        one = torch.where(is_over(a, b) | a.isnan(), a, b)
        return torch.where(a == b, a * 0.5 + b * 0.5, one)

    return of_two


def _ignoring_nan(extremum):
    def of_two(a, b):
        if not _is_plain(a) or not _is_plain(b):
            return NotImplemented
        a, b = torch.broadcast_tensors(a, b)
        return torch.where(a.isnan(), b, torch.where(b.isnan(), a, extremum(a, b)))

    return of_two


def _elu(x, alpha=1.0, scale=1.0, input_scale=1.0):
    is_over = x > 0
    below = torch.where(is_over, torch.zeros((), dtype=x.dtype), x)  # the exponential does not overflow
    return torch.where(is_over, x * scale, torch.expm1(below * input_scale) * (alpha * scale))


def _leaky_relu(x, slope=0.01):
    return torch.where(x > 0, x, x * slope)


def _hardsigmoid(x):
    return _clamp(x + 3, 0, 6) / 6


def _log_sigmoid(x):
    is_under = x < 0
    zero = torch.zeros((), dtype=x.dtype)
    values = torch.where(is_under, x, zero) - torch.log1p(torch.exp(torch.where(is_under, x, -x)))
    return values, torch.zeros_like(x)  # the second one is for PyTorch's own derivative


def _times_log(log):
    """`x log(y)`: 0 where x is 0 and y is not positive, else with derivative `log(y)` by x, at x = 0 too."""

    def of_two(x, y):
        x, y = _floats(x, y)
        is_zero = (x == 0) & ((y <= 0) if log is torch.log else (y <= -1))
        inside = torch.where(is_zero, torch.ones((), dtype=y.dtype), y)
        return torch.where(y.isnan(), y, torch.where(is_zero, torch.zeros((), dtype=x.dtype), x * log(inside)))

    return of_two


def _floats(x, y):
    tensors = [each for each in (x, y) if isinstance(each, torch.Tensor)]
    kind = torch.promote_types(tensors[0].dtype, tensors[-1].dtype)
    kind = kind if kind.is_floating_point else torch.get_default_dtype()
    return torch.broadcast_tensors(*(_number(tensors[0].to(kind), each).to(kind) for each in (x, y)))


def _logs_of_sums(x, dim):
    """Each element adds what lies twice as far before it in each step."""
    if not _is_plain(x):
        return NotImplemented
    if not x.dim():
        return x.clone()
    x, reach = x.movedim(dim, -1), 1
    while reach < x.shape[-1]:
        before = torch.nn.functional.pad(x[..., :-reach], (reach, 0), value=-math.inf)
        x, reach = torch.logaddexp(x, before), 2 * reach
    return x.movedim(-1, dim)


def _log_of_sum(base):
    """log(base^a + base^b) to that base, from the larger one and a difference that is not positive."""
    unit = 1 / math.log(base)

    def of_two(a, b):
        if not _is_plain(a) or not _is_plain(b):
            return NotImplemented
        kind = torch.promote_types(a.dtype, b.dtype)
        a, b = torch.broadcast_tensors(a.to(kind), b.to(kind))
        is_over = a > b
        larger = torch.where(is_over, a, b)
        alike = (a == b) & a.isinf()  # their difference is no number
        difference = torch.where(is_over, b - a, a - b)
        difference = torch.where(alike, torch.zeros((), dtype=kind), difference)
        sum = larger + torch.log1p(torch.exp(difference / unit)) * unit
        return torch.where(alike, larger, sum)

    return of_two


DECOMPOSED = {
    aten.clamp.default: _clamp,
    aten.clamp_min.default: _clamp,
    aten.clamp_max.default: lambda x, high: _clamp(x, None, high),
    aten.hardtanh.default: lambda x, low=-1, high=1: _clamp(x, low, high),
    aten.clamp.Tensor: _clamp_between,
    aten.clamp_min.Tensor: _clamp_between,
    aten.clamp_max.Tensor: lambda x, high: _clamp_between(x, None, high),
    aten.maximum.default: _extremum(torch.gt),
    aten.minimum.default: _extremum(torch.lt),
    aten.fmax.default: _ignoring_nan(torch.maximum),
    aten.fmin.default: _ignoring_nan(torch.minimum),
    aten.elu.default: _elu,
    aten.leaky_relu.default: _leaky_relu,
    aten.hardsigmoid.default: _hardsigmoid,
    aten.hardswish.default: lambda x: x * _hardsigmoid(x),
    aten.log_sigmoid_forward.default: _log_sigmoid,
    aten.sigmoid.default: lambda x: (
        NotImplemented if _is_plain(x) or x.is_complex() else torch.sigmoid(x.to(torch.get_default_dtype()))
    ),
    aten.silu.default: lambda x: x * torch.sigmoid(x),
    aten.xlogy.Tensor: _times_log(torch.log),
    aten.xlogy.Scalar_Self: _times_log(torch.log),
    aten.xlogy.Scalar_Other: _times_log(torch.log),
    aten.special_xlog1py.default: _times_log(torch.log1p),
    aten.special_xlog1py.self_scalar: _times_log(torch.log1p),
    aten.special_xlog1py.other_scalar: _times_log(torch.log1p),
    aten.logcumsumexp.default: _logs_of_sums,
    aten.logaddexp.default: _log_of_sum(math.e),
    aten.logaddexp2.default: _log_of_sum(2.0),
}
