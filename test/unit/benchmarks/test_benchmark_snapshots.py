"""What is compared of long simulations is one gradient."""

import json
import shutil
import subprocess
import sys

import numpy as np
import pytest

from benchmarks.derivatives import schedule_overhead, snapshots, snapshots_page


def test_the_gradients_are_equal():
    cells, steps = 32, 12
    u, nu = snapshots.start(cells)
    for kept in (0, 3):
        for found, expected in zip(
            snapshots.ours(cells, steps, kept)(u, nu), snapshots.jax_segments(cells, steps, kept)(u, nu)
        ):
            np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


def test_pytorch_has_the_gradient():
    torch = pytest.importorskip("torch")
    u, nu = snapshots.start(32)
    for kept in (0, 3):
        for found, expected in zip(snapshots.torch_segments(32, 12, kept)(u, nu), snapshots.ours(32, 12, 3)(u, nu)):
            np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)
    assert torch.get_num_threads() == 1


def test_one_case():
    command = [sys.executable, "-m", "benchmarks.derivatives.snapshots", "--one", "lagrad", "16", "10", "2"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found["seconds"] > 0 and found["bytes"] >= 0


def test_large_states_are_in_a_file(tmp_path):
    command = [sys.executable, "-m", "benchmarks.derivatives.large_states", "--on", str(tmp_path)]
    command += ["--state", "4e6", "--steps", "20", "--snapshots", "10", "--apart", "3"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert int(said.split()[0]) < 20 and "40 MB in the file" in said


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind counts the instructions")
def test_the_schedule_costs_less_than_two_percent_of_a_step():
    found = schedule_overhead.per_iteration(2_000, 20)
    assert 20 < found < 0.02 * schedule_overhead.OPERATIONS


def test_the_page_has_the_record():
    record = json.loads(snapshots_page.RECORD.read_text())
    assert snapshots_page.table(record) in snapshots_page.PAGE.read_text()
    assert "the fewest steps" in snapshots_page.picture(record)


def test_a_run(monkeypatch):
    monkeypatch.setattr(snapshots, "KEPT", {"lagrad": (2,), "jax": (), "torch": ()})
    found = snapshots.run(16, 12)
    assert [(case["tool"], case["kept"]) for case in found["cases"]] == [("lagrad", 2)]
    assert snapshots_page.theory(found, 2) > snapshots_page.theory(found, 3) > 0
    assert snapshots_page.table(found).splitlines()[2].startswith("| 2 | ")
