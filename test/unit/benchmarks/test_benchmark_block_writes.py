"""The Jacobian of BA beside the writing of its blocks: a row for each input, and only of a Jacobian that is right."""

import dataclasses

import pytest

from benchmarks.derivatives import block_writes


def test_a_row_for_each_input():
    given = [block_writes.BENCHMARK.generate(n=3, m=5, p=p, seed=1) for p in (7, 1200)]
    rows = [row.split("|") for row in block_writes.table(given)[2:]]
    assert [row[1].strip() for row in rows] == ["7", "1,200"]
    assert all(float(number) >= 0 for row in rows for number in row[2:-1])


def test_a_wrong_jacobian_is_not_timed(monkeypatch):
    wrong = dataclasses.replace(
        block_writes.BENCHMARK, reference_derivative=lambda given: [0 * given.weights, given.weights]
    )
    monkeypatch.setattr(block_writes, "BENCHMARK", wrong)
    with pytest.raises((AssertionError, ValueError)):
        block_writes.milliseconds(wrong.generate(n=3, m=5, p=20, seed=1), runs=1)


def test_a_missing_file_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["block_writes", "--data", "nothing.txt"])
    assert block_writes.main() == 1
    assert "nothing.txt" in capsys.readouterr().err
