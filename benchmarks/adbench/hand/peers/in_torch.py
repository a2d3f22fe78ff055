"""Hand in PyTorch, by forward mode."""

import torch

from ..inputs import HandInput
from . import angle_places


def program(given: HandInput, variant: str):
    errors = _errors_function(given, variant)
    theta = torch.as_tensor(given.theta)
    if given.us is None:
        of_all, at = errors, theta
    else:
        us, at = torch.as_tensor(given.us), torch.cat([torch.zeros(2), theta])
        of_all = lambda both: errors(us + both[:2], both[2:])  # noqa: E731
    jacobian = torch.func.jacfwd(of_all)
    return of_all, jacobian, (at,), lambda result: (result.numpy(),), lambda result: (result.movedim(-1, 0).numpy(),)


def tangent(given: HandInput, direction: list):
    """A function, its arguments and their tangents: of the places on triangles (in the complicated problem) and
    theta."""
    *us, hand, pose = map(torch.as_tensor, direction)
    arguments = (given.theta,) if given.us is None else (given.us, given.theta)
    return _errors_function(given, "blend"), tuple(map(torch.as_tensor, arguments)), (*us, torch.cat([hand, pose]))


def _errors_function(given: HandInput, variant: str):
    model = given.model
    places = torch.as_tensor(angle_places(len(model.parents)))
    relatives, inverses, weights, points = map(
        torch.as_tensor, (model.relatives, model.inverses, model.weights, given.points)
    )
    base = torch.cat([torch.as_tensor(model.base), torch.ones(len(model.base), 1)], 1)
    correspondences, triangles = torch.as_tensor(given.correspondences).long(), torch.as_tensor(model.triangles).long()

    def vertices(theta):
        flexion, abduction = torch.cat([theta, theta.new_zeros(1)])[places].T
        local, frames = relatives @ _turn(flexion, abduction), []
        for bone, parent in enumerate(model.parents):
            frames.append(local[bone] if parent < 0 else frames[parent] @ local[bone])
        transforms = (torch.stack(frames) @ inverses)[:, :3]
        if variant == "bones":
            skin = torch.einsum("vb,bvi->vi", weights, torch.einsum("bij,vj->bvi", transforms, base))
        else:
            skin = ((weights @ transforms.reshape(-1, 12)).reshape(-1, 3, 4) @ base[:, :, None])[..., 0]
        return skin @ _rotation(theta[:3]).T + theta[3:6]

    def simple(theta):
        return points - vertices(theta)[correspondences]

    def complicated(us, theta):
        corners = vertices(theta)[triangles[correspondences]]
        u, v = us[:, :1], us[:, 1:]
        return points - (u * corners[:, 0] + v * corners[:, 1] + (1 - u - v) * corners[:, 2])

    return simple if given.us is None else complicated


def _turn(flexion, abduction):
    c, s, d, t = flexion.cos(), flexion.sin(), abduction.cos(), abduction.sin()
    zero, one = torch.zeros_like(c), torch.ones_like(c)
    entries = [d, -t * c, t * s, zero, t, d * c, -d * s, zero, zero, s, c, zero, zero, zero, zero, one]
    return torch.stack(entries, -1).reshape(-1, 4, 4)


def _rotation(axis):
    angle = (axis * axis).sum().sqrt()
    x, y, z = axis / angle
    zero = torch.zeros_like(x)
    cross = torch.stack([zero, -z, y, z, zero, -x, -y, x, zero]).reshape(3, 3)
    unit = torch.stack([x, y, z])
    return angle.cos() * torch.eye(3) + angle.sin() * cross + (1 - angle.cos()) * unit[:, None] * unit
