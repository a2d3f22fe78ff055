"""The gradients of benchmarks/simulations are JAX's with every analysis and without; docs/analyses.md has the
record."""

import json

import numpy as np
import pytest

from benchmarks import instructions, resident
from benchmarks.simulations import measure, report
from benchmarks.simulations.catalogue import PROGRAMS
from benchmarks.simulations.variants import ALL, TAPES, VARIANTS

LEFT_OUT = ("activity", "adjoint liveness", "to-be-recorded", f"{TAPES} and tape reduction")  # for each program one


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_gradient_with_all_analyses(name):
    assert ALL.error(PROGRAMS[name]) < 1e-12


@pytest.mark.parametrize("name, variant", [*zip(PROGRAMS, LEFT_OUT)])
def test_a_gradient_without_an_analysis(name, variant):
    assert VARIANTS[variant].error(PROGRAMS[name]) < 1e-12


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_gradient(name, variant):
    assert VARIANTS[variant].error(PROGRAMS[name]) < 1e-12


def test_instructions_with_indices_and_a_value(valgrind):
    program = PROGRAMS["mesh"]
    sizes, variant = program.small, VARIANTS["adjoint liveness"]
    arguments, results = program.arguments(sizes), variant.results(program, sizes)
    assert results == [1, 9, 2]
    few = instructions.count(variant.text(program, sizes), variant.passes, arguments, results)
    assert 25 * 6 * 20 < few < 25 * 6 * 1000  # edges, steps


def test_memory_that_a_call_takes():
    def keep():
        np.zeros(4_000_000).fill(1)

    assert 31e6 < resident.grown(keep) < 40e6  # the kernel counts in batches of pages
    assert resident.grown(lambda: None) < 4e6
    with pytest.raises(ZeroDivisionError):
        resident.grown(lambda: 1 / 0)


def test_a_tape_takes_more_memory_than_snapshots():
    program = PROGRAMS["stencil"]
    assert 4 * measure.grown(program, "") < measure.grown(program, TAPES)


def test_the_page_has_the_record():
    tables = report.tables(json.loads(report.RECORD.read_text()))
    assert all(table in report.PAGE.read_text() for table in tables.values())
