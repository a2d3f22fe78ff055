"""The pictures of patterns show what the programs do."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import sparsity_pictures as pictures  # noqa: E402


def test_a_factor_is_read_below_its_diagonal():
    (full, all_products), (triangular, fewer) = pictures.gmm_patterns().values()
    n, points, components = pictures.ORDER, pictures.POINTS, pictures.COMPONENTS
    below = np.tril(np.ones((n, n), bool), -1)
    assert all(pattern.all() for pattern in full)
    assert all((pattern == below).all() for pattern in triangular)
    # with the points and with the mean, and the adjoints of both products
    assert all_products - fewer == components * 2 * (points + 1) * (n * n - below.sum())


def test_a_nan_that_is_overwritten_is_not_read():
    found = pictures.read(lambda x, y: (x[:2] * y, 0 * y), [np.ones(3), 1.0], 0)
    assert found.tolist() == [True, True, False]
