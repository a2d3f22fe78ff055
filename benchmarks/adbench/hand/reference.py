"""Hand in NumPy, with its Jacobian by JAX: what the program is compared with.

Written bone by bone: each moves every vertex, and the images are weighted.
"""

from __future__ import annotations

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
    frames, skin = [], 0.0
    angles = _angles(theta)
    for bone, parent in enumerate(model.parents):
        local = model.relatives[bone] @ _turn(xp, *angles.get(bone, (0.0, 0.0)))
        frames.append(local if parent < 0 else frames[parent] @ local)
        transform = frames[bone] @ model.inverses[bone]
        image = model.base @ transform[:3, :3].T + transform[:3, 3]
        skin = skin + model.weights[:, bone, None] * image
    return skin @ _rotation(xp, theta[:3]).T + theta[3:6]


def _angles(theta) -> dict:
    """Flexion and abduction of the bones that turn."""
    angles = {}
    for finger in range(5):
        first = 6 + 4 * finger
        angles[4 * finger + 2] = theta[first], theta[first + 1]
        angles[4 * finger + 3] = theta[first + 2], 0.0
        angles[4 * finger + 4] = theta[first + 3], 0.0
    return angles


def _turn(xp, flexion, abduction):
    """About the first axis, then about the third, as a 4 x 4 matrix."""
    zero, one = 0 * flexion, 1 + 0 * flexion
    c, s = xp.cos(flexion), xp.sin(flexion)
    first = [[one, zero, zero, zero], [zero, c, -s, zero], [zero, s, c, zero], [zero, zero, zero, one]]
    c, s = xp.cos(abduction), xp.sin(abduction)
    third = [[c, -s, zero, zero], [s, c, zero, zero], [zero, zero, one, zero], [zero, zero, zero, one]]
    return xp.array(third) @ xp.array(first)


def _rotation(xp, axis):
    """About an axis by its length (Rodrigues)."""
    square = (axis * axis).sum()
    turns = square > 0
    angle = xp.sqrt(xp.where(turns, square, 1.0))  # neither branch may give a NaN
    cross = xp.cross(xp.eye(3), axis)
    sine = xp.where(turns, xp.sin(angle) / angle, 1.0)
    versine = xp.where(turns, (1 - xp.cos(angle)) / angle**2, 0.0)
    return xp.eye(3) + sine * cross + versine * cross @ cross
