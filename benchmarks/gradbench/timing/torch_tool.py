"""The evals in PyTorch, as one writes them."""

from __future__ import annotations

from collections.abc import Callable

import torch


def load(name: str, arrays: tuple, number: int) -> tuple[Callable, ...]:
    """Nothing for `det`, a recursion, nor for `particle` and `saddle`, whose loops in Python take minutes a call."""
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)  # as ADBench's does
    given = tuple(map(torch.from_numpy, arrays))
    if name in ("det", "particle", "saddle"):
        return ()
    functions = {"hello": _hello, "lse": _lse, "llsq": _llsq, "ode": _ode, "kmeans": _kmeans}[name](number)
    return tuple(lambda f=f: f(*given).detach().numpy() for f in functions)


def _hello(_):
    return torch.square, _gradient(torch.square)


def _gradient(function):
    def gradient(x):
        x = x.clone().requires_grad_()
        return torch.autograd.grad(function(x), x)[0]

    return gradient


def _lse(_):
    def objective(x):
        return torch.logsumexp(x, 0)

    return objective, _gradient(objective)


def _llsq(n: int):
    def objective(x):
        t = -1 + torch.arange(n, dtype=torch.float64) * 2 / (n - 1)
        powers = (
            torch.vander(t, len(x), increasing=True) if hasattr(torch, "vander") else t[:, None] ** torch.arange(len(x))
        )
        return 0.5 * ((torch.sign(t) - powers @ x) ** 2).sum()

    return objective, _gradient(objective)


def _ode(s: int):
    def objective(x):
        h, y, one = 2 / s, torch.zeros_like(x), torch.ones(1, dtype=x.dtype)

        def slope(y):
            return x * torch.cat([one, y[:-1]])

        for _ in range(s):
            k1 = slope(y)
            k2 = slope(y + h / 2 * k1)
            k3 = slope(y + h / 2 * k2)
            k4 = slope(y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return y

    return objective, _gradient(lambda x: objective(x)[-1])


def _kmeans(_):
    def cost(points, centroids):
        squares = (points**2).sum(1)[:, None] - 2 * points @ centroids.T + (centroids**2).sum(1)
        return squares.min(1).values.sum()

    def direction(points, centroids):
        centroids = centroids.clone().requires_grad_()
        (slope,) = torch.autograd.grad(cost(points, centroids), centroids, create_graph=True)
        (diagonal,) = torch.autograd.grad(slope.sum(), centroids)
        return slope / diagonal

    return cost, direction
