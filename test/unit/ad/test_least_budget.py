"""The programs with the least budget of memory that there is for each: the derivatives are the same."""

import re

import pytest
from against_jax import check
from programs import NAMES, load

import lagrad
from lagrad import pipelines
from lagrad.errors import Failure

PIPELINE = f"{pipelines.NAMED['lagrad-default']},lagrad-to-llvm"
BUDGETED = "lagrad-differentiate{memory-budget=%d trips=40}"
UNKNOWN = "cannot keep to a memory-budget: "  # a size, or what a function keeps that calls itself


def compiled(text: str):
    """With the least budget, or None where there is none: the derivatives of a program are counted one by one."""
    budget = 1
    while True:
        try:
            pipeline = PIPELINE.replace("lagrad-differentiate", BUDGETED % budget)
            return lagrad.compile(text, pipeline=pipeline)
        except Failure as failure:
            told = [d.message for d in failure.diagnostics]
            if any(message.startswith(UNKNOWN) for message in told):
                return None
            least = [int(found[1]) for message in told if (found := re.search(r"the least is (\d+)", message))]
            assert len(least) == len(told) and max(least) > budget, told
            budget = max(least)


def check_least(name: str) -> None:
    program = load(name)
    if functions := compiled(program.text):
        for request in program.requests.values():
            check(program, functions, request, {})


@pytest.mark.parametrize("name", [*NAMES[3::60], "cf_nested_loops", "odd_inactive_region_operations"])
def test_some_programs(name):
    check_least(name)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_program(name):
    check_least(name)
