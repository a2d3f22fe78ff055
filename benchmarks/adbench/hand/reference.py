"""Hand in NumPy, with its Jacobian by JAX: what the program is compared with.

Each bone moves every vertex, and the images are weighted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..jax_reference import float64_jax
from .inputs import HandInput


def objective(given: HandInput) -> np.ndarray:
    """The errors, n x 3."""
    return _errors(np, given, given.theta, given.us)


def jacobian(given: HandInput) -> np.ndarray:
    """By theta, 26 x n x 3; in the complicated problem two columns for the places on triangles come
    first, of which each error depends on its own only. Needs JAX."""
    jax = float64_jax()
    if given.us is None:
        columns = jax.jacfwd(lambda theta: _errors(jax.numpy, given, theta, None))
        return _columns_first(jax.jit(columns)(given.theta))
    columns = jax.jacfwd(lambda shift, theta: _errors(jax.numpy, given, theta, given.us + shift), argnums=(0, 1))
    return np.concatenate([_columns_first(part) for part in jax.jit(columns)(np.zeros(2), given.theta)])


def tangents(given: HandInput, jacobian: np.ndarray, direction: Sequence[np.ndarray]) -> np.ndarray:
    """Of the errors, n x 3, where the places on triangles (in the complicated problem), the hand and the pose change by
    `direction`."""
    *us, hand, pose = direction
    errors = np.einsum("jci,j->ci", jacobian[-26:], np.concatenate([hand, pose]))
    for change in us:
        errors = errors + np.einsum("jci,cj->ci", jacobian[:2], change)
    return errors


def _columns_first(array) -> np.ndarray:
    return np.moveaxis(np.asarray(array), -1, 0)


def _errors(xp, given: HandInput, theta, us):
    """`xp` is numpy or jax.numpy."""
    vertices = _vertices(xp, given.model, theta)
    if us is None:
        return given.points - vertices[given.correspondences]
    corners = vertices[given.model.triangles[given.correspondences]]
    coordinates = xp.concatenate([us, 1 - us.sum(axis=1, keepdims=True)], axis=1)
    return given.points - xp.einsum("ck,cki->ci", coordinates, corners)


def _vertices(xp, model, theta):
    locals = xp.einsum("bij,bjk->bik", model.relatives, _turns(xp, theta, len(model.parents)))
    frames = []
    for parent, local in zip(model.parents, locals):
        frames.append(local if parent < 0 else frames[parent] @ local)
    transforms = xp.einsum("bij,bjk->bik", xp.stack(frames), model.inverses)
    images = xp.einsum("bij,vj->bvi", transforms[:, :3, :3], model.base) + transforms[:, None, :3, 3]
    return xp.einsum("vb,bvi->vi", model.weights, images) @ _rotation(xp, theta[:3]).T + theta[3:6]


def _turns(xp, theta, bones: int):
    """Each bone's rotation, by its flexion about the first axis, then by its abduction about the third."""
    place = np.full((bones, 2), len(theta))  # of its angles in theta; after the end is the zero
    for finger in range(5):
        second, angle = 4 * finger + 2, 4 * finger + 6
        place[second] = angle, angle + 1
        place[second + 1, 0] = angle + 2
        place[second + 2, 0] = angle + 3
    flexion, abduction = xp.concatenate([theta, xp.zeros(1)])[place].T
    return _turn(xp, abduction, (0, 1)) @ _turn(xp, flexion, (1, 2))


def _turn(xp, angle, axes: tuple[int, int]):
    """Rotations by angles in the plane of two axes, as 4 x 4 matrices."""
    plane, across, other = np.zeros((3, 4, 4))
    plane[axes, axes] = 1
    across[axes[1], axes[0]], across[axes[0], axes[1]] = 1, -1
    other[:] = np.eye(4) - plane
    angle = angle[:, None, None]
    return other + xp.cos(angle) * plane + xp.sin(angle) * across


def _rotation(xp, axis):
    """About an axis by its length (Rodrigues)."""
    square = (axis * axis).sum()
    turns = square > 0
    angle = xp.sqrt(xp.where(turns, square, 1.0))  # neither branch may give a NaN
    cross = xp.cross(xp.eye(3), axis)
    sine = xp.where(turns, xp.sin(angle) / angle, 1.0)
    versine = xp.where(turns, (1 - xp.cos(angle)) / angle**2, 0.0)
    return xp.eye(3) + sine * cross + versine * cross @ cross
