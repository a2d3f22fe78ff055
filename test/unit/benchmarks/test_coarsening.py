"""The programs of benchmarks/coarsening have JAX's gradients, coarsened and not; docs/coarsening.md has the record."""

import functools
import json

import numpy as np
import pytest

import lagrad
from benchmarks.adbench import peers
from benchmarks.adbench.peers import native
from benchmarks.coarsening import references, report, tools
from benchmarks.coarsening.catalogue import PROGRAMS, derived


def expected(program) -> np.ndarray:
    function = functools.partial(getattr(references, program.name), **derived(program.small))
    return references.jax.grad(function)(*program.arguments(program.small))


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


@pytest.mark.skipif(bool(peers.tools()["c"].missing), reason="there is no C compiler")
@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_by_hand(name, tmp_path, monkeypatch):
    monkeypatch.setattr(native, "INSTALLED", tmp_path)
    monkeypatch.setattr(peers, "INSTALLED", tmp_path)
    gradient, run = tools.TOOLS["c"](PROGRAMS[name], PROGRAMS[name].small)
    np.testing.assert_allclose(gradient(), expected(PROGRAMS[name]), rtol=1e-11, atol=1e-13)
    first = PROGRAMS[name].arguments(PROGRAMS[name].small)[0]
    np.testing.assert_allclose(run(2), first - 2 * tools.STEP * gradient(), rtol=1e-6)


def test_a_tool_that_is_wrong_has_no_time():
    tools = {name: {"seconds": 1e-6, "is_right": name != "enzyme"} for name in ("ordinary", "coarsened", "enzyme")}
    row = {"program": "bgd", "sizes": {"n": 1000}, "tools": tools}
    assert report.table([row]).splitlines()[-1] == "| bgd (n 1,000) | 1 | 1 | wrong | 1.00 | 23 to 27 |"


def test_the_page_has_the_record():
    assert report.table(json.loads(report.RECORD.read_text())) in report.PAGE.read_text()
