"""The programs of benchmarks/coarsening have JAX's gradients, coarsened and not; docs/coarsening.md has the record."""

import json
import time

import numpy as np
import pytest

import lagrad
from benchmarks.adbench import peers
from benchmarks.adbench.peers import native
from benchmarks.coarsening import elsewhere, quadratics, references, report, tools
from benchmarks.coarsening.catalogue import PROGRAMS, derived
from lagrad.errors import Report
from lagrad.execute import parse
from lagrad.pipelines import NAMED, run


def expected(program) -> np.ndarray:
    return references.gradient(program.name, **derived(program.small))(*program.arguments(program.small))


QUICK = {
    *((name, way) for name in PROGRAMS for way in ("ordinary", "coarsened")),
    ("hmc", "no phi"),
    ("hookean", "recorded"),
}


@pytest.mark.parametrize("name, way", sorted(QUICK))
def test_gradients(name, way):
    check(PROGRAMS[name], way)


@pytest.mark.long
@pytest.mark.parametrize("name, way", sorted({(name, way) for name in PROGRAMS for way in tools.PIPELINES} - QUICK))
def test_more_gradients(name, way):
    check(PROGRAMS[name], way)


def check(program, way: str) -> None:
    arguments = program.arguments(program.small)
    compiled = lagrad.compile(program.text(program.small), pipeline=tools.pipeline(way), entry=["df", "run"])
    gradient = np.asarray(expected(program))
    np.testing.assert_allclose(compiled.df(*arguments), gradient, rtol=1e-11, atol=1e-13)
    end = compiled.run(*arguments, 1)
    np.testing.assert_allclose(end, arguments[0] - tools.STEP * gradient, rtol=1e-14)


def test_no_program_took_ten_seconds_until_its_first_gradient():
    record = json.loads(report.RECORD.read_text())
    assert {row["program"] for row in record} == set(PROGRAMS)
    assert all(row["tools"][way]["first"] < 10 for row in record for way in tools.PIPELINES)


@pytest.mark.skipif(bool(peers.tools()["c"].missing), reason="there is no C compiler")
@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_by_hand(name, tmp_path, monkeypatch):
    monkeypatch.setattr(native, "INSTALLED", tmp_path)
    monkeypatch.setattr(peers, "INSTALLED", tmp_path)
    gradient, run = tools.TOOLS["c"](PROGRAMS[name], PROGRAMS[name].small)
    np.testing.assert_allclose(gradient(), expected(PROGRAMS[name]), rtol=1e-11, atol=1e-13)
    first = PROGRAMS[name].arguments(PROGRAMS[name].small)[0]
    np.testing.assert_allclose(run(2), first - 2 * tools.STEP * gradient(), rtol=1e-6)


@pytest.mark.parametrize("seconds, most", [("5", 10.0), ("0.02", 1.02)])
@pytest.mark.parametrize("name", PROGRAMS)
def test_time_of_coarsening(name, seconds, most):
    """Each program at its largest size takes less than 10 s; a budget is kept within a second."""
    passes = NAMED["lagrad-coarsened"].partition("lagrad-differentiate")[0].rstrip(",")
    passes = passes.replace("lagrad-coarsen-segments", f"lagrad-coarsen-segments{{seconds={seconds}}}")
    module = parse(PROGRAMS[name].text(PROGRAMS[name].sizes[-1]))
    begin = time.process_time()
    with module.context, module.operation.location:
        run(module.operation, passes, Report())
    assert time.process_time() - begin < most


def test_a_tool_that_is_wrong_has_no_time():
    tools = {name: {"seconds": 1e-6, "is_right": name != "enzyme"} for name in ("ordinary", "coarsened", "enzyme")}
    row = {"program": "bgd", "sizes": {"n": 1000}, "tools": tools}
    assert report.table([row]).splitlines()[-1] == "| bgd (n 1,000) | 1 | 1 | wrong | 1.00 | 23 to 27 |"


def test_the_page_has_the_record():
    assert report.table(json.loads(report.RECORD.read_text())) in report.PAGE.read_text()


def test_quadratic_forms_are_timed_when_they_agree(monkeypatch):
    monkeypatch.setattr(elsewhere, "ROUNDS", 1)
    monkeypatch.setattr(elsewhere, "LEAST", 0.0)
    assert len(quadratics.adbench(3, 2, points=30)) == len(quadratics.from_jax(3, 2, 30)) == 3
