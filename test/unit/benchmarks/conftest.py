"""The benchmarks' programs, compiled once for all tests."""

import functools
import shutil

import pytest

from benchmarks.adbench import benchmark, measure


@functools.cache
def compiled_variant(variant):
    return measure.compile_variant(variant)


def compiled(name):
    b = benchmark.find(name)
    return program_of(name, b.read(b.samples[0]))


def program_of(name, given, variant=None):
    """The program of that variant, of the first where none is named, for an input."""
    variants = benchmark.find(name).variants(given)
    return compiled_variant(variants[variant or next(iter(variants))])


@pytest.fixture
def valgrind():
    """What counts instructions. It is no package of Python's: CONTRIBUTING.md says what installs it."""
    if missing := [tool for tool in ("valgrind", "cc") if not shutil.which(tool)]:
        pytest.skip(f"{' and '.join(missing)}: not installed; make peers does")


@pytest.fixture
def program_for():
    return program_of


@pytest.fixture
def gmm_program():
    return compiled("gmm")


@pytest.fixture
def ba_program():
    return compiled("ba")
