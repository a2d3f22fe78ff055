"""The benchmarks' programs, compiled once for all tests."""

import functools

import pytest

from benchmarks.adbench import benchmark, measure


@functools.cache
def compiled_variant(variant):
    return measure.compile_variant(variant)


def compiled(name):
    b = benchmark.find(name)
    return compiled_variant(next(iter(b.variants(b.read(b.samples[0])).values())))


@pytest.fixture
def gmm_program():
    return compiled("gmm")


@pytest.fixture
def ba_program():
    return compiled("ba")
