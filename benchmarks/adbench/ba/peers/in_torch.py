"""BA in PyTorch: observations are independent, so two backward passes give all blocks."""

import torch

from ..inputs import BaInput, arguments


def program(given: BaInput, variant: str):
    cameras, points, weights, features, observations = map(torch.as_tensor, arguments(given))
    camera, point = observations.long().T

    def objective(cameras, points, weights):
        return _errors(cameras[camera], points[point], weights, features), 1 - weights**2

    def jacobian(cameras, points, weights):
        parameters = [cameras[camera], points[point], weights.detach()]
        parameters = [part.requires_grad_() for part in parameters]
        errors = _errors(*parameters, features)
        rows = []
        for i in range(2):
            parts = torch.autograd.grad(errors[:, i].sum(), parameters, retain_graph=i == 0)
            rows.append(torch.cat([*parts[:2], parts[2][:, None]], 1))
        own = weights.detach().requires_grad_()
        return torch.stack(rows, 1), *torch.autograd.grad((1 - own**2).sum(), own)

    def arrays(results):
        return tuple(result.detach().numpy() for result in results)

    return objective, jacobian, (cameras, points, weights), arrays, arrays


def _errors(camera, point, weight, feature):
    turned = _rotate(camera[:, :3], point - camera[:, 3:6])
    image = turned[:, :2] / turned[:, 2:]
    square = (image * image).sum(1, keepdim=True)
    scale = camera[:, 6:7] * (1 + camera[:, 9:10] * square + camera[:, 10:] * square**2)
    return weight[:, None] * (scale * image + camera[:, 7:9] - feature)


def _rotate(rotation, x):
    square = (rotation * rotation).sum(1, keepdim=True)
    turns = square > 0
    angle = torch.where(turns, square, 1.0).sqrt()
    axis, cos, sin = rotation / angle, angle.cos(), angle.sin()
    cross = torch.linalg.cross(axis, x)
    turned = x * cos + cross * sin + axis * ((axis * x).sum(1, keepdim=True) * (1 - cos))
    return torch.where(turns, turned, x + cross)
