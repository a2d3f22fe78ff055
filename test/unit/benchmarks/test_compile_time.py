"""Differentiating takes time in proportion to the program, here and in the page that says so."""

import re

import pytest

from benchmarks.compiler import compile_time
from lagrad import pipelines
from lagrad.ad.reverse import whole_loops
from lagrad.mlir import ir


@pytest.mark.long
def test_time_grows_with_the_length_and_not_faster():
    sizes = (1_000, 4_000)
    measured = {count: compile_time.seconds(compile_time.straight_line(count), 2) for count in sizes}
    assert compile_time.slope(measured) <= compile_time.BOUND


def test_loops_in_a_row_are_planned_together(monkeypatch):
    plans = []

    class Counted(whole_loops.Plan):
        def block(self, block):
            if block == self.program.entry:
                plans.append(self)
            return super().block(block)

    monkeypatch.setattr(whole_loops, "Plan", Counted)
    with pipelines.new_context() as context:
        module = ir.Module.parse(compile_time.row_of_loops(12), context)
        pipelines.run(module, "lagrad-differentiate")
    assert str(module).count("scf.for") == 36  # of the function, of the primal sweep and of the adjoint sweep
    assert 1 < len(plans) <= 3


def test_the_page_has_a_slope_within_the_bound():
    page = compile_time.PAGE.read_text()
    rows = re.findall(r"^\| ([\d,]+) \| ([\d.]+) \| [\d.]+ \|$", page, re.M)
    measured = {int(count.replace(",", "")): float(seconds) for count, seconds in rows}
    assert set(measured) == set(compile_time.SIZES)
    loops = re.findall(r"^\| ([\d,]+) loops \| ([\d.]+) \| [\d.]+ \|$", page, re.M)
    measured_loops = {int(count.replace(",", "")): float(seconds) for count, seconds in loops}
    assert set(measured_loops) == set(compile_time.IN_A_ROW)
    assert compile_time.slope(measured_loops) <= compile_time.BOUND
    stated = float(re.search(r"The slope of .* is ([\d.]+)\.$", page, re.M)[1])
    assert stated <= compile_time.BOUND
    assert compile_time.slope(measured) == pytest.approx(stated, abs=0.02)  # the table is rounded
    assert len(re.findall(r"^\| \d \| [\d.]+ \|$", page, re.M)) == len(compile_time.DEPTHS)
    assert compile_time.PLOT.exists()


@pytest.mark.parametrize("depth", compile_time.DEPTHS)
def test_a_nest_is_as_deep_as_it_says(depth):
    text = compile_time.nest(depth)
    assert text.count("scf.for") == depth
    arithmetic = sum(text.count(name) for name in ("arith.mulf", "arith.addf", "arith.subf", "math."))
    assert arithmetic == compile_time.IN_NEST // depth * depth
    with pipelines.new_context():
        assert ir.Module.parse(text).operation.verify()
