"""What is compared of long simulations is one gradient."""

import json
import subprocess
import sys

import numpy as np

from benchmarks.derivatives import snapshots


def test_the_gradients_are_equal():
    cells, steps = 32, 12
    u, nu = snapshots.start(cells)
    for kept in (0, 3):
        for found, expected in zip(snapshots.ours(cells, steps, kept)(u, nu), snapshots.jax_segments(cells, steps, kept)(u, nu)):
            np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def test_one_case():
    command = [sys.executable, "-m", "benchmarks.derivatives.snapshots", "--one", "lagrad", "16", "10", "2"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found["seconds"] > 0 and found["bytes"] >= 0
