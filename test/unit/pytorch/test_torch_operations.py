"""Operations of PyTorch that lagrad converts itself, and complex numbers: derivatives are those of autograd."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import lagrad.torch  # noqa: E402
from lagrad.errors import CheckFailed  # noqa: E402

torch.manual_seed(35)
X = torch.randn(3, 4, dtype=torch.float64)
Z = torch.randn(3, dtype=torch.complex128)
WEIGHTS = torch.arange(1.0, 13, dtype=torch.float64).reshape(3, 4)
AT = torch.tensor([[0, 0], [1, 2], [3, 0]])

FUNCTIONS = {
    "cumsum along rows": lambda x: x.cumsum(1) ** 2,
    "cumsum along columns": lambda x: x.cumsum(0) ** 2,
    "cumprod": lambda x: x.cumprod(1),
    "logcumsumexp": lambda x: x.logcumsumexp(1),
    "sort": lambda x: x.sort(1).values * WEIGHTS,
    "descending sort": lambda x: x.sort(0, descending=True).values * WEIGHTS,
    "argsort": lambda x: x.gather(1, x.argsort(1)) * WEIGHTS,
    "topk": lambda x: x.topk(2, 1).values ** 2,
    "smallest k": lambda x: x.topk(2, 0, largest=False).values ** 2,
    "where the k are": lambda x: x.gather(1, x.topk(3, 1).indices) ** 2,
    "kthvalue": lambda x: x.kthvalue(3, 1).values,
    "scatter": lambda x: torch.zeros(3, 4, dtype=torch.float64).scatter(1, AT[:, 1:], x[:, :1]) * x,
    "scatter_add": lambda x: x.scatter_add(1, AT, x[:, :2]) ** 2,
    "index_put": lambda x: x.index_put((torch.tensor([0, -3]),), x[:2], accumulate=True) ** 2,
    "index_add": lambda x: x.index_add(0, torch.tensor([0, 2]), x[:2]) ** 2,
    "tanh of gelu": lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(name):
    def function(x):
        return FUNCTIONS[name](x).sum()

    compiled, x = lagrad.torch.compile(function), X.clone().requires_grad_()
    torch.testing.assert_close(compiled(x), function(x), rtol=1e-12, atol=1e-12)
    ours, theirs = (torch.autograd.grad(f(x), x) for f in (compiled, function))
    torch.testing.assert_close(ours, theirs, rtol=1e-12, atol=1e-12)


def test_equal_elements_stay_in_their_order():
    ties = torch.tensor([2.0, 1, 2, 1, 2, 0, 1])
    for descending in (False, True):
        ours = lagrad.torch.compile(lambda x, d=descending: x.sort(descending=d))(ties)
        theirs = ties.sort(stable=True, descending=descending)
        assert torch.equal(ours[0], theirs[0]) and torch.equal(ours[1], theirs[1])


def test_an_index_out_of_bounds_is_an_error():
    at = torch.tensor([0, 3])
    with pytest.raises(CheckFailed, match="an index of a scatter is out of bounds"):
        lagrad.torch.compile(lambda x, i: x.index_put((i,), x[:2]))(X, at)


def squares(z):
    return z * z


def length(z):
    return torch.view_as_real(z * z).pow(2).sum()


def test_gradients_of_complex_numbers():
    """They are conjugates of the ones that pair with tangents as they are."""
    cotangent = torch.tensor([1 + 2j, 3, 1j], dtype=torch.complex128)

    def derivatives(f, g):
        z = Z.clone().requires_grad_()
        (first,) = torch.autograd.grad(f(z), z, cotangent, create_graph=True)
        second = torch.autograd.grad(torch.view_as_real(first).pow(3).sum(), z)
        (plain,) = torch.autograd.grad(3 * g(z), z)
        (kept,) = torch.autograd.grad(g(z), z, create_graph=True)
        return first, second, plain, kept, torch.autograd.grad(torch.view_as_real(kept).pow(3).sum(), z)

    compiled = lagrad.torch.compile(squares), lagrad.torch.compile(length)
    torch.testing.assert_close(derivatives(*compiled), derivatives(squares, length), rtol=1e-11, atol=1e-11)
    torch.testing.assert_close(lagrad.torch.grad(length)(Z), torch.func.grad(length)(Z))
    ours, theirs = (torch.func.jvp(f, (Z,), (cotangent,))[1] for f in (compiled[0], squares))
    torch.testing.assert_close(ours, theirs)
