"""What a kink gives is the same wherever the operation and its literals stand, for every rule of real numbers."""

import itertools

import numpy as np
import pytest
from literals import module, places
from operations import OPERATIONS

import lagrad
from lagrad import rules

AT = (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, float("inf"), -float("inf"), float("nan"))
REAL = {name: operation for name, operation in OPERATIONS.items() if not name.startswith("complex.")}
LITERALS = {"f64": ("0.0", "1.0"), "i32": ("0", "1", "3"), "i1": ("true",)}

# (operation, number of its operand that is the argument, the others); several literals are equal.
CASES = [
    (name, variable, numbers)
    for name, operation in REAL.items()
    for variable in operation.floats
    for numbers in itertools.product(*(LITERALS[t] for n, t in enumerate(operation.types) if n != variable))
    if len(set(numbers) - {"true"}) <= 1
]


def check(name, variable, numbers, chosen):
    operation = REAL[name]
    others = [n for n in range(len(operation.types)) if n != variable]
    first, *rest = places(operation, variable, dict(zip(others, numbers))).items()
    programs = dict([first, *chosen(rest)])
    functions = lagrad.compile(module(operation, variable, programs), pipeline="lagrad-default,lagrad-to-llvm-strict")
    expected = np.array([functions.d0(x, True, 1, 1.0) for x in AT])
    promised = ~np.isnan(expected)
    for number, place in enumerate(programs):
        reverse = np.array([functions[f"d{number}"](x, True, 1, 1.0) for x in AT])
        forward = np.array([functions[f"t{number}"](x, 1.0, True, 1) for x in AT])
        for mode, found in {"reverse": reverse, "forward": forward}.items():
            np.testing.assert_array_equal(found[promised], expected[promised], f"{place}, {mode} mode, at {AT}")


@pytest.mark.parametrize("name", sorted(rules.CHOOSING))
def test_what_chooses_in_all_places(name):
    check(*next(case for case in CASES if case[0] == name), list)


FIRST = {(name, variable): (name, variable, numbers) for name, variable, numbers in reversed(CASES)}


@pytest.mark.parametrize("number, case", list(enumerate(FIRST.values())))
def test_every_operation_in_some_places(number, case):
    check(*case, lambda programs: programs[number % 12 :: 12])


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_every_operation_in_all_places(case):
    check(*case, list)
