"""Commands that look at all benchmarks in one way: where time goes, what is near a peak, what a pass is worth."""

import numpy as np
import pytest

import lagrad
from benchmarks import roofline
from benchmarks.adbench import benchmark, measure
from benchmarks.adbench.steps import PIPELINE
from benchmarks.compiler import ablation, compile_steps, derivatives
from benchmarks.workloads import PUBLISHED, WORKLOADS, arrays, chosen, fastest
from lagrad import execute, pipelines

TRMV = WORKLOADS["trmv"]


def test_workloads_are_of_all_benchmarks():
    assert {w.benchmark for w in WORKLOADS.values()} == set(benchmark.names())
    assert [w.name for w in chosen("lstm; gmm")] == ["lstm", "gmm"]
    with pytest.raises(KeyError):
        chosen("no such")


def test_the_programs_are_right():
    of = benchmark.find(TRMV.benchmark)
    found = arrays(TRMV.call(TRMV.compiled(), "derivative")())
    for part, expected in zip(found, of.reference_derivative(TRMV.given), strict=True):
        assert measure.relative_error(part, expected) < 1e-13


def test_measurements_are_of_processor_time():
    calls = {"short": lambda: sum(range(10_000)), "long": lambda: sum(range(100_000))}
    times = fastest(calls, 0.02)
    assert 0 < 2 * times["short"] < times["long"] < 1


def test_operations_and_bytes():
    """A product of a full matrix of order n with a vector: n^2 products and as many sums."""
    n = len(TRMV.given.vector)
    assert roofline.operations_of(TRMV, "objective") == 2 * n * n
    results = arrays(TRMV.call(TRMV.compiled(which=("objective",)), "objective")())
    assert roofline.bytes_of(TRMV, results) == 8 * (n * n + 2 * n)


def test_the_bound_is_the_slower_of_two():
    peaks = {"peak_operations": 100.0, "peak_bytes": 15.0}
    point = roofline.Point(TRMV, "objective", seconds=4.0, operations=100, bytes=30, **peaks)
    assert point.bound == 2.0 and point.is_by_memory
    line = roofline.table([point]).splitlines()[-1]
    assert "| memory | 50% |" in line


def test_peaks_are_positive():
    assert roofline.peak_operations(np.dtype(np.float64), 0.005) > 1e8
    assert roofline.peak_bytes(240_000, 0.005) > 1e8


def test_every_pass_is_left_out_once():
    passes = {name for step in ablation.STEPS.values() for name in step} | ablation.BESIDE.keys()
    assert {next(iter(change)) for change in ablation.CHANGES.values()} == passes
    whole = pipelines.read(PIPELINE)
    texts = {str(ablation.without(whole, change)) for change in ablation.CHANGES.values()}
    assert len(texts) == len(ablation.CHANGES) and str(whole) not in texts


def test_ratios():
    changes = {
        "nothing": {},
        "idle": {"lagrad-skip-zeros": None},
        "scalar": {"lagrad-set-fastmath": None},
        "lowering": {"convert-to-llvm": None},
    }
    packed = derivatives.of_benchmark(WORKLOADS["trmv, packed"])
    found = ablation.ratios(packed, changes, 0.01)
    assert found["nothing"] == found["idle"] == ablation.SAME and found["lowering"] == "no code"
    assert 0.2 < found["scalar"] < 20
    text = ablation.table({"trmv": {**found, "scalar": 2.0}})
    assert "| `nothing` | = |" in text and "| `scalar` | **2.00** |" in text


def test_a_summary_tells_where_a_pass_is_worth_something():
    first = {"a": 2.0, "b": ablation.SAME, "c": "no code"}
    second = {"a": 0.5, "b": ablation.SAME, "c": ablation.SAME}
    lines = ablation.summary({"one": first, "other": second}).splitlines()
    assert lines[2:] == ["| `a` | 2 | 1.00 | one 2.00 |", "| `b` | 0 |  |  |", "| `c` | 1 |  | one no code |"]


def test_models_are_compiled_as_by_default():
    (heat,) = ablation.derivatives("models", "heat")
    assert heat.pipeline == execute.PIPELINE and heat.compiled(heat.pipeline)()[0].shape == ()
    found = ablation.ratios(heat, {"lowering": {"convert-to-llvm": None}}, 0.01)
    assert found == {"lowering": "no code"}


def test_published_inputs_are_of_the_same_programs():
    assert PUBLISHED.keys() == WORKLOADS.keys()
    assert all(PUBLISHED[name].variant == work.variant for name, work in WORKLOADS.items())


def test_what_is_left_out_is_left_out_of_what_is_compared_with(monkeypatch):
    """Both programs are compiled in one way, but for the change."""
    compile, used = lagrad.compile, []

    def noted(text: str, **given):
        used.append(given["pipeline"])
        return compile(text, **given)

    monkeypatch.setattr(lagrad, "compile", noted)
    change = {"lagrad-set-fastmath": None}
    ablation.ratios(derivatives.of_benchmark(WORKLOADS["trmv, packed"]), {"scalar": change}, 0.001)
    whole, left = map(pipelines.read, used)
    assert str(ablation.without(whole, change)) == str(left) != str(whole)


def test_results_are_compared():
    assert ablation._agree([np.ones(3)], [np.ones(3) + 1e-12], 1e-7)
    assert not ablation._agree([np.ones(3)], [np.array([1, 1, 1.001])], 1e-7)
    assert not ablation._agree([np.array([1, np.nan])], [np.ones(2)], 1e-7)


def test_where_compile_time_goes():
    spent = compile_steps.seconds(TRMV)
    assert {"lagrad-differentiate", "one-shot-bufferize", compile_steps.LLVM, compile_steps.CODE} <= set(spent)
    line = compile_steps.table({"trmv": spent}).splitlines()[-1]
    assert line.startswith(f"| trmv | {spent.total():.2f} |") and "lagrad-differentiate" in line
