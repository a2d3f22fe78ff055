"""BA in JAX."""

import jax
import jax.numpy as jnp
import numpy as np

from ..inputs import BaInput, arguments


def program(given: BaInput, variant: str):
    if variant == "soa":
        return _objective_soa, _jacobian_soa, arguments(given), _interleaved, _blocks
    derivative = jax.jacfwd if variant == "columns" else jax.jacrev
    by_parameters = jax.vmap(derivative(_error, argnums=(0, 1, 2)))

    def jacobian(cameras, points, weights, features, observations):
        camera, point = observations.T
        parts = by_parameters(cameras[camera], points[point], weights, features)
        blocks = jnp.concatenate([*parts[:2], parts[2][..., None]], axis=-1)
        return blocks, jax.vmap(jax.grad(_weight_error))(weights)

    return _objective, jacobian, arguments(given), lambda errors: errors, lambda blocks: blocks


def _weight_error(weight):
    return 1 - weight**2


def _objective(cameras, points, weights, features, observations):
    camera, point = observations.T
    return jax.vmap(_error)(cameras[camera], points[point], weights, features), _weight_error(weights)


def _error(camera, point, weight, feature):
    turned = _rotate(camera[:3], point - camera[3:6])
    image = turned[:2] / turned[2]
    square = jnp.dot(image, image)
    scale = camera[6] * (1 + camera[9] * square + camera[10] * square**2)
    return weight * (scale * image + camera[7:9] - feature)


def _rotate(rotation, x):
    square = jnp.dot(rotation, rotation)
    turns = square > 0
    angle = jnp.sqrt(jnp.where(turns, square, 1.0))
    axis, cos, sin = rotation / angle, jnp.cos(angle), jnp.sin(angle)
    turned = x * cos + jnp.cross(axis, x) * sin + axis * (jnp.dot(axis, x) * (1 - cos))
    return jnp.where(turns, turned, x + jnp.cross(rotation, x))


# Structure of arrays: camera and point are lists of arrays over the observations.


def _objective_soa(cameras, points, weights, features, observations):
    camera, point = observations.T
    parameters = [cameras[camera, i] for i in range(11)], [points[point, i] for i in range(3)], weights
    return _errors_soa(*parameters, features), _weight_error(weights)


def _jacobian_soa(cameras, points, weights, features, observations):
    camera, point = observations.T
    parameters = [cameras[camera, i] for i in range(11)], [points[point, i] for i in range(3)], weights
    _, pullback = jax.vjp(lambda *given: _errors_soa(*given, features), *parameters)
    one, zero = jnp.ones_like(weights), jnp.zeros_like(weights)
    rows = [pullback(cotangents) for cotangents in ((one, zero), (zero, one))]
    blocks = jnp.stack([jnp.stack([*camera, *point, weight]) for camera, point, weight in rows])
    return blocks, jax.vjp(_weight_error, weights)[1](one)[0]


def _errors_soa(c, p, weight, features):
    x, y, z = p[0] - c[3], p[1] - c[4], p[2] - c[5]
    square = c[0] ** 2 + c[1] ** 2 + c[2] ** 2
    turns = square > 0
    angle = jnp.sqrt(jnp.where(turns, square, 1.0))
    cos, sin = jnp.where(turns, jnp.cos(angle), 1.0), jnp.where(turns, jnp.sin(angle), 1.0)
    a0, a1, a2 = c[0] / angle, c[1] / angle, c[2] / angle
    along = (a0 * x + a1 * y + a2 * z) * (1 - cos)
    px = x * cos + (a1 * z - a2 * y) * sin + a0 * along
    py = y * cos + (a2 * x - a0 * z) * sin + a1 * along
    pz = z * cos + (a0 * y - a1 * x) * sin + a2 * along
    u, v = px / pz, py / pz
    s = u * u + v * v
    scale = c[6] * (1 + c[9] * s + c[10] * s * s)
    return weight * (u * scale + c[7] - features[:, 0]), weight * (v * scale + c[8] - features[:, 1])


def _interleaved(results):
    errors, weight_errors = results
    return np.stack(errors, axis=1), weight_errors


def _blocks(results):
    blocks, by_weights = results
    return np.asarray(blocks).transpose(2, 0, 1), by_weights
