"""Differentiating takes time in proportion to the program, here and in the page that says so."""

import re

import pytest

from benchmarks import compile_time
from lagrad import pipelines
from lagrad.mlir import ir


@pytest.mark.long
def test_time_grows_with_the_length_and_not_faster():
    sizes = (1_000, 4_000)
    measured = {count: compile_time.seconds(compile_time.straight_line(count), 2) for count in sizes}
    assert compile_time.slope(measured) <= compile_time.BOUND


def test_the_page_has_a_slope_within_the_bound():
    page = compile_time.PAGE.read_text()
    rows = re.findall(r"^\| ([\d,]+) \| ([\d.]+) \| [\d.]+ \|$", page, re.M)
    measured = {int(count.replace(",", "")): float(seconds) for count, seconds in rows}
    assert set(measured) == set(compile_time.SIZES)
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
