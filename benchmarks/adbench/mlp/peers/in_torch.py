"""MLP in PyTorch."""

import torch

from ..inputs import MlpInput


def program(given: MlpInput, variant: str):
    x, labels = torch.as_tensor(given.x), torch.as_tensor(given.labels).long()
    layers = [torch.as_tensor(part).requires_grad_() for part in given.layers]

    def objective(w0, b0, w1, b1, w2, b2):
        h = torch.relu(w0 @ x + b0[:, None])
        h = torch.relu(w1 @ h + b1[:, None])
        return torch.nn.functional.cross_entropy((w2 @ h + b2[:, None]).T, labels)

    def gradient(*layers):
        return torch.autograd.grad(objective(*layers), layers)

    return objective, gradient, layers, lambda value: (value.numpy(),), lambda parts: tuple(p.numpy() for p in parts)
