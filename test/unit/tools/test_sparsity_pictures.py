"""The pictures of patterns show what the programs do."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import sparsity_pictures as pictures  # noqa: E402


@pytest.fixture(scope="module")
def patterns():
    return pictures.gmm_patterns()


def test_a_factor_is_read_below_its_diagonal(patterns):
    (full, all_products), (triangular, fewer) = patterns.values()
    n, points, components = pictures.ORDER, pictures.POINTS, pictures.COMPONENTS
    below = np.tril(np.ones((n, n), bool), -1)
    assert all(pattern.all() for pattern in full)
    assert all((pattern == below).all() for pattern in triangular)
    # with the points and with the mean, and the adjoints of both products
    assert all_products - fewer == components * 2 * (points + 1) * (n * n - below.sum())


def test_packed_factors_take_half_of_the_products_and_of_the_memory(patterns):
    """Of the covariance terms: what the product with a factor and with the points is, and its adjoint."""
    arguments, n = pictures.gmm_arguments(), pictures.ORDER
    packed = list(arguments)
    packed[2] = np.stack([factor.T[np.triu_indices(n, 1)] for factor in arguments[2]])
    (_, all_products), _ = patterns.values()
    program = pictures.gmm(', "spltri"')
    fewer = pictures.products(program, "pullback", packed)
    adjoint = program.pullback(*packed)
    assert all_products - fewer == pictures.COMPONENTS * 2 * (pictures.POINTS + 1) * n * (n + 1) // 2
    assert adjoint.nbytes == packed[2].nbytes == arguments[2].nbytes * (n - 1) // (2 * n)


def test_a_nan_that_is_overwritten_is_not_read():
    found = pictures.read(lambda x, y: (x[:2] * y, 0 * y), [np.ones(3), 1.0], 0)
    assert found.tolist() == [True, True, False]
