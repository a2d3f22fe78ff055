"""Functions that stay functions: what is called is split in two, and the derivative is the same."""

import re

import pytest

import lagrad
from lagrad import execute
from lagrad.mlir import ir
from against_jax import check
from programs import NAMES, load

CALLS = [name for name in NAMES if re.search(r"\bcall @", load(name).text)]


def without_inlining(program) -> ir.Module:
    """The program with every function that is called marked `no_inline`."""
    module = execute.parse(program.text)
    with module.context:
        called = set(re.findall(r"\bcall @(\w+)", str(module)))
        for view in module.body.operations:
            op = view.operation
            if op.name == "func.func" and str(op.attributes["sym_name"]).strip('"') in called and op.regions[0].blocks:
                op.attributes["no_inline"] = ir.UnitAttr.get()
    return module


def test_there_are_such_programs():
    assert len(CALLS) >= 10


@pytest.mark.parametrize("name", CALLS)
def test_split_calls_agree_with_jax(name):
    program = load(name)
    functions = lagrad.compile(without_inlining(program))
    for request in program.requests.values():
        check(program, functions, request, {})
