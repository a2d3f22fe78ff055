"""Operations of PyTorch that lagrad converts itself, and complex numbers: derivatives are those of autograd."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from torch.nn import functional  # noqa: E402

import lagrad.torch  # noqa: E402
from lagrad.errors import CheckFailed, Failure  # noqa: E402

torch.manual_seed(35)
X = torch.randn(3, 4, dtype=torch.float64)
Z = torch.randn(3, dtype=torch.complex128)
WEIGHTS = torch.arange(1.0, 13, dtype=torch.float64).reshape(3, 4)
AT = torch.tensor([[0, 0], [1, 2], [3, 0]])


def functions_of_complex(z):
    z = z / 20
    found = z.exp() + z.log() * z.sqrt() - z.rsqrt() / z.sin() + z.cos() * z.tan() + z.tanh() - z.sinh()
    return found + z.cosh() * z.log2() + z.log10() + z.sigmoid() - z**-3 + z**1.5 + 2**z + z ** z.flip(0) + z.sgn()


def complex_and_others(z, x):
    w = torch.add(z - x, z, alpha=0.5) * (1 + 2j) + 2 * x - 1j * z
    same = torch.where(z == torch.cat([z[:1], w[1:]]), z, 0) + torch.where(z != z[:1], 1j, z)
    return 1 / z + w / (z + 3) + z**2 * z.reciprocal() + z**0 + same + torch.rsub(z, 1j).square()


def sums_of_complex(z):
    rows = torch.zeros(3, 4, dtype=z.dtype).scatter_add(1, AT, z[:, :2]) + torch.ones_like(z).cumsum(1) * z
    total = z.sum() * z.mean() + z.prod() + torch.vdot(z[0], z[1]) + torch.eye(3, dtype=z.dtype).sum()
    found = (
        rows * total
        + z.sum(1, keepdim=True)
        + z.mean(0) * z.prod(1, keepdim=True)
        + z.tril()
        + z.mm(z.T.tril())[0].sum()
    )
    return found + z.to(torch.complex64).to(z.dtype).sum(dtype=torch.complex64)


FUNCTIONS = {
    "cumsum along rows": lambda x: x.cumsum(1) ** 2,
    "cumsum along columns": lambda x: x.cumsum(0) ** 2,
    "cumprod": lambda x: x.cumprod(1),
    "logcumsumexp": lambda x: (x * 400).logcumsumexp(1) + x.logcumsumexp(0),
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
    "cummax": lambda x: x.cummax(1).values ** 2,
    "cummin, and where it is": lambda x: x.cummin(0).values * WEIGHTS + x.gather(1, x.cummin(1).indices) ** 2,
    "equal largest ones": lambda x: (x * 0.0 + 1.0).cummax(1).values * x.round().cummax(1).values * WEIGHTS * x,
    "median": lambda x: x.median() * x.median(0).values * x.median(1, keepdim=True).values,
    "roll": lambda x: x.roll(2) * WEIGHTS + x.roll(1, 0),
    "copysign": lambda x: x.copysign(torch.tensor([[-0.0, 0, 1, -2]], dtype=torch.float64)) * WEIGHTS,
    "copysign of a number": lambda x: x.copysign(-0.0) * WEIGHTS + x.copysign(2),
    "angle": lambda x: x.angle() * x,
    "angle of complex numbers": lambda x: torch.complex(x, WEIGHTS).angle() * torch.complex(-x, WEIGHTS).angle(),
    "functions of complex numbers": lambda x: functions_of_complex(torch.complex(x, WEIGHTS)).real,
    "complex numbers and others": lambda x: complex_and_others(torch.complex(x, WEIGHTS), x).imag,
    "sums of complex numbers": lambda x: sums_of_complex(torch.complex(x, WEIGHTS)).imag,
    "diagonal_scatter": lambda x: torch.cat(
        [torch.diagonal_scatter(x, x[0, : min(3, 4 - abs(k))] ** 2, k) for k in (0, 1, 3)]
    ),
    "diagonal_scatter below": lambda x: torch.diagonal_scatter(x, x[0, :2] ** 2, -1),
    "diagonal_scatter in planes": lambda x: torch.diagonal_scatter(x.expand(2, 3, 4), x[:, :2].T ** 2, 0, -1, 1),
    "reshapes of nothing": lambda x: torch.cat([x[:0].reshape(-1, 2).flatten().unflatten(0, (0, 4)), x]) ** 2,
    "remainders": lambda x: torch.fmod(x * 3, 2.0) * WEIGHTS + torch.fmod(x, WEIGHTS / 9) * x,
    "polar": lambda x: (torch.polar(x.exp(), WEIGHTS) * torch.polar(x[0].exp(), x)).real,
    "copies of views": lambda x: (
        x * torch.view_copy(x, (4, 3)).T
        + torch.cat([torch.slice_copy(x, 0, 1), torch.select_copy(x, 0, 2).unsqueeze(0)])
        + torch.cat(torch.split_copy(x, 2))
    ),
    "solve without errors": lambda x: torch.linalg.solve_ex(x[:, :3] + 3 * torch.eye(3, dtype=x.dtype), x[:, 3])[0],
    "inverse transform of real numbers": lambda x: torch.fft.ifft(x).imag * torch.fft.ifft(x, 3).real.sum(),
    "transforms of symmetric signals": lambda x: torch.fft.hfft(x).prod() * torch.fft.ihfft(x, 6).imag,
    "shifts of frequencies": lambda x: torch.fft.fftshift(x) * torch.fft.ifftshift(x, 1) * WEIGHTS,
    "block_diag": lambda x: torch.block_diag(x, x[0], x[1:]) ** 2,
    "hypot": lambda x: torch.hypot(x, WEIGHTS),
    "distance": lambda x: torch.dist(x, WEIGHTS) + torch.dist(x, WEIGHTS, 1.0),
    "cdist": lambda x: torch.cdist(x, x) + torch.cdist(x, WEIGHTS, p=3.0) * torch.cdist(x, WEIGHTS, p=1.0),
    "cdist by the largest": lambda x: torch.cdist(x, WEIGHTS, p=float("inf")),
    "pdist": lambda x: torch.pdist(x),
    "norms of zeros": lambda x: torch.linalg.vector_norm(x * 0.0, dim=1) + torch.linalg.vector_norm(x * 0.0, 3),
    "norms": lambda x: torch.linalg.vector_norm(x, 3, (0, 1)) * torch.linalg.vector_norm(x, -2.0) * x.norm(dim=1),
    "pools of one example": lambda x: torch.cat(
        [pool(x, 2) for pool in (functional.avg_pool1d, functional.max_pool1d)], 1
    ),
    "pools of planes": lambda x: functional.avg_pool2d(x[None], 2) * functional.max_pool2d(x[None], 2),
    "pools of bodies": lambda x: (
        functional.avg_pool3d(x[None, None], (1, 3, 2)) ** 2 * functional.max_pool3d(x[None, None], (1, 1, 2)).sum()
    ),
    "slopes that are random in training only": lambda x: functional.rrelu(x, 0.1, 0.4) * WEIGHTS,
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


def test_one_over_zero_is_infinite():
    found = lagrad.torch.compile(lambda x: 1 / x)(torch.tensor([0.0, -0.0, 4.0]))
    assert found.tolist() == [float("inf"), float("-inf"), 0.25]


@pytest.mark.parametrize("compare", [torch.eq, torch.lt, torch.ge])
@pytest.mark.parametrize("number", [2, 0, 3])
def test_constants_are_compared_as_floats(compare, number):
    def function(x):
        return torch.where(compare(torch.full((), 2.0, dtype=x.dtype), number), x, -x)

    torch.testing.assert_close(lagrad.torch.compile(function)(X), function(X))


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


ROWS = torch.tensor([[0, 2, 1], [2, 2, 0]])


@pytest.mark.parametrize("padding", [2, -1, 1])
@pytest.mark.parametrize("at", [ROWS, ROWS[0], torch.tensor(2)])
def test_a_row_for_padding_gets_no_gradient(padding, at):
    def function(table):
        return (functional.embedding(at, table, padding_idx=padding).exp() * table[0]).sum()

    ours, theirs, table = lagrad.torch.compile(function), function, X.clone().requires_grad_()
    torch.testing.assert_close(ours(table), theirs(table))
    first = [torch.autograd.grad(f(table), table, create_graph=True)[0] for f in (ours, theirs)]
    torch.testing.assert_close(*first, rtol=1e-12, atol=1e-12)
    second = [torch.autograd.grad(each.sin().sum(), table)[0] for each in first]
    torch.testing.assert_close(*second, rtol=1e-12, atol=1e-12)


def test_gradients_by_frequency_are_refused():
    with pytest.raises(Failure, match="scale_grad_by_freq of an embedding"):
        lagrad.torch.compile(lambda table: functional.embedding(ROWS, table, scale_grad_by_freq=True))(X)


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


def test_a_refusal_names_the_operation_and_not_its_operands():
    with pytest.raises(lagrad.Failure, match="'aten.nonzero_static' of PyTorch is not converted"):
        lagrad.torch.grad(lambda x: torch.combinations(x[0]).sum())(X)
