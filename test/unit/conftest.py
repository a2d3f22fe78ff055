"""What holds after every test."""

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _subnormal_numbers_count():
    """A test that leaves the switch of its thread at "subnormals are zero" would fail another one, which has not done it."""
    yield
    assert (np.full(2, 1e-300) * np.full(2, 1e-15))[0] > 0, "subnormal numbers are taken for zero after this test"
