"""lagrad.torch: branches and loops of PyTorch's own, against autograd."""

from __future__ import annotations

import warnings

import pytest

torch = pytest.importorskip("torch")

from torch._higher_order_ops import while_loop  # noqa: E402

import lagrad.torch  # noqa: E402
from lagrad.errors import Failure  # noqa: E402

torch.manual_seed(3)
X = torch.rand(4, dtype=torch.float64)
W = torch.rand(4, dtype=torch.float64, requires_grad=True)
LINEAR = torch.nn.Linear(4, 4, dtype=torch.float64)


def two(v):
    return v.sin() * W, v * v


def newton(x, loop):
    """How often it runs depends on the numbers; it reads a tensor beside those that it carries."""
    carried = (torch.tensor(0), torch.ones_like(x))
    step = lambda i, r: (i + 1, 0.5 * (r + W * x / r))  # noqa: E731
    return loop(lambda i, r: ((r * r - W * x).abs().max() > 1e-3) & (i < 50), step, carried)[1]


def of_python(goes_on, step, carried):
    while goes_on(*carried):
        carried = step(*carried)
    return carried


FUNCTIONS = {
    "a branch": lambda x: torch.cond(x[0] > 0, lambda v: v.sin(), lambda v: v.exp(), (x,)),
    "of several results": lambda x: torch.cat(torch.cond(x[0] > 0, two, lambda v: (v.exp(), W * W), (x,))),
    "in a branch": lambda x: torch.cond(
        x[0] > 0, lambda v: torch.cond(v[1] > 2, torch.exp, lambda u: u * W, (v,)), lambda v: v.cos(), (x,)
    ),
    "a module": lambda x: torch.cond(x[0] > 0, LINEAR, lambda v: v * W, (x,)),
    "a counted loop": lambda x: while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v.sin() * W), (torch.tensor(0), x))[
        1
    ],
}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients_are_pytorchs(name, sign):
    def function(x):
        return (FUNCTIONS[name](x) ** 2).sum()

    x = (sign * X).requires_grad_()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # that a tensor closed over gets no gradient would not be true
        ours = lagrad.torch.compile(function)(x)
    theirs = function(x)
    torch.testing.assert_close(ours, theirs, rtol=1e-12, atol=1e-12)
    wrt = (x, W, LINEAR.weight, LINEAR.bias)
    found, expected = (torch.autograd.grad(v, wrt, allow_unused=True, materialize_grads=True) for v in (ours, theirs))
    torch.testing.assert_close(found, expected, rtol=1e-10, atol=1e-10)


def test_a_loop_until_it_has_converged():
    """PyTorch's own derivative is not that of the values, where a loop reads a tensor from outside."""
    x = X.clone().requires_grad_()
    ours = lagrad.torch.compile(lambda x: (newton(x, while_loop) ** 2).sum())(x)
    theirs = (newton(x, of_python) ** 2).sum()
    torch.testing.assert_close(ours, theirs, rtol=1e-12, atol=1e-12)
    found, expected = (torch.autograd.grad(v, (x, W)) for v in (ours, theirs))
    torch.testing.assert_close(found, expected, rtol=1e-10, atol=1e-10)


def test_a_module_in_a_branch_is_exported_again_when_it_changes():
    dropout = torch.nn.Dropout(0.5).eval()
    compiled = lagrad.torch.compile(lambda x: torch.cond(x[0] > 0, lambda v: dropout(2 * v), lambda v: v.exp(), (x,)))
    torch.testing.assert_close(compiled(X), 2 * X)
    with pytest.raises(Failure, match="draws random numbers"):
        dropout.train()
        compiled(X)


class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, ct):
        return ct * 7


def without(v):
    with torch.no_grad():
        scale = v.sum()
    return v * scale


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda v: v * v.detach(), "detach"),
        (without, "no_grad"),
        (lambda v: v + torch.rand(4, dtype=torch.float64), "draws random numbers"),
        (Own.apply, "Own, a torch.autograd.Function"),
        (lambda v: v, "do not support aliasing. Replace `return input`"),
    ],
)
@pytest.mark.parametrize("where", ["then", "else", "loop"])
def test_what_is_refused_is_refused_inside(function, message, where):
    def called(x):
        if where == "loop":
            return while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, function(v)), (torch.tensor(0), x))[1]
        branches = [function, lambda v: v.cos()]
        return torch.cond(x[0] > 0, *(branches if where == "then" else branches[::-1]), (x,))

    with pytest.raises(Failure, match=message):
        lagrad.torch.compile(called)(X)
