"""Sweeps: what is validated, in which order cells are timed, and what becomes of those that fail."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.adbench import benchmark, peers, sweep
from benchmarks.adbench.ba import inputs as ba_inputs
from benchmarks.adbench.results import MixedResults, Results
from benchmarks.adbench.steps import STEPS
from benchmarks.adbench.worker_process import TUNED, Cell, TooMuch, Worker, WorkerFailed, environment

EFFORT = sweep.Effort(rounds=3, seconds=0.0, most=1.0, all=60.0)


def cell(variant, tool="lagrad"):
    return Cell(tool, "gmm", "data", variant, 1)


class Script:
    """Workers that say what they are told to, and what was asked of them."""

    def __init__(self, monkeypatch, errors=(), crash=(), times=(), problem=WorkerFailed):
        self.asked, self.closed, errors, crash, times = [], [], dict(errors), dict(crash), dict(times)

        class Scripted:
            facts = {"compile_s": 1.5, "version": "tool 1"}

            def __init__(worker, cell, python, core=0, limit=0):
                worker.cell = cell

            def ask(worker, do, **options):
                name = worker.cell.variant
                if crash.get(name) == do:
                    raise problem("crashed")
                if do == "save":
                    np.save(Path(options["to"]) / "objective0.npy", np.ones(()))
                    np.save(Path(options["to"]) / "derivative0.npy", np.ones(3))
                if do == "time":
                    self.asked.append((name, options["what"]))
                factor = times.get(name, 1)
                return {
                    "memory": {"peak_mb": 10.0, "delta_mb": 1.0},
                    "save": {},
                    "check": {"max_rel_err": errors.get(name, 0), "allowed": 1e-8},
                    "time": {"seconds": [0.25 * factor, 0.5 * factor, 1.0 * factor]},
                }[do]

            def close(worker):
                self.closed.append(worker.cell.variant)

        monkeypatch.setattr(sweep, "Worker", Scripted)

    def run(self, *variants, **about):
        group = sweep.Group(benchmark.find("gmm"), "data", [cell(v) for v in variants], 0.5, 7, **about)
        told = []
        return list(sweep.run(group, EFFORT, told.append, lambda: None)), told


def test_cells_take_turns(monkeypatch):
    script = Script(monkeypatch)
    script.run("a", "b", "c")
    assert [name for name, what in script.asked if what == "derivative"] == ["a", "b", "c"] * 3


def test_a_line_has_medians_and_quartiles(monkeypatch):
    (line,), told = Script(monkeypatch, errors={"a": 1e-10}).run("a")
    assert not told
    wanted = (
        "tool bench data variant threads primal_ms grad_ms grad_ms_q1 grad_ms_q3 peak_mb delta_mb compile_s "
        "max_rel_err versions"
    )
    assert set(wanted.split()) <= set(line)
    assert (line["primal_ms"], line["grad_ms"], line["grad_ms_q1"], line["grad_ms_q3"]) == (500, 500, 250, 1000)
    assert (line["grad_ms_rsd"], line["compile_s"], line["peak_mb"]) == (0, 1.5, 10)
    assert (line["max_rel_err"], line["calls"], line["parameters"], line["outputs"]) == (1e-10, 9, 7, 1)
    assert line["size_mb"] == pytest.approx(0.5 + 3 * 8e-6)


def test_what_disagrees_is_told_and_not_timed(monkeypatch):
    script = Script(monkeypatch, errors={"b": 1e-7})
    lines, told = script.run("a", "b", "c")
    assert [line["variant"] for line in lines] == ["a", "c"]
    assert told == ["lagrad b gmm data: does not agree with the reference: error 1.0e-07, allowed 1e-08"]
    assert "b" not in {name for name, _ in script.asked}


def test_only_what_may_be_the_fastest_goes_on(monkeypatch):
    script = Script(monkeypatch, times={"b": 1.4, "c": 1.6, "a:baseline": 9, "pushforward": 5})
    script.run("a", "b", "c", "a:baseline", "pushforward")
    calls = [name for name, what in script.asked if what == "derivative"]
    assert [calls.count(name) for name in ("a", "b", "c", "a:baseline", "pushforward")] == [3, 3, 2, 3, 3]


def test_the_fastest_run_with_the_tuned_allocator_too(monkeypatch):
    lines, _ = Script(monkeypatch, times={"b": 2}).run("a", "b", "a:baseline", tuned=True)
    assert [line["variant"] for line in lines] == ["a", "b", "a:baseline", "a" + TUNED]


@pytest.mark.parametrize("when", ["memory", "check", "time"])
def test_what_takes_too_much_has_a_line_that_says_so(monkeypatch, when):
    lines, told = Script(monkeypatch, crash={"b": when}, problem=TooMuch).run("a", "b")
    assert not told
    assert [(line["variant"], line["grad_ms"], line.get("why")) for line in lines] == [
        ("a", 500, None),
        ("b", None, "crashed"),
    ]


def test_where_the_derivative_is_large_peers_are_left_out_by_name(monkeypatch):
    lines, _ = Script(monkeypatch).run("a", left_out=[cell("gemm", "jax")], share=1e-9)
    assert [(line["tool"], line.get("why")) for line in lines] == [
        ("lagrad", None),
        ("jax", "not run: its derivative has 24.0 GB"),
    ]
    assert lines[0]["outputs"] == 1_000_000_000


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
    assert script.closed.count("a") >= 1 + 3 + 1  # after its memory, after each turn, at the end


def test_the_cells_of_an_input():
    gmm = benchmark.find("gmm")
    ours, c = peers.tools()["lagrad"], peers.tools()["c"]
    quick = sweep.cells(gmm, gmm.samples[0], [ours, c], 1, quick=True)
    assert [(x.tool, x.variant) for x in quick.cells] == [("lagrad", "reverse"), ("c", "monomials")] and not quick.tuned
    full = sweep.cells(gmm, gmm.samples[0], [ours, c], 2, steps=True)
    names = [x.variant for x in full.cells]
    assert names[:8] == [
        "reverse",
        "triangular",
        "blocks",
        "monomials",
        "quadratic",
        "few_points",
        "pushforward",
        "triangular:baseline",
    ]
    assert names[-3:] == [f"triangular:{list(STEPS)[-2]}", "monomials", "points"] and "triangular:packed" in names
    assert {x.threads for x in full.cells} == {2} and full.tuned
    assert full.parameters == 5 + 20 + 5 * 10


def test_the_cells_of_an_input_that_is_too_large(tmp_path, monkeypatch):
    b = benchmark.find("ba")
    monkeypatch.setattr(ba_inputs, "LARGEST", 1_000_000)
    b.write(tmp_path / "ba_1.txt", b.generate(1, 1, 1))
    numbers = (tmp_path / "ba_1.txt").read_text().split("\n", 1)[1]
    (tmp_path / "ba_1.txt").write_text(f"3 4 20000\n{numbers}")
    group = sweep.cells(
        b, str(tmp_path / "ba_1.txt"), [peers.tools()[name] for name in ("lagrad", "jax", "c")], 1, steps=True
    )
    assert [(x.tool, x.variant) for x in group.cells] == [("lagrad", "reverse"), ("lagrad", "forward")]
    assert [x.tool for x in group.left_out] == ["jax", "c"]
    assert group.share == 10_000 / 20_000 and not group.tuned


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


def asked(tmp_path, tool, variant):
    """What a process says about a cell of trmv."""
    reference = Worker(Cell("reference", "trmv", "6:tri", "", 1), peers.tools()["jax"].python)
    reference.ask("save", to=str(tmp_path))
    reference.close()
    worker = Worker(Cell(tool, "trmv", "6:tri", variant, 1), peers.tools()[tool].python)
    try:
        return worker.ask("check", against=str(tmp_path)), worker.ask("time", what="derivative", seconds=0)
    finally:
        worker.close()


@pytest.mark.parametrize("variant", ["reverse", "pushforward"])
def test_a_process_compares_and_times(tmp_path, variant):
    found, times = asked(tmp_path, "lagrad", variant)
    assert 0 <= found["max_rel_err"] <= found["allowed"] == 1e-8
    assert len(times["seconds"]) == 1


@pytest.mark.parametrize(("bench", "data", "variant"), [("trmv", "6:tri", "reverse"), ("mlp", "16:f64", "pushforward")])
def test_a_process_measures_memory(bench, data, variant):
    """Of results that are arrays, and of a number, which has no array to be written to."""
    worker = Worker(Cell("lagrad", bench, data, variant, 1), peers.tools()["lagrad"].python)
    try:
        found = worker.ask("memory")
    finally:
        worker.close()
    assert found["peak_mb"] > found["delta_mb"] >= 0
    assert found["heap_mb"] is None or 0 <= found["heap_mb"] < 10


def test_a_process_compares_with_what_is_there(tmp_path, monkeypatch):
    save = Worker.ask

    def then_spoil(worker, do, **options):
        answer = save(worker, do, **options)
        if do == "save":
            path = tmp_path / "derivative1.npy"
            np.save(path, np.load(path) * [1, 1, 1, 1, 1.5, 1])
        return answer

    monkeypatch.setattr(Worker, "ask", then_spoil)
    found, _ = asked(tmp_path, "lagrad", "reverse")
    assert 0.01 < found["max_rel_err"] < 0.5


def test_the_time_of_a_run_is_shared(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(sweep.time, "monotonic", lambda: now[0])
    clock = sweep.Clock(1, 6)
    assert clock.share(1) == 10
    now[0] += 35
    assert clock.share(3) == 15  # of the 25 seconds that are left
    now[0] += 100
    assert clock.share(2) == 0
    assert sweep.Clock(None, 6).share(1) == float("inf")


def test_ours_is_waited_for():
    limits = [sweep._limit(x, sweep.FULL) for x in (cell("a"), cell("a:baseline"), cell("g", "jax"))]
    assert limits == [sweep.SECONDS, sweep.STEP_SECONDS, 60]


def test_where_time_is_short_less_is_measured():
    assert sweep.FULL.within(float("inf")) == sweep.FULL
    assert sweep.FULL.within(9).all == 3

    def shortened(share):
        group = sweep.Group(None, "d", [cell("a"), cell("b"), cell("g", "jax")], 1, 1, tuned=True)
        sweep.shorten(group, share)
        return [x.variant for x in group.cells], group.tuned

    assert shortened(60) == (["a", "b", "g"], True)
    assert shortened(1) == (["a", "g"], False)
