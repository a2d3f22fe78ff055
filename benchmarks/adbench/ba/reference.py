"""BA in NumPy, with its Jacobian by JAX: what the program is compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..jax_reference import float64_jax
from .inputs import BaInput

MANY = 1 << 18  # observations at a time


def objective(given: BaInput) -> tuple[np.ndarray, np.ndarray]:
    """Reprojection errors (p x 2) and weight errors (p)."""
    errors = _reprojection_error(np, *_by_observation(given))
    return errors, 1 - given.weights**2


def jacobian(given: BaInput) -> tuple[np.ndarray, np.ndarray]:
    """Blocks p x 2 x 15 (by camera, point, weight) and the derivatives of the weight errors (p).
    Needs JAX."""
    jax = float64_jax()

    def error(parameters, feature):
        camera, point, weight = parameters[:11], parameters[11:14], parameters[14]
        return _reprojection_error(jax.numpy, camera, point, weight, feature)

    cameras, points, weights, features = _by_observation(given)
    parameters = np.concatenate([cameras, points, weights[:, None]], axis=1)
    of_many = jax.jit(jax.vmap(jax.jacfwd(error)))
    blocks = np.empty((len(weights), 2, 15))
    for start in range(0, len(weights), MANY):  # the Jacobian alone may have some GB
        here = slice(start, start + MANY)
        blocks[here] = of_many(parameters[here], features[here])
    return blocks, np.asarray(jax.vmap(jax.grad(lambda w: 1 - w**2))(given.weights))


def tangents(
    given: BaInput, jacobian: tuple[np.ndarray, np.ndarray], direction: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Of the errors, p x 2 and p, where cameras, points and weights change by `direction`."""
    blocks, by_weights = jacobian
    cameras, points, weights = direction
    camera, point = given.observations.T
    errors = np.einsum("pij,pj->pi", blocks[..., :11], cameras[camera])
    errors += np.einsum("pij,pj->pi", blocks[..., 11:14], points[point])
    errors += blocks[..., 14] * weights[:, None]
    return errors, by_weights * weights


def _by_observation(given: BaInput) -> tuple[np.ndarray, ...]:
    camera, point = given.observations.T
    return given.cameras[camera], given.points[point], given.weights, given.features


def _reprojection_error(xp, camera, point, weight, feature):
    """The 2 residuals in the last dimension, for any leading ones; `xp` is numpy or jax.numpy."""
    rotation, center, focal = camera[..., :3], camera[..., 3:6], camera[..., 6:7]
    principal, distortion = camera[..., 7:9], camera[..., 9:]
    seen = _rotate(xp, rotation, point - center)
    image = seen[..., :2] / seen[..., 2:]
    square = (image * image).sum(axis=-1, keepdims=True)
    scale = 1 + distortion[..., :1] * square + distortion[..., 1:] * square**2
    return weight[..., None] * (focal * scale * image + principal - feature)


def _rotate(xp, rotation, x):
    square = (rotation * rotation).sum(axis=-1, keepdims=True)
    turns = square > 0
    angle = xp.sqrt(xp.where(turns, square, 1.0))  # neither branch may give a NaN
    axis = rotation / angle
    along = (axis * x).sum(axis=-1, keepdims=True)
    turned = x * xp.cos(angle) + xp.cross(axis, x) * xp.sin(angle) + axis * along * (1 - xp.cos(angle))
    return xp.where(turns, turned, x + xp.cross(rotation, x))
