"""lagrad.torch: what it gives is what PyTorch gives, by backward() and by torch.func, and differentiated again."""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import lagrad.torch  # noqa: E402
from lagrad import derivatives  # noqa: E402
from lagrad.errors import Failure  # noqa: E402

torch.manual_seed(33)
X = torch.randn(5, 3, dtype=torch.float64)
Y = torch.randn(5, 1, dtype=torch.float64)


def network() -> torch.nn.Module:
    torch.manual_seed(1)
    layers = torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1)
    return torch.nn.Sequential(*layers).double()


def close(ours, theirs, tolerance=1e-12):
    torch.testing.assert_close(ours, theirs, rtol=tolerance, atol=tolerance)


@pytest.fixture(scope="module")
def losses():
    model = network()

    def loss(x, y):
        return ((model(x) - y) ** 2).mean()

    return model, loss, lagrad.torch.compile(loss)


def test_gradients_of_parameters_and_arguments(losses):
    model, theirs, ours = losses
    x = X.clone().requires_grad_()
    wanted = [x, *model.parameters()]
    assert ours(x, Y).item() == pytest.approx(theirs(x, Y).item(), rel=1e-14)
    close(torch.autograd.grad(ours(x, Y), wanted), torch.autograd.grad(theirs(x, Y), wanted))
    close(torch.autograd.grad(3 * ours(x, Y), wanted), torch.autograd.grad(3 * theirs(x, Y), wanted))


def test_it_is_our_code_that_runs(losses):
    assert "Loss" in type(losses[2](X, Y).grad_fn).__name__


def test_double_backward(losses):
    model, theirs, ours = losses
    x = X.clone().requires_grad_()

    def penalty(loss):
        gradients = torch.autograd.grad(loss(x, Y), [x, *model.parameters()], create_graph=True)
        return torch.autograd.grad(sum((each**2).sum() for each in gradients), [x, *model.parameters()])

    close(penalty(ours), penalty(theirs))


def test_third_derivatives():
    def power(f):
        x = X.clone().requires_grad_()
        value = f(x)
        for _ in range(3):
            (value,) = torch.autograd.grad(value.sum(), x, create_graph=True)
        return value

    def f(x):
        return torch.exp(torch.sin(x))

    close(power(lagrad.torch.compile(f)), power(f), 1e-11)


def test_transformations_of_torch_func(losses):
    model, theirs, ours = losses
    compiled = lagrad.torch.compile(model)
    close(torch.func.grad(ours)(X, Y), torch.func.grad(theirs)(X, Y))
    close(torch.func.jvp(compiled, (X,), (X.cos(),)), torch.func.jvp(model, (X,), (X.cos(),)))
    value, pull = torch.func.vjp(compiled, X)
    close((value, pull(Y)), (model(X), torch.func.vjp(model, X)[1](Y)))
    close(torch.func.vmap(compiled)(torch.stack([X, 2 * X])), torch.func.vmap(model)(torch.stack([X, 2 * X])))
    close(torch.func.hessian(ours)(X[:2], Y[:2]), torch.func.hessian(theirs)(X[:2], Y[:2]))


def test_derivatives_as_functions(losses):
    model, theirs, _ = losses
    close(lagrad.torch.grad(theirs)(X, Y), torch.func.grad(theirs)(X, Y))
    close(lagrad.torch.grad_and_value(theirs, (0, 1))(X, Y), torch.func.grad_and_value(theirs, (0, 1))(X, Y))
    close(lagrad.torch.jacobian(model)(X), torch.func.jacrev(model)(X))
    close(lagrad.torch.hessian(theirs)(X, Y), torch.func.hessian(theirs)(X, Y))


def test_compiled_functions_inside_of_others():
    inner = lagrad.torch.compile(torch.sin)
    close(lagrad.torch.compile(lambda x: inner(x) ** 2)(X), X.sin() ** 2)


@pytest.mark.parametrize("grad", [torch.func.grad, lagrad.torch.grad])
def test_derivatives_inside_of_functions_are_refused(grad):
    with pytest.raises(Failure, match="transform what lagrad.torch gives"):
        lagrad.torch.grad(lambda x: (grad(lambda y: (y**3).sum())(x) ** 2).sum())(X)


def test_batch_norm_updates_its_buffers_once():
    theirs = torch.nn.BatchNorm1d(3).double()
    ours = copy.deepcopy(theirs)
    compiled = lagrad.torch.compile(lambda x: (ours(x) ** 3).sum())
    x = X.clone().requires_grad_()
    for _ in range(2):
        close(torch.autograd.grad(compiled(x), x), torch.autograd.grad((theirs(x) ** 3).sum(), x), 1e-10)
    close(dict(ours.state_dict()), dict(theirs.state_dict()))
    close(compiled(x), (theirs(x) ** 3).sum())
    ours.eval(), theirs.eval()
    close(compiled(x), (theirs(x) ** 3).sum())


