"""The ordinary programs: each gradient is JAX's, the programs are what the command exports, and what a call takes."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import lagrad
from benchmarks.adbench import peers
from benchmarks.adbench.agreement import relative_error
from benchmarks.models import catalogue, counts, jax_models, measure, program, tables, worker
from benchmarks.models.__main__ import main
from benchmarks.models.columns import narrow
from benchmarks.models.model import model, normal, weights

# One of each kind that compiles in a second or so; the others are as many seconds again and more.
QUICK = (
    "asian_option batch_norm black_scholes gaussian_mixture graph_convolution gru heat interpolation k_means "
    "kalman_filter logistic_regression rosenbrock segment_softmax sparse_triplets spring_chain "
    "k_means_torch layer_norm_softmax_torch"
).split()
MARKED = [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in sorted(jax_models.MODELS)]


@pytest.mark.parametrize("name", MARKED)
def test_value_and_gradient_are_jaxs(name):
    """In f64, of the same numbers."""
    each = catalogue.models()[name]
    gradient = lagrad.compile(program.with_request(each), entry=program.GRADIENT)[program.GRADIENT]
    right = jax_models.reference(jax_models.MODELS[name])
    found = gradient(*each.inputs())
    errors = [relative_error(a, b) for a, b in zip(found, right, strict=True)]
    assert max(errors) <= each.allowed


def test_the_programs_are_what_jax_exports():
    assert catalogue.models().keys() == jax_models.MODELS.keys()
    for name in ("heat", "lenet", "small_gpt", "trimmed_mean"):
        assert jax_models.exported(jax_models.MODELS[name]) == catalogue.models()[name].path.read_text(), name


def test_the_list_has_the_arguments_of_the_functions():
    for name, listed in catalogue.models().items():
        there = jax_models.MODELS[name]
        assert dataclasses.replace(there, function=None) == listed


def test_inputs_are_the_same_every_time():
    once, again = (catalogue.models()["bag_of_words"].inputs() for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))
    assert once[0].dtype == np.int32 and 0 <= once[0].min() and once[0].max() < 5000


def test_run_compares_and_measures(tmp_path):
    out = tmp_path / "results.jsonl"
    command = ["run", "--model", "heat", "--tool", "lagrad,jax", "--seconds", "0.01", "--out", str(out)]
    ran = CliRunner().invoke(main, command, catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["tool"] for line in lines] == ["lagrad", "jax"]
    for line in lines:
        assert line["max_rel_err"] < 1e-4 and line["processor_ms"] > 0 and line["wall_ms"] > 0 and line["compile_s"] > 0
    assert "| heat |" in ran.output


@pytest.mark.parametrize(
    "options, message",
    [
        (["--model", "haet"], "no model 'haet'"),
        (["--tool", "tensorflow"], "no tool 'tensorflow'; there are: lagrad, jax, torch"),
        (["--model", "heat", "--threads", "0"], "--threads: numbers from 1"),
    ],
)
def test_what_there_is_not(options, message):
    ran = CliRunner().invoke(main, ["run", *options])
    assert ran.exit_code == 2 and message in ran.output


def test_a_model_that_pytorch_lacks_is_left_out():
    """Nothing is asked of PyTorch, which this process does not have."""
    kalman = catalogue.models()["kalman_filter"]
    assert kalman.twin not in measure.in_torch()
    assert catalogue.models()["lenet_torch"].twin in measure.in_torch()
    failures: list[str] = []
    assert list(measure.run([kalman], [peers.Tool("torch", Path("no-such-python"))], 1, 0.1, failures.append)) == []
    assert failures == []


def test_means_are_of_what_both_tools_have():
    lines = [
        {"model": "a", "tool": "lagrad", "processor_ms": 2.0},
        {"model": "a", "tool": "jax", "processor_ms": 8.0},
        {"model": "b", "tool": "lagrad", "processor_ms": 2.0},
        {"model": "b", "tool": "jax", "processor_ms": 2.0},
        {"model": "c", "tool": "lagrad", "processor_ms": 2.0},
    ]
    text = tables.table(lines, {"processor_ms": "ms"})
    assert "| c | 2 / - |" in text and text.splitlines()[-1].endswith("| jax 2 |")


def test_a_summary_has_a_row_for_each_other_tool():
    take = {"lagrad": 1.0, "jax": 2.0, "torch": 4.0}
    lines = [
        {
            "model": model,
            "tool": tool,
            "wall_ms": times,
            "heap_mb": heap * times,
            "compile_s": None if tool == "torch" else 3.0,
        }
        for model, heap in (("a", 0.0), ("b", 1.0))
        for tool, times in take.items()
    ]
    text = tables.summary({1: lines, 2: [line | {"wall_ms": 5.0} for line in lines]})
    head, _, *rows = text.splitlines()
    assert head.count("|") == 6 and "| time with 1 thread | time with 2 threads | memory | time to compile |" in head
    assert rows == ["| JAX | 2 | 1 | 2 | 1 |", "| PyTorch | 4 | 1 | 4 | - |"]


def test_a_result_that_is_off_is_told():
    """By the process that has it, as an error relative to the largest entry."""
    each = catalogue.models()["heat"]
    loaded = object.__new__(worker.LoadedModel)
    loaded.model = each
    loaded.calls = type(
        "Calls", (), {"derivative": lambda self: (1.0,), "derivative_arrays": lambda self, found: found}
    )()
    assert loaded.check_arrays([np.array(1.1)])["max_rel_err"] == pytest.approx(0.1 / 1.1)


def perceptron(layers: int):
    def function(x, *parameters):
        for w in parameters:
            x = jax_models.jax.numpy.tanh(x @ w)
        return x.sum()

    return model(f"of {layers}", function, normal(32, 24), *(weights(24, 24) for _ in range(layers)))


def test_code_grows_little_with_the_layers():
    """Bytes and lines of a network's gradient: equal layers share their code, and each brings an argument and a result.

    That is less than a hundredth of the code for each layer, where written out one of eight takes an eighth.
    """
    sizes = [
        counts.code_size(program.with_request(each, jax_models.exported(each))) for each in map(perceptron, (8, 16, 32))
    ]
    for few, more, many in zip(*sizes, strict=True):
        assert more - few <= 8 * few / 100 and many - more <= 16 * few / 100


@pytest.mark.skipif(not shutil.which("cc"), reason="the heap is counted by a library in C")
@pytest.mark.parametrize("name", ["gru", "k_means"])
def test_a_second_call_allocates_nothing(name):
    """But what Python's objects of its results take; and it touches no page for the first time."""
    counted = counts.of(catalogue.models()[name])
    assert counted.blocks <= 4 and counted.page_faults < 1 and counted.heap_mb > 0
    assert f"| {name} |" in counts.table([counted])


def test_exported_programs_have_lines_that_can_be_read():
    long = f'%0 = "a name that has blanks in it"(%x) {{text = "{"word " * 30}"}} : {", ".join(["tensor<4xf32>"] * 20)}'
    lines = narrow(f"func.func @f() {{\n  {long}\n}}").split("\n")
    assert " ".join(line.strip() for line in lines[1:-1]) == long
    assert [len(line) <= 120 for line in lines if '"word' not in line] == [True] * (len(lines) - 1)
    for each in catalogue.models().values():
        assert max(map(len, each.path.read_text().splitlines())) <= 120, each.name
