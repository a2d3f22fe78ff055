"""`python -m benchmarks.thresholds.lanes`: a row for each program, a column for each way, all with one result."""

import numpy as np
import pytest

from benchmarks.thresholds import lanes

SPRINGS = lanes.in_floats(lanes.SPRINGS, "f64")


@pytest.fixture
def run(monkeypatch, capsys):
    given = [np.random.default_rng(0).normal(size=(5, 3)), np.arange(20, dtype=np.int32) % 5, np.ones(20)]
    monkeypatch.setattr(lanes, "workloads", lambda trips: {"springs": (SPRINGS, "f", given)})
    monkeypatch.setattr("sys.argv", ["lanes", "--trips", "20", "--runs", "2"])

    def printed():
        lanes.main()
        return [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]

    return printed


def test_a_row_for_each_program(run):
    head, _, row = run()
    assert head[1:] == list(lanes.WIDTHS) and row[0] == "springs"
    assert all(float(time) > 0 for time in row[1:])


def test_a_way_that_computes_something_else_is_not_timed(run, monkeypatch):
    compile = lanes.lagrad.compile
    wrong = SPRINGS.replace("math.exp %stretch", "math.sin %stretch")
    monkeypatch.setattr(
        lanes.lagrad,
        "compile",
        lambda text, pipeline, entry: compile(
            wrong if "agree=false" in pipeline else text, pipeline=pipeline, entry=entry
        ),
    )
    with pytest.raises(AssertionError):
        run()
