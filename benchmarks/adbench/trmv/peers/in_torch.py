"""TRMV in PyTorch."""

import torch

from ..inputs import TrmvInput, arguments
from ..reference import triangle


def program(given: TrmvInput, variant: str):
    n, by_columns = len(given.vector), given.order == "columns"
    parameters = [torch.as_tensor(part).requires_grad_() for part in arguments(given)]
    places = tuple(torch.as_tensor(index) for index in triangle(n, given.order))
    ones = torch.ones(n)

    def product(matrix, vector):
        if given.storage == "packed":
            dense = torch.zeros(n, n)
            dense[places] = matrix
        elif given.storage == "tri":
            dense = matrix.triu(1).T if by_columns else matrix.tril(-1)
        else:
            dense = matrix.T if by_columns else matrix
        return dense @ vector

    def gradient(*parameters):
        return torch.autograd.grad(product(*parameters), parameters, ones)

    return product, gradient, parameters, lambda value: (value.numpy(),), lambda parts: tuple(p.numpy() for p in parts)
