"""`python -m benchmarks.adbench` and `make demo`: output and exit status."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.adbench import __main__ as command
from benchmarks.adbench import benchmark, measure, peers
from benchmarks.adbench.gmm import demo

ROOT = Path(__file__).parents[3]


def invoke(*words):
    return CliRunner().invoke(command.main, [str(word) for word in words])


@pytest.fixture
def gmm_file(tmp_path):
    path = tmp_path / "gmm_d2_K3.txt"
    done = invoke("generate", "--bench", "gmm", "--sizes", "2,3,10", "--seed", 4, "--out", path)
    assert done.exit_code == 0, done.output
    return path


@pytest.fixture
def one_timing(monkeypatch):
    """Times are not what these tests are about."""
    monkeypatch.setattr(measure, "median_seconds", lambda function: 0.0)


@pytest.fixture
def compiled_before(monkeypatch, gmm_program):
    """Nor is compilation, which the tests of the programs do."""
    monkeypatch.setattr(measure, "compile_variant", lambda variant: gmm_program)


def test_run_writes_a_line_for_each_cell(gmm_file, tmp_path):
    """Two tools, each in a process of its own; the second run has nothing left to do."""
    out = tmp_path / "out.jsonl"
    for _ in range(2):
        done = invoke("run", "--quick", "--bench", "gmm", "--tool", "lagrad,jax", "--data", gmm_file, "--out", out)
        assert done.exit_code == 0, done.output
        lines = [json.loads(line) for line in out.read_text().splitlines()]
        assert [line["tool"] for line in lines] == ["lagrad", "jax"]
    for line in lines:
        assert (line["bench"], line["data"], line["threads"]) == ("gmm", str(gmm_file), 1)
        assert line["max_rel_err"] < 1e-11
        assert 0 < line["grad_ms_q1"] <= line["grad_ms"] <= line["grad_ms_q3"]
        assert min(line["primal_ms"], line["compile_s"], line["peak_mb"]) > 0 and line["delta_mb"] >= 0
        assert line["versions"]["tool"].startswith(line["tool"]) and line["versions"]["cpu"]


def test_tools_that_are_not_installed_are_skipped_with_a_line(monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "INSTALLED", tmp_path)
    monkeypatch.setattr(peers, "ROOT", tmp_path)
    done = invoke("run", "--bench", "gmm", "--tool", "torch,enzyme")
    assert done.exit_code == 0
    assert "torch: skipped, it needs torch/bin/python: make peers" in done.output
    assert "enzyme: skipped, it needs enzyme/bin/python: make peers" in done.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "--bench", "gmn"], "no benchmark 'gmn'; there are: ba, gmm"),
        (["run", "--tool", "jaxx"], "no tool 'jaxx'; there are: lagrad, jax, torch, c, enzyme"),
        (["run", "--quick", "--full"], "--quick and --full exclude each other"),
        (["run", "--threads", 10**6], "--threads: there are"),
        (["run", "--data", "there/is/nothing.txt"], "cannot tell which benchmark there/is/nothing.txt is for"),
        (["generate", "--bench", "ba", "--sizes", "1,2", "--out", "x"], "--sizes of ba are 3 positive integers: n,m,p"),
    ],
)  # fmt: skip
def test_usage_errors_are_exit_status_2(words, message):
    done = invoke(*words)
    assert done.exit_code == 2
    assert message in done.output


def test_a_file_belongs_to_the_benchmark_its_path_names():
    benchmarks = [benchmark.find("gmm"), benchmark.find("ba")]
    owners = {
        "ba4_n372.txt": "ba",
        "gmm/1k/gmm_d10.txt": "gmm",
        "gmm/backup/d10.txt": "gmm",
        "data/gmm/ba/test.txt": "ba",
    }
    for path, name in owners.items():
        assert command._owner(path, benchmarks).name == name


def test_a_folder_stands_for_its_files(tmp_path):
    for name in (
        "ba/ba10_n5.txt",
        "ba/ba2_n5.txt",
        "gmm/10k/gmm_d2_K5.txt",
        "gmm/1k/gmm_d10_K5.txt",
        "hand/model/anchors.txt",
        "ba/test.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = command._inputs([benchmark.find(name) for name in ("ba", "gmm", "hand")], str(tmp_path), full=False)
    names = ["ba/ba2_n5.txt", "ba/ba10_n5.txt", "gmm/1k/gmm_d10_K5.txt", "gmm/10k/gmm_d2_K5.txt"]
    assert [name for _, name in found] == [str(tmp_path / name) for name in names]


def test_inputs_without_data():
    both = [benchmark.find("gmm"), benchmark.find("mlp")]
    assert [name for b, name in command._inputs(both, "", full=False) if b.name == "mlp"] == list(both[1].samples)
    full = command._inputs(both, "", full=True)
    assert [name for b, name in full if b.name == "mlp"] == list(both[1].full)
    assert [b.name for b, _ in full].count("gmm") == len(both[0].samples)
    trmv = benchmark.find("trmv")
    assert [name for _, name in command._inputs([trmv], "", quick=True)] == list(trmv.samples[:2])


def test_optimisations_are_measured_on_one_input_of_each_kind():
    gmm, mlp = benchmark.find("gmm"), benchmark.find("mlp")
    inputs = [(gmm, f"{folder}/gmm_d{d}_K5.txt") for folder in ("1k", "10k") for d in (1, 2)]
    inputs += [(mlp, f"{h}:{type}") for type in ("f32", "f64") for h in (1, 2)]
    assert [name for _, name in command._smaller(inputs)] == ["1k/gmm_d1_K5.txt", "1:f32", "1:f64"]
    more = [(gmm, f"gmm_d{d}_K5.txt") for d in range(1, 6)]
    assert command._smaller(more) == [more[1]]


def test_optimisations_are_measured_on_an_input_of_the_benchmark_where_others_are_too_large():
    ba = benchmark.find("ba")
    [(b, name)] = command._smaller([(ba, f"ba{n}_n{n}_m5_p5.txt") for n in range(1, 9)])
    assert b is ba and len(ba.read(name).weights) == 1000


def test_tools_that_use_one_thread_are_skipped_where_there_are_more(monkeypatch):
    done = invoke("run", "--quick", "--bench", "trmv", "--tool", "c", "--threads", 2)
    assert done.exit_code == 0 and "c: skipped, it uses one thread" in done.output


@pytest.mark.parametrize(("text", "message"), [("1 2", "n has 1 numbers, but only 0 are left"), (None, "No such file")])
def test_a_bad_file_is_an_error_without_a_traceback(tmp_path, text, message):
    path = tmp_path / "gmm_bad.txt"
    if text is not None:
        path.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.adbench", "run", "--bench", "gmm", "--data", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]  # before it, which tools are not installed
    assert said.startswith("error: ") and message in said
    assert "Traceback" not in done.stderr


def test_a_missing_extra_is_named(monkeypatch, capsys, gmm_file):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(sys, "argv", ["adbench", "run", "--bench", "gmm", "--data", str(gmm_file)])
    with pytest.raises(SystemExit) as end:
        command._run_main()
    assert end.value.code == 1
    assert capsys.readouterr().err == "error: this needs tqdm: python -m pip install -e '.[benchmark]'\n"


def test_demo(capsys, one_timing, compiled_before):
    assert demo.main() == 0
    text = capsys.readouterr().out
    value = benchmark.find("gmm").reference_objective(benchmark.find("gmm").read(benchmark.find("gmm").samples[0]))[0]
    assert f"{value:.10g}"[:10] in text
    for word in ("gradient norm", "maximal error", "compile"):
        assert word in text


def test_demo_fails_where_the_gradient_is_wrong(capsys, monkeypatch, one_timing, gmm_program):
    def derivative(*arguments):
        alphas, means, icf = gmm_program.derivative(*arguments)
        return alphas, means, icf + 1e-6

    wrong = replace(gmm_program, derivative=derivative)
    monkeypatch.setattr(measure, "compile_variant", lambda variant: wrong)
    assert demo.main() == 1
    assert "does not agree with the reference" in capsys.readouterr().err
