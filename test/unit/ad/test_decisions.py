"""The two sweeps of a loop decide by the same bits: also where rounding decides."""

from __future__ import annotations

import numpy as np
import pytest
from deciding_loops import CALLED, ITERATIONS, LOWER, NESTS, SIDES, looped, products, two_directions

import lagrad
from lagrad.analysis.recording.cost import MODES


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("loop", [SIDES, ITERATIONS], ids=["sides", "iterations"])
def test_sweeps_decide_alike(loop, mode):
    back = lagrad.compile(looped(loop), pipeline=f"lagrad-differentiate{{tape={mode}}},{LOWER}").back
    for seed in range(20):
        x, y, z = products(17, 0.7, seed)
        value, _, gradient = back(x, y, z, 0.7, 1.0, 0.0)
        assert abs(np.dot(gradient, x) - value) <= 1e-12 * value


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("nest", NESTS)
def test_code_that_runs_again_decides_alike(nest, mode):
    text = CALLED * ("@sum" in NESTS[nest]) + looped(NESTS[nest])
    back = lagrad.compile(text, pipeline=f"lagrad-differentiate{{tape={mode}}},{LOWER}").back
    for seed in range(20):
        x, y, z = products(17, 0.7, seed)
        value, _, gradient = back(x, y, z, 0.7, 1.0, 0.0)
        assert abs(np.dot(gradient, x) - value) <= 1e-12 * value


@pytest.mark.parametrize("mode", MODES)
def test_directions_decide_alike(mode):
    back = lagrad.compile(two_directions(), pipeline=f"lagrad-differentiate{{tape={mode}}},{LOWER}").back
    for seed in range(10):
        x, y, z = products(17, 0.7, seed)
        value, _, gradient = back(x, y, z, 0.7, np.array([1.0, 2.0]), np.zeros(2))
        np.testing.assert_allclose(gradient @ x, [value, 2 * value], rtol=1e-12)
