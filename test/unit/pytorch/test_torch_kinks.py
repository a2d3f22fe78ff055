"""Functions with kinks, and smooth ones of parts with kinks: gradients at ties are those of autograd."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from torch.nn import functional  # noqa: E402

import lagrad.torch  # noqa: E402

# Ties with bounds, with 0 of both signs and with Y, in the middle and at the ends; and numbers beside them.
X = torch.tensor([-1, 0, -0.0, 1, 2, 0.5, 3, -3, 6, -6, 800, -800], dtype=torch.float64)
Y = torch.tensor([-1, 0, 0, 0, 2, 3, 3, -3, 6, -6, 800, 1], dtype=torch.float64)
SMOOTH = {
    "elu": functional.elu,
    "celu": functional.celu,
    "logsigmoid": functional.logsigmoid,
    "softplus": functional.softplus,
    "sigmoid": lambda x: x.sigmoid() * torch.sigmoid(x * 2),
    "silu": functional.silu,
    "glu": lambda x: functional.glu(torch.stack([x, x]), 0),
    "xlogy": lambda x: torch.xlogy(x, 2.0) + torch.xlogy(x, Y.abs() + 1),
    "xlogy by the other": lambda x: torch.xlogy(3.0, x.abs() + 1) + torch.xlogy(Y, x.abs() + 1),
    "xlog1py": lambda x: torch.special.xlog1py(x, 2.0) + torch.special.xlog1py(Y, x.abs()),
    "i0e": torch.special.i0e,
    "logaddexp": lambda x: torch.logaddexp(x, Y) * torch.logaddexp(Y, x),
    "logaddexp2": lambda x: torch.logaddexp2(x, Y),
}
KINKED = {
    "clamp": lambda x: x.clamp(0, 1) + x.clamp(1, 1) + x.clamp(2, 1),
    "clamp_min": lambda x: x.clamp_min(0) + x.clamp(min=0.5),
    "clamp_max": lambda x: x.clamp_max(1) + x.clamp(max=0.5),
    "clamp between tensors": lambda x: x.clamp(Y, Y + 1) + x.clamp(min=Y) + x.clamp(max=Y),
    "maximum": lambda x: torch.maximum(x, Y) * torch.maximum(Y, x),
    "minimum": lambda x: torch.minimum(x, Y) * torch.minimum(Y, x),
    "maximum of both": lambda x: torch.maximum(x, x.abs()),
    "fmax": lambda x: torch.fmax(x, Y[:1].expand(2, 12)),
    "fmin": lambda x: torch.fmin(x, Y),
    "relu": functional.relu,
    "relu6": functional.relu6,
    "hardtanh": functional.hardtanh,
    "hardswish": functional.hardswish,
    "leaky_relu": functional.leaky_relu,
    "selu": functional.selu,
    "other elu": lambda x: functional.elu(x, 0.3),
    "threshold": lambda x: functional.threshold(x, 0.0, 5.0),
    "hardshrink": functional.hardshrink,
    "softshrink": functional.softshrink,
    "huber_loss": lambda x: functional.huber_loss(x, Y, reduction="none"),
    "l1_loss": lambda x: functional.l1_loss(x, Y, reduction="none"),
    "margin_ranking_loss": lambda x: functional.margin_ranking_loss(x, Y, torch.ones_like(x), reduction="none"),
    "amax": lambda x: torch.stack([x, Y]).amax(0),
}


@pytest.mark.parametrize("name", SMOOTH | KINKED)
def test_gradients_at_ties(name):
    def function(x):
        given = (SMOOTH | KINKED)[name](x)
        return (given.reshape(-1) * torch.arange(1.0, 1 + given.numel(), dtype=x.dtype)).sum()

    x = X.clone().requires_grad_()
    value = function(x)
    (expected,) = torch.autograd.grad(value, x)
    found, own = lagrad.torch.grad_and_value(function)(X)
    torch.testing.assert_close(own, value.detach(), rtol=1e-14, atol=0.0)
    torch.testing.assert_close(found, expected, rtol=1e-12, atol=1e-12)


def test_hardsigmoid_at_its_bounds():  # PyTorch's own derivative has a sixth in single precision
    found = lagrad.torch.grad(lambda x: functional.hardsigmoid(x).sum())(X)
    inside = (X > -3) & (X < 3)
    torch.testing.assert_close(found, inside / torch.tensor(6.0, dtype=torch.float64))


@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin", "logaddexp", "logaddexp2"])
def test_values_without_a_number(name):
    a = torch.tensor([float("nan"), 1, float("nan"), float("inf"), float("inf"), -float("inf")], dtype=torch.float64)
    b = torch.tensor([1, float("nan"), float("nan"), float("inf"), 1, -float("inf")], dtype=torch.float64)
    function = getattr(torch, name)
    torch.testing.assert_close(lagrad.torch.compile(function)(a, b), function(a, b), equal_nan=True)


def test_a_clamp_keeps_what_is_no_number():
    x = torch.tensor([float("nan"), 3.0, -3.0])
    torch.testing.assert_close(lagrad.torch.compile(lambda x: x.clamp(-1, 1))(x), x.clamp(-1, 1), equal_nan=True)


def test_integers_are_clamped():
    x, at = torch.arange(5.0), torch.tensor([7, -3, 2])
    assert lagrad.torch.compile(lambda x, at: x[at.clamp(0, 4)].sum())(x, at) == 4 + 0 + 2


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x * torch.sigmoid(torch.arange(4)),
        lambda x: x * torch.arange(4).clamp(0.5, 2.5),
        lambda x: x * torch.maximum(torch.arange(4), torch.tensor(2)),
        lambda x: torch.xlogy(torch.arange(4), x.abs() + 1),
        lambda x: torch.maximum(x, torch.tensor([0.0, 0, 2, 1], dtype=torch.float64)),
        lambda x: x.sum().logcumsumexp(0),
    ],
)
def test_integers_other_types_and_numbers(function):
    x = torch.tensor([-100.0, 0, 1, 30], requires_grad=True)
    (expected,) = torch.autograd.grad(function(x).sum(), x)
    torch.testing.assert_close(lagrad.torch.grad(lambda x: function(x).sum())(x.detach()), expected)
