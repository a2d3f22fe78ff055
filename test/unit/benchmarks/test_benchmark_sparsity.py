"""What `python -m benchmarks.derivatives.sparsity` prints."""

import sys

from benchmarks.derivatives import sparsity


def test_directions_are_few(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["sparsity", "--n", "40"])
    sparsity.main()
    _, _, *lines = capsys.readouterr().out.splitlines()
    directions = {line[:22].strip(): line[48:84].split() for line in lines}
    assert directions["bundle adjustment"][0] == "15"
    assert directions["by observation"][:2] == ["15", "2"]
    assert directions["band: chain, Hessian"] == ["5", "5"]
    assert directions["arrow: wheel, Hessian"] == ["2", "2"]
