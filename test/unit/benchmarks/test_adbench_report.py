"""Reports: what is compared with what, and that page, charts and summary say it."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.adbench import __main__ as command
from benchmarks.adbench import report_page, tables
from benchmarks.adbench.results import Results
from benchmarks.adbench.steps import STEPS

ROOT = Path(__file__).parents[3]
VERSIONS = {"tool": "a tool 1", "cpu": "a processor", "cores": 2, "copy_gb_s": 10.0, "load": 1.2, "date": "2030-01-02"}


def line(tool, data, grad, memory=1.0, variant="v", bench="gmm", threads=1, size=1.0):
    numbers = dict(primal_ms=grad / 2, grad_ms=grad, grad_ms_q1=grad, grad_ms_q3=grad, grad_ms_rsd=0.0, peak_mb=10.0)
    numbers |= dict(delta_mb=memory, compile_s=1.0, max_rel_err=1e-12, size_mb=size, parameters=1234, outputs=7)
    return dict(tool=tool, bench=bench, data=data, variant=variant, threads=threads) | numbers | {"versions": VERSIONS}


LINES = [
    line("lagrad", "g/a.txt", 2.0, memory=0.01),
    line("lagrad", "g/a.txt", 1.0, variant="w"),
    line("jax", "g/a.txt", 4.0, memory=8.0),
    line("jax", "g/a.txt", 9.0, variant="w"),
    line("lagrad", "g/b.txt", 2.0, memory=0.0, size=2.0),
    line("jax", "g/b.txt", 2.0, memory=0.02, size=2.0),
    line("c", "g/b.txt", 1.0, size=2.0),
    line("jax", "g/a.txt", 0.1, threads=2),
    line("jax", "g/b.txt", 0.5, threads=2, size=2.0),
    line("lagrad", "g/a.txt", 0.5, variant="pushforward"),
    line("jax", "g/a.txt", 0.75, variant="pushforward+malloc"),
    line("torch", "g/b.txt", 1.0) | {"grad_ms": None, "why": "no answer within 60 s"},
    *(
        line("lagrad", "1:f64", 8.0 / (i + 1), bench="mlp", variant=f"v:{step}")
        for i, step in enumerate(list(STEPS)[:-1])
    ),
    line("lagrad", "1:f64", 8.0 / len(STEPS), bench="mlp"),
]


def test_the_fastest_way_counts():
    a, b, _ = tables.inputs(LINES, 1)
    assert (a.name, b.name) == ("gmm g/a", "gmm g/b")
    assert (a.speedup("jax"), b.speedup("jax"), b.speedup("c")) == (4.0, 1.0, 0.5)
    assert (a.best_peer(), b.best_peer()) == ("jax", "c")
    assert a.memory_saved("jax") == 8.0
    assert b.memory_saved("jax") == 1.0  # both below what can be told apart


def test_tools_that_use_one_thread_are_compared_with_those_that_use_more():
    both = tables.with_others(tables.inputs(LINES, 2), tables.inputs(LINES, 1))
    assert [one.fastest["jax"]["grad_ms"] for one in both] == [0.1, 0.5]
    assert [one.fastest["lagrad"]["grad_ms"] for one in both] == [1.0, 2.0]
    assert "c" not in both[0].fastest and both[1].fastest["c"]["grad_ms"] == 1.0


def test_derivatives_in_one_direction_are_apart():
    (forward,) = tables.inputs(LINES, 1, pushforward=True)
    assert (forward.name, forward.speedup("jax")) == ("gmm g/a", 1.5)
    assert tables.inputs(LINES, 2, pushforward=True) == []


def test_geometric_means_by_benchmark():
    rows = tables.means(tables.inputs(LINES, 1), "speedup")
    assert rows["gmm"] == {"jax": pytest.approx(2.0), "c": pytest.approx(0.5)}
    assert rows["mlp"] == {"jax": None, "c": None}
    assert rows["all"] == rows["gmm"]


def test_optimisations_relative_to_all_of_them():
    count = len(STEPS)
    assert tables.steps(LINES) == {"mlp": {step: pytest.approx(count / (i + 1)) for i, step in enumerate(STEPS)}}
    without = [one for one in LINES if one["variant"] != "v:baseline"]
    assert tables.steps(without)["mlp"] == tables.steps(LINES)["mlp"] | {"baseline": None}
    other = [line("lagrad", "1:f64", 9.0, bench="mlp", variant=name) for name in ("other:baseline", "other")]
    assert tables.steps([*other, *LINES, *other]) == tables.steps(LINES)  # of two ways, that with more steps


def test_page_charts_and_summary(tmp_path):
    results, summary, readme = tmp_path / "results.jsonl", tmp_path / "summary.md", tmp_path / "README.md"
    Results(results, []).add(LINES)
    for file in (summary, readme):
        file.write_text(f"before\n{report_page.BEGIN}\nold\n{report_page.END}\nafter\n")
    words = ["report", str(results), "--out", str(tmp_path / "out"), "--page", str(summary), "--readme", str(readme)]
    done = CliRunner().invoke(command.main, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    charts = {"gmm.png", "mlp.png", "speedup.png", "memory_saved.png", "memory.png", "pushforward.png", "steps.png"}
    names = {*charts, "index.html", "summary.md"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == names
    page = (tmp_path / "out" / "index.html").read_text()
    assert page.count("data:image/png;base64,") == len(charts) and "<h2>2 threads</h2>" in page
    assert "<td>gmm g/b</td><td>PyTorch</td><td>no answer within 60 s</td>" in page
    assert "<td>gmm g/a</td><td>1,234</td><td>7</td><td>1</td>" in page
    assert page.count("in one direction, ms</h3>") == 1
    assert not re.search(r'(src|href)="(?!data:)', page)  # nothing is elsewhere
    text, short = summary.read_text(), readme.read_text()
    for written in (text, short):
        assert written.startswith("before\n") and written.endswith("after\n") and "old" not in written
    assert "| gmm (2) | 2 | 0.5 |\n" in short and "2 threads" not in short
    assert "| gmm (2) | 2 | 0.5 |" in text and "| gmm (2) | 0.158 | 0.5 |" in text.partition("With 2 threads;")[2]
    assert "a processor, 2 cores, 2030-01-02; a tool 1" in text


def test_a_busy_machine_is_told():
    assert "busy" not in report_page.summary(LINES)
    busy = [LINES[0] | {"versions": VERSIONS | {"load": 6.0}}, *LINES[1:]]
    assert "busy with other work: its load was up to 4 besides" in report_page.summary(busy)


def test_a_report_on_lagrad_alone(tmp_path, recwarn):
    report_page.write([one for one in LINES if one["tool"] == "lagrad"], tmp_path)
    assert {path.name for path in tmp_path.glob("*.png")} == {
        *("gmm.png", "mlp.png", "memory.png", "pushforward.png", "steps.png")
    }
    assert not recwarn.list


def test_a_readme_without_markers_is_an_error(tmp_path):
    (tmp_path / "r.jsonl").touch()
    Results(tmp_path / "r.jsonl", []).add(LINES)
    (tmp_path / "README.md").write_text("nothing")
    words = ["report", str(tmp_path / "r.jsonl"), "--out", str(tmp_path), "--readme", str(tmp_path / "README.md")]
    done = CliRunner().invoke(command.main, words)
    assert done.exit_code == 2 and "there are no lines" in done.output


def test_results_without_lines_are_an_error(tmp_path):
    (tmp_path / "r.jsonl").touch()
    done = CliRunner().invoke(command.main, ["report", str(tmp_path / "r.jsonl"), "--out", str(tmp_path)])
    assert done.exit_code == 2 and "has no results" in done.output


@pytest.mark.parametrize("file, part", [("docs/comparison.md", report_page.summary), ("README.md", report_page.brief)])
def test_tables_are_those_of_the_results_beside_the_report(file, part):
    results = Results.open(ROOT / "benchmarks" / "adbench" / "report" / "results.jsonl")
    assert results.lines
    assert f"{report_page.BEGIN}\n{part(results.lines)}{report_page.END}" in (ROOT / file).read_text()


def test_the_page_names_every_version_that_was_measured():
    cells = ((1, "a"), (2, "b"), (None, "c"))
    lines = [{"tool": "lagrad", "grad_ms": ms, "versions": {"tool": f"lagrad 1.0 ({commit})"}} for ms, commit in cells]
    lines.append({"tool": "cc", "grad_ms": 1, "versions": {"tool": "cc (Debian 12) 12.2"}})
    assert [report_page._versions(tool, lines) for tool in ("lagrad", "cc")] == [
        "lagrad 1.0 (a, b)",
        "cc (Debian 12) 12.2",
    ]