def test_what_a_function_closes_over():
    parameter = torch.nn.Parameter(torch.full((3,), 2.0, dtype=torch.float64))
    scale = torch.arange(3, dtype=torch.float64)

    def f(x):
        return (x * parameter * scale + torch.tensor(3.0)).sin().sum()

    compiled = lagrad.torch.compile(f)
    compiled(X)
    scale.mul_(2)
    with torch.no_grad():
        parameter += 1
    close(torch.autograd.grad(compiled(X), parameter), torch.autograd.grad(f(X), parameter))


def test_trees_keywords_and_what_is_no_tensor():
    def f(d, *, k=2):
        return {"a": d["x"] * k, "n": 5, "i": d["x"].argmax(), "b": d["x"] > 0}

    compiled = lagrad.torch.compile(f)
    for k in (2, 3, 3.0):
        close(compiled({"x": X}, k=k), f({"x": X}, k=k))


def test_memory_is_shared_or_copied_once():
    compiled = lagrad.torch.compile(lambda x: (x * torch.arange(5, dtype=torch.float64)).sum())
    close(lagrad.torch.grad(lambda x: (x**2).sum())(X.T), 2 * X.T)
    close(compiled(X.T), (X.T * torch.arange(5)).sum())
    close(compiled(X.t().flip(0)), (X.t().flip(0) * torch.arange(5)).sum())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_narrow_floats(dtype):
    x = X.to(dtype).requires_grad_()
    (ours,) = torch.autograd.grad(lagrad.torch.compile(lambda x: x * x)(x), x, torch.ones_like(x))
    assert ours.dtype == dtype
    close(ours, (2 * x).detach())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_narrow_products(dtype):
    """What LLVM makes of a `select` of bf16 must need no function of a run-time library."""
    x, w = X.to(dtype).requires_grad_(), X.T.to(dtype).requires_grad_()
    loss = lambda x, w: torch.tanh(x @ w).sum()  # noqa: E731
    for ours, theirs in zip(*(torch.autograd.grad(f(x, w), (x, w)) for f in (lagrad.torch.compile(loss), loss))):
        torch.testing.assert_close(ours, theirs, rtol=3e-2, atol=3e-2)


def test_a_module_in_a_module_is_replaced():
    model = torch.nn.Sequential(torch.nn.Linear(4, 2), torch.nn.Tanh()).double()
    compiled = lagrad.torch.compile(model)
    x = torch.rand(3, 4, dtype=torch.float64)
    close(compiled(x), model(x).detach())
    model[1] = torch.nn.Sigmoid()
    close(compiled(x), model(x).detach())
    model.append(torch.nn.Softplus())
    close(compiled(x), model(x).detach())


def test_first_calls_from_several_threads():
    """The exporter has one state for all threads, and the hooks of modules are called in all of them."""
    models = [torch.nn.Sequential(torch.nn.Linear(4, n), torch.nn.Tanh()).double() for n in range(1, 5)]
    x = torch.rand(3, 4, dtype=torch.float64)

    def compared(model):
        return lagrad.torch.compile(lambda x: model(x).sum())(x).detach(), model(x).sum().detach()

    with ThreadPoolExecutor(len(models)) as threads:
        for ours, theirs in threads.map(compared, models):
            close(ours, theirs)


def test_arguments_that_are_no_tensors_must_be_hashable():
    with pytest.raises(TypeError, match="an argument has a leaf of numpy.ndarray.*pass a tensor"):
        lagrad.torch.compile(lambda x: x * 2)(np.ones(3))


def test_results_that_need_no_derivative():
    x = X.clone().requires_grad_()
    positive, doubled = lagrad.torch.compile(lambda x: (x > 0, 2 * x))(x)
    assert not positive.requires_grad and doubled.requires_grad
    close(torch.autograd.grad(doubled.sum(), x)[0], torch.full_like(X, 2))


class _Straight(torch.autograd.Function):
    """A sign whose derivative is said to be one."""

    @staticmethod
    def forward(ctx, x):
        return x.sign()

    @staticmethod
    def backward(ctx, cotangent):
        return cotangent


def _without_grad(x):
    with torch.no_grad():
        y = 2 * x
    return (x * y).sum()


