"""Hand in JAX, by forward mode."""

import jax
import jax.numpy as jnp
import numpy as np

from ..inputs import HandInput
from . import angle_places


def program(given: HandInput, variant: str):
    errors = _errors_function(given, variant)
    if given.us is None:
        jacobian = jax.jacfwd(lambda theta: errors(None, theta))
        return lambda theta: errors(None, theta), jacobian, (given.theta,), _errors, _columns
    by_both = jax.jacfwd(lambda both: errors(both[:2], both[2:]))
    zero = jnp.zeros(2)
    return (
        lambda theta: errors(zero, theta),
        lambda theta: by_both(jnp.concatenate([zero, theta])),
        (given.theta,),
        _errors,
        _columns,
    )


def tangent(given: HandInput, direction: list):
    """`direction` is that of the places on triangles (in the complicated problem), the hand and the pose."""
    errors, change = _errors_function(given, "blend"), jnp.concatenate(direction[-2:])
    if given.us is None:
        return lambda theta, by: jax.jvp(lambda theta: errors(None, theta), (theta,), (by,))[1], (given.theta, change)
    parameters, tangents = (np.zeros_like(given.us), given.theta), (direction[0], change)
    return lambda parameters, tangents: jax.jvp(errors, parameters, tangents)[1], (parameters, tangents)


def _errors_function(given: HandInput, variant: str):
    """The errors from a shift of the places on triangles, of all or of each, and theta."""
    model, places = given.model, angle_places(len(given.model.parents))

    def vertices(theta):
        flexion, abduction = jnp.concatenate([theta, jnp.zeros(1)])[places].T
        local = jnp.einsum("bij,bjk->bik", model.relatives, jax.vmap(_turn)(flexion, abduction))
        frames = []
        for bone, parent in enumerate(model.parents):
            frames.append(local[bone] if parent < 0 else frames[parent] @ local[bone])
        transforms = jnp.einsum("bij,bjk->bik", jnp.stack(frames), model.inverses)[:, :3]
        base = jnp.concatenate([model.base, jnp.ones((len(model.base), 1))], axis=1)
        if variant == "bones":
            images = jnp.einsum("bij,vj->bvi", transforms, base)
            skin = jnp.einsum("vb,bvi->vi", model.weights, images)
        else:
            blended = (model.weights @ transforms.reshape(-1, 12)).reshape(-1, 3, 4)
            skin = jnp.einsum("vij,vj->vi", blended, base)
        return skin @ _rotation(theta[:3]).T + theta[3:6]

    def errors(shift, theta):
        seen = vertices(theta)
        if given.us is None:
            return given.points - seen[given.correspondences]
        corners = seen[given.model.triangles[given.correspondences]]
        us = given.us + shift
        return given.points - (
            us[:, :1] * corners[:, 0] + us[:, 1:] * corners[:, 1] + (1 - us.sum(axis=1, keepdims=True)) * corners[:, 2]
        )

    return errors


def _errors(result):
    return (np.asarray(result),)


def _columns(result):
    return (np.moveaxis(np.asarray(result), -1, 0),)


def _turn(flexion, abduction):
    c, s, d, t = jnp.cos(flexion), jnp.sin(flexion), jnp.cos(abduction), jnp.sin(abduction)
    zero, one = jnp.zeros(()), jnp.ones(())
    rows = [[d, -t * c, t * s, zero], [t, d * c, -d * s, zero], [zero, s, c, zero], [zero, zero, zero, one]]
    return jnp.array(rows)


def _rotation(axis):
    angle = jnp.sqrt(jnp.dot(axis, axis))
    unit = axis / angle
    cross = jnp.cross(jnp.eye(3), unit)
    return jnp.cos(angle) * jnp.eye(3) + jnp.sin(angle) * cross + (1 - jnp.cos(angle)) * jnp.outer(unit, unit)
