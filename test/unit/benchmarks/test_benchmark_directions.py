"""`python -m benchmarks.derivatives.directions`: results are compared first, and bounds decide the exit status."""

import pytest

from benchmarks.derivatives import directions


@pytest.fixture
def run(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["directions"])
    monkeypatch.setattr(directions, "CHUNKS", (4,))
    monkeypatch.setattr(directions, "ELEMENTS", (100,))

    def measured(times, from_memory=lambda n: [1.0, 1.5]):
        monkeypatch.setattr(directions, "fastest", lambda ways: times(len(ways)))
        monkeypatch.setattr(directions, "from_memory", lambda ways: from_memory(len(ways)))
        status = directions.main()
        return status, capsys.readouterr().out

    return measured


def test_table_and_bounds(run):
    status, printed = run(lambda n: [9.0, 2.0, 3.0][:n] if n == 3 else [1.0, 1.5])
    assert status == 0 and printed.endswith("within the bounds\n")
    assert "26 sweeps        9.0    1.0" in printed and "chunk 4          2.0    4.5" in printed
    assert "jax.jacrev" in printed and "jax.jacfwd" in printed and "pushforward" in printed


def test_bytes_count_from_memory(run):
    """6.8 times as long is allowed where everything comes from memory; a transcendental chain has its own bound."""
    times = lambda n: [9.0, 2.0, 3.0][:n] if n == 3 else [1.0, 1.5]  # noqa: E731
    assert run(times, lambda n: [1.0, 6.7])[0] == 0
    assert run(times, lambda n: [1.0, 6.9])[0] == 1


def test_wrong_results_are_not_timed(run, monkeypatch):
    monkeypatch.setattr(directions, "in_jax", lambda rows, columns: lambda a, x: 2 * (a @ x))
    with pytest.raises(AssertionError, match="26 sweeps"):
        run(lambda n: pytest.fail("timed"))
