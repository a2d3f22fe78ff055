"""Sweeps: what is validated, in which order cells are timed, and what becomes of those that fail."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.adbench import benchmark, peers, sweep
from benchmarks.adbench.results import MixedResults, Results
from benchmarks.adbench.worker_process import TUNED, Cell, Worker, WorkerFailed, environment

EFFORT = sweep.Effort(rounds=3, seconds=0.0, most=1.0)


def cell(variant, tool="lagrad"):
    return Cell(tool, "gmm", "data", variant, 1)


class Script:
    """Workers that say what they are told to, and what was asked of them."""

    def __init__(self, monkeypatch, errors=(), crash=()):
        self.asked, self.closed, errors, crash = [], [], dict(errors), dict(crash)

        class Scripted:
            facts = {"compile_s": 1.5, "version": "tool 1"}

            def __init__(worker, cell, python):
                worker.cell = cell

            def ask(worker, do, **options):
                name = worker.cell.variant
                if crash.get(name) == do:
                    raise WorkerFailed("crashed")
                if do == "save":
                    expected = np.array([1.0, 2.0, 4.0])
                    np.save(Path(options["to"]) / "derivative0.npy", expected * (1 + errors.get(name, 0)))
                if do == "time":
                    self.asked.append((name, options["what"]))
                return {"memory": {"peak_mb": 10.0, "delta_mb": 1.0}, "save": {}, "time": {"seconds": [0.25, 0.5, 1.0]}}[do]

            def close(worker):
                self.closed.append(worker.cell.variant)

        monkeypatch.setattr(sweep, "Worker", Scripted)

    def run(self, *variants):
        group = sweep.Group(benchmark.find("gmm"), "data", [cell(v) for v in variants], 0.5)
        told = []
        return list(sweep.run(group, EFFORT, told.append, lambda: None)), told


def test_cells_take_turns(monkeypatch):
    script = Script(monkeypatch)
    script.run("a", "b", "c")
    assert [name for name, what in script.asked if what == "derivative"] == ["a", "b", "c"] * 3


def test_a_line_has_medians_and_quartiles(monkeypatch):
    (line,), told = Script(monkeypatch, errors={"a": 1e-10}).run("a")
    assert not told
    wanted = "tool bench data variant threads primal_ms grad_ms grad_ms_q1 grad_ms_q3 peak_mb delta_mb compile_s max_rel_err versions"
    assert set(wanted.split()) <= set(line)
    assert (line["primal_ms"], line["grad_ms"], line["grad_ms_q1"], line["grad_ms_q3"]) == (500, 500, 250, 1000)
    assert (line["grad_ms_rsd"], line["compile_s"], line["peak_mb"]) == (0, 1.5, 10)
    assert line["max_rel_err"] == pytest.approx(1e-10, rel=1e-3)


def test_what_disagrees_is_told_and_not_timed(monkeypatch):
    script = Script(monkeypatch, errors={"b": 1e-7})
    lines, told = script.run("a", "b", "c")
    assert [line["variant"] for line in lines] == ["a", "c"]
    assert told == ["lagrad b gmm data: does not agree with the reference: error 1.0e-07, allowed 1e-08"]
    assert "b" not in {name for name, _ in script.asked}


@pytest.mark.parametrize("when", ["memory", "time"])
def test_what_crashes_does_not_end_the_sweep(monkeypatch, when):
    lines, told = Script(monkeypatch, crash={"b": when}).run("a", "b", "c")
    assert [line["variant"] for line in lines] == ["a", "c"]
    assert told == ["lagrad b gmm data: crashed"]


def test_without_a_reference_nothing_is_timed(monkeypatch):
    script = Script(monkeypatch, crash={"": "save"})
    lines, told = script.run("a")
    assert not lines and not script.asked
    assert told == ["gmm data: no reference: crashed"]


def test_processes_that_do_not_fit_together_are_started_one_by_one(monkeypatch):
    monkeypatch.setattr(sweep, "IN_MEMORY", 1e-9)
    script = Script(monkeypatch)
    lines, _ = script.run("a", "b")
    assert len(lines) == 2
    assert script.closed.count("a") == 1 + 3 + 1  # after its memory, after each turn, at the end


def test_the_cells_of_an_input():
    gmm = benchmark.find("gmm")
    ours, c = peers.tools()["lagrad"], peers.tools()["c"]
    quick = sweep.cells(gmm, gmm.samples[0], [ours, c], 1, quick=True, steps=False).cells
    assert [(x.tool, x.variant) for x in quick] == [("lagrad", "reverse"), ("c", "points")]
    full = sweep.cells(gmm, gmm.samples[0], [ours, c], 2, quick=False, steps=True).cells
    names = [x.variant for x in full]
    assert names[:2] == ["reverse", "reverse" + TUNED] and names[-2:] == ["points", "points" + TUNED]
    assert names[2] == "reverse:baseline" and {x.threads for x in full} == {2}


def test_threads_and_allocator_of_a_process():
    usual, tuned = environment(cell("a")), environment(cell("a" + TUNED))
    assert usual["OMP_NUM_THREADS"] == "1" and "GLIBC_TUNABLES" not in usual
    assert "hugetlb=1" in tuned["GLIBC_TUNABLES"]


def test_a_worker_tells_what_went_wrong(tmp_path):
    worker = Worker(Cell("c", "gmm", str(tmp_path / "gmm_1.txt"), "points", 1), peers.tools()["c"].python)
    with pytest.raises(WorkerFailed, match="FileNotFoundError: .*gmm_1.txt"):
        worker.ask("memory")


LINE = {"tool": "c", "bench": "gmm", "data": "d", "variant": "v", "threads": 1, "versions": {"cpu": "this one"}}


def test_results_go_on_where_they_were_cut_off(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps(LINE) + "\n" + json.dumps(LINE)[:30])
    results = Results.open(path)
    assert results.lines == [LINE]
    assert Cell("c", "gmm", "d", "v", 1) in results and Cell("c", "gmm", "d", "v", 2) not in results
    results.add([LINE | {"threads": 2}])
    assert [json.loads(line)["threads"] for line in path.read_text().splitlines()] == [1, 2]


def test_results_are_of_one_machine(tmp_path):
    results = Results(tmp_path / "results.jsonl", [LINE])
    results.check("this one")
    with pytest.raises(MixedResults, match="another machine: another and this one"):
        results.check("another")
