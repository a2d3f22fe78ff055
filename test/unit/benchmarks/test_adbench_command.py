"""`python -m benchmarks.adbench` and `make demo`: output and exit status."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.adbench import __main__ as command
from benchmarks.adbench import benchmark, measure
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
def ba_file(tmp_path):
    path = tmp_path / "ba1.txt"
    done = invoke("generate", "--bench", "ba", "--sizes", "2,3,10", "--out", path)
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


def test_run_writes_a_line_for_each_file(gmm_file, ba_file, tmp_path, one_timing):
    out = tmp_path / "out.jsonl"
    done = invoke("run", "--bench", "gmm,ba", "--data", f"{ba_file},{gmm_file}", "--out", out)
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["bench"] for line in lines] == ["gmm", "ba"]
    assert [line["data"] for line in lines] == [str(gmm_file), str(ba_file)]
    for line in lines:
        assert line["agrees"] and max(line["errors"].values()) < 1e-11
        assert {"primal_ms", "derivative_ms", "compile_s"} <= set(line)
    assert set(lines[0]["errors"]) == {"objective", "alphas", "means", "icf"}


def test_a_wrong_gradient_is_exit_status_1(gmm_file, monkeypatch, one_timing, compiled_before):
    right = benchmark.find("gmm")

    def nearly_right(given):
        alphas, means, icf = right.reference_derivative(given)
        return alphas, means * (1 + 1e-7), icf

    monkeypatch.setattr(benchmark, "find", lambda name: replace(right, reference_derivative=nearly_right))
    done = invoke("run", "--bench", "gmm", "--data", gmm_file)
    line = json.loads(done.output)
    assert done.exit_code == 1
    assert not line["agrees"]
    assert line["errors"]["means"] == pytest.approx(1e-7, rel=1e-3)
    assert line["errors"]["icf"] < 1e-11


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "--bench", "gmn"], "no benchmark 'gmn'; there are: ba, gmm"),
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
    assert done.stderr.startswith("error: ") and message in done.stderr
    assert "Traceback" not in done.stderr


def test_demo(capsys, one_timing, compiled_before):
    assert demo.main() == 0
    text = capsys.readouterr().out
    value = benchmark.find("gmm").reference_objective(
        benchmark.find("gmm").read(benchmark.find("gmm").samples[0])
    )[0]
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
