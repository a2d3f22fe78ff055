"""The references agree with each other, so that what is compared with them can be trusted."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.adbench import jax_reference
from benchmarks.adbench.ba import inputs as ba
from benchmarks.adbench.ba import reference as ba_reference
from benchmarks.adbench.gmm import inputs as gmm
from benchmarks.adbench.gmm import reference as gmm_reference
from benchmarks.adbench.measure import relative_error


def test_gmm_of_one_standard_normal_component():
    """One component with mean 0 and unit covariance, without the prior: the normal density."""
    d, points = 2, np.array([[0.0, 0.0], [1.0, -2.0]])
    given = gmm.GmmInput(np.zeros(1), np.zeros((1, d)), np.zeros((1, 3)), points, gamma=1.0, m=0)
    density = np.log(1 / (2 * np.pi)) * 2 - 0.5 * (points**2).sum()
    # The prior of the identity: gamma^2 / 2 |I|^2 - C, C = -N d log(2) / 2 - log Gamma_2(3 / 2)
    constant = -3 * 2 * np.log(2) / 2 - np.log(np.pi / 2)  # Gamma_2(3/2) = pi / 2
    assert gmm_reference.objective(given) == pytest.approx(density + 0.5 * d - constant, rel=1e-14)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (1, 3, 4), (3, 1, 5), (4, 5, 6)])
def test_gmm_gradients(sizes):
    given = gmm.generate(*sizes, seed=3, m=2)
    for by_step, by_jax in zip(gmm_reference.complex_step_gradient(given), gmm_reference.gradient(given), strict=True):
        # alphas are ambiguous up to a constant: a single one has gradient zero, found as rounding
        assert relative_error(by_step, by_jax) < 1e-12 or np.abs(by_step - by_jax).max() < 1e-13


def test_ba_jacobian_by_differences():
    given = ba.generate(2, 3, 4, seed=5)
    blocks, weight_derivatives = ba_reference.jacobian(given)
    camera, point = given.observations.T
    step = 1e-5

    def difference(change):
        def at(h):
            return ba_reference.objective(change(h))[0]

        return (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step)

    columns = []
    for j in range(11):
        shift = np.eye(11)[j]
        columns.append(difference(lambda h: replace(given, cameras=given.cameras + h * shift)))
    for j in range(3):
        shift = np.eye(3)[j]
        columns.append(difference(lambda h: replace(given, points=given.points + h * shift)))
    columns.append(difference(lambda h: replace(given, weights=given.weights + h)))
    assert relative_error(np.stack(columns, axis=-1), blocks) < 1e-9
    np.testing.assert_array_equal(weight_derivatives, -2 * given.weights)


def test_a_missing_jax_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jax", None)
    with pytest.raises(jax_reference.MissingJax, match="needs JAX: python -m pip install"):
        gmm_reference.gradient(gmm.generate(1, 1, 1))