@pytest.mark.parametrize(
    "function, message",
    [
        (lambda x: (x * x.detach()).sum(), r"detach\(\) inside of a function .* pass what it gives as an argument"),
        (_without_grad, r"torch.no_grad\(\) inside of a function"),
        (lambda x: _Straight.apply(x).sum(), "calls _Straight, a torch.autograd.Function"),
        (torch.nn.Dropout(0.5), r"(?s)aten.native_dropout.default draws random numbers, .* module.eval\(\)"),
        (lambda x: torch.linalg.ldl_factor(x.T @ x)[0], "aten._linalg_check_errors.default has an effect"),
        (lambda x: torch.linalg.eigvals(x.T @ x).real, "linalg_eig' of PyTorch is not converted"),
        (lambda x: x.nanmedian(), "nanmedian' of PyTorch is not converted"),
        (lambda x: x * x.sum().item(), r"test_torch_functions.py:\d+: the function decides by the numbers"),
        (lambda x: x.add_(1), "the function writes to .*; let it give a new tensor"),
        (lambda x: 3, "the function gives no tensor"),
    ],
)
def test_what_is_refused(function, message):
    with pytest.raises(Failure, match=message):
        lagrad.torch.compile(function)(X)


def _mode(x):
    return x.mode().values


class _Detached(torch.nn.Module):
    def forward(self, x):
        return x * x.detach()


class _Mode(torch.nn.Module):
    def forward(self, x):
        return _mode(x)


class _Root(torch.nn.Module):
    def forward(self, x):
        return torch.complex(x, x).acosh().real


@pytest.mark.parametrize(
    "function, line, message",
    [
        (_Detached(), _Detached.forward, r"detach\(\)"),
        (_Mode(), _mode, "'aten.mode' of PyTorch is not converted"),
        (lambda x: _mode(x), _mode, "'aten.mode' of PyTorch is not converted"),
        (_Root(), _Root.forward, "torch-mlir cannot convert the function: 'math.acosh'"),  # refused behind the exporter
    ],
)
def test_what_is_refused_has_its_line_of_python(function, line, message):
    with pytest.raises(Failure, match=f"^{__file__}:{line.__code__.co_firstlineno + 1}: {message}"):
        lagrad.torch.compile(function)(X)


def test_programs_know_the_lines_of_python_for_what_is_refused_later():
    def halves(x):
        return 0.5 * x

    trace, _ = lagrad.torch._Known(lambda x: halves(x).sin(), 1)((X,), {})
    text = trace.function.text
    assert __file__ not in text
    assert f'"{__file__}":{halves.__code__.co_firstlineno + 1}:0' in trace.function.with_places[text]()


@pytest.mark.parametrize(
    "made, message",
    [
        (lambda: lagrad.torch.grad(lambda x: x)(X), r"one real number as the result; this one gives .*\[5, 3\]"),
        (lambda: lagrad.torch.grad(lambda x, n: x.sum() * n, 1)(X, 3), "argument 1 has a leaf of int"),
        (lambda: lagrad.torch.grad(lambda x: x.sum(), 2)(X), "argnums names argument 2, and 1 were given"),
        (lambda: lagrad.torch.hessian(lambda d: d["a"].sum() * d["b"].sum())({"a": X, "b": X}), "not a tree of 2"),
        (lambda: lagrad.torch.jacobian(lambda x: (x, x))(X), "one tensor as the result, not 2"),
        (lambda: lagrad.torch.grad(torch.nn.BatchNorm1d(3).double())(X), "writes to buffers of a module"),
        (lambda: lagrad.torch.compile(torch.sin)(X.to_sparse()), "layout torch.sparse_coo"),
    ],
)
def test_what_has_no_derivative_of_that_kind(made, message):
    with pytest.raises(TypeError, match=message):
        made()


def test_functions_that_close_over_what_is_transformed_are_refused():
    s = torch.tensor(2.0, dtype=torch.float64)
    with pytest.raises(Failure, match="pass such tensors as arguments"):
        torch.func.grad(lambda s: lagrad.torch.compile(lambda x: (s * x).sin().sum())(X))(s)


def test_threads_run_a_function_and_its_derivatives(monkeypatch):
    asked = []
    compile = derivatives.compile
    monkeypatch.setattr(derivatives, "compile", lambda *a, **k: (asked.append(k["threads"]), compile(*a, **k))[1])

    def f(x):
        return torch.sum(torch.exp(torch.sin(x)) * x)

    x = torch.linspace(-1.0, 1.0, 100_000, dtype=torch.float64)
    expected, value = torch.func.grad_and_value(f)(x)
    variable = x.clone().requires_grad_()
    lagrad.torch.compile(f, threads=2)(variable).backward()
    torch.testing.assert_close(variable.grad, expected)
    torch.testing.assert_close(lagrad.torch.grad(f, threads=2)(x), expected)
    torch.testing.assert_close(lagrad.torch.grad_and_value(f, threads=2)(x), (expected, value))
    torch.testing.assert_close(lagrad.torch.hessian(f, threads=2)(x[:3]), torch.func.hessian(f)(x[:3]))
    torch.testing.assert_close(lagrad.torch.jacobian(torch.sin, threads=2)(x[:3]), torch.func.jacrev(torch.sin)(x[:3]))
    assert len(asked) > 4 and set(asked) == {2}
