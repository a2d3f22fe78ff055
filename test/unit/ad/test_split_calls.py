"""Functions that stay functions: what is called is split in two, and the derivative is the same."""

import re

import pytest
from against_jax import check
from programs import NAMES, load

import lagrad
from lagrad import execute
from lagrad.mlir import ir

CALLS = [name for name in NAMES if re.search(r"\bcall @", load(name).text)]


def marked(program, attribute: str, scalars: bool = False) -> ir.Module:
    """The program with an attribute on every function that is called, or on those of `f64` and integers only."""
    module = execute.parse(program.text)
    with module.context:
        called = set(re.findall(r"\bcall @(\w+)", str(module)))
        for view in module.body.operations:
            op = view.operation
            if op.name == "func.func" and str(op.attributes["sym_name"]).strip('"') in called and op.regions[0].blocks:
                if not scalars or re.fullmatch(r"[\sf64index(),>-]*", str(op.attributes["function_type"])):
                    op.attributes[attribute] = ir.UnitAttr.get()
    return module


def test_there_are_such_programs():
    assert len(CALLS) >= 10


@pytest.mark.parametrize("name", CALLS)
def test_split_calls_agree_with_jax(name):
    program = load(name)
    functions = lagrad.compile(marked(program, "no_inline"))
    for request in program.requests.values():
        check(program, functions, request, {})


OF_SCALARS = [
    name for name in CALLS if "local_jacobian" in str(marked(load(name), "lagrad.local_jacobian", scalars=True))
]


def test_there_are_functions_of_scalars():
    assert len(OF_SCALARS) >= 10


@pytest.mark.parametrize("name", OF_SCALARS)
def test_local_jacobians_agree_with_jax(name):
    program = load(name)
    module = marked(program, "lagrad.local_jacobian", scalars=True)
    functions = lagrad.compile(module)
    for request in program.requests.values():
        check(program, functions, request, {})
