"""The benchmarks' programs, compiled once for all tests."""

import functools

import pytest

from benchmarks.adbench import benchmark, measure


@functools.cache
def compiled(name):
    return measure.compile_benchmark(benchmark.find(name))


@pytest.fixture
def gmm_program():
    return compiled("gmm")


@pytest.fixture
def ba_program():
    return compiled("ba")
