"""GMM in PyTorch."""

import torch

from ..inputs import GmmInput
from ..reference import constant_part
from . import monomials, triangle


def program(given: GmmInput, variant: str):
    (K, d), n = given.means.shape, len(given.x)
    rows, columns = (torch.as_tensor(index) for index in triangle(d))
    first, second, weights = (torch.as_tensor(part) for part in monomials(d))
    constant = constant_part(given)
    x = torch.as_tensor(given.x)
    parameters = [torch.as_tensor(part).requires_grad_() for part in given.parameters]

    def objective(alphas, means, icf):
        log_diagonals, lower = icf[:, :d], icf[:, d:]
        log_dets, diagonals = log_diagonals.sum(1), log_diagonals.exp()
        factors = torch.zeros(K, d, d)
        factors[:, rows, columns] = lower
        if variant == "centered":
            z = x[:, None, :] - means
            y = torch.einsum("nkj,kij->nki", z, factors) + diagonals * z
            squares_of_y = (y * y).sum(-1)
        elif variant == "monomials":
            factors = factors + torch.diag_embed(diagonals)
            middle = means.detach().mean(0)
            roots = torch.cat([factors, torch.einsum("kij,kj->ki", factors, middle - means)[:, :, None]], 2)
            z = torch.cat([x - middle, torch.ones(n, 1)], 1)
            squares_of_y = (z[:, first] * z[:, second] * weights) @ torch.einsum("kli,klj->kij", roots, roots)[
                :, first, second
            ].T
        else:
            factors = factors + torch.diag_embed(diagonals)
            y = (x @ factors.reshape(K * d, d).T).reshape(n, K, d) - torch.einsum("kij,kj->ki", factors, means)
            squares_of_y = (y * y).sum(-1)
        terms = alphas + log_dets - 0.5 * squares_of_y
        squares = (diagonals**2).sum() + (lower**2).sum()
        prior = 0.5 * given.gamma**2 * squares - given.m * log_dets.sum()
        return constant + torch.logsumexp(terms, 1).sum() - n * torch.logsumexp(alphas, 0) + prior

    def gradient(*parameters):
        return torch.autograd.grad(objective(*parameters), parameters)

    return (
        objective,
        gradient,
        parameters,
        lambda value: (value.numpy(),),
        lambda parts: tuple(p.numpy() for p in parts),
    )
