"""`lagrad-differentiate{memory-budget=}` cuts what loops and branches hold, where one iteration keeps too much."""

import numpy as np
import pytest
from test_straight_budget import BRANCH, MATRIX, PROGRAM, SMALL, STATEMENT, TYPE, gradient, least

from lagrad.errors import Failure

OTHERS = 7 * MATRIX  # cotangents, the state that is there, and temporaries
FOR = f"""
  %n = arith.constant TRIPS : index
  %xEND = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %start) -> {TYPE} {{ BODY
    scf.yield %xLENGTH : {TYPE}
  }}
"""
WHILE = f"""
  %tenth = arith.constant 0.1 : f64
  %t, %xEND = scf.while (%t = %zero, %x0 = %start) : (f64, {TYPE}) -> (f64, {TYPE}) {{
    %one = arith.constant 1.0 : f64
    %more = arith.cmpf olt, %t, %one : f64
    scf.condition(%more) %t, %x0 : f64, {TYPE}
  }} do {{
  ^bb0(%t: f64, %x0: {TYPE}): BODY
    %later = arith.addf %t, %tenth : f64
    scf.yield %later, %xLENGTH : f64, {TYPE}
  }} attributes {{lagrad.trips = TRIPS}}
"""
NEST = f"""
  %n = arith.constant TRIPS : index
  %c2 = arith.constant 2 : index
  %xEND = scf.for %k = %c0 to %c2 step %c1 iter_args(%y = %start) -> {TYPE} {{
    %z = scf.for %i = %c0 to %n step %c1 iter_args(%x0 = %y) -> {TYPE} {{ BODY
      scf.yield %xLENGTH : {TYPE}
    }}
    scf.yield %z : {TYPE}
  }}
"""
SIDE = f"""
  %first = tensor.extract %start[%c1, %c1] : {TYPE}
  %is_there = arith.cmpf une, %first, %zero : f64
  %xEND = scf.if %is_there -> {TYPE} {{
    %x0 = math.tanh %start : {TYPE}
    BODY
    scf.yield %xLENGTH : {TYPE}
  }} else {{
    %other = math.absf %start : {TYPE}
    scf.yield %other : {TYPE}
  }}
"""
LONG_BRANCH = BRANCH.replace("%sNEXT = math.sin %uNEXT", "%rNEXT = math.sin %uNEXT").replace(
    "    scf.yield %sNEXT",
    f"    %qNEXT = math.exp %rNEXT : {TYPE}\n    %sNEXT = math.sin %qNEXT : {TYPE}\n    scf.yield %sNEXT",
)


def program(loop: str, step: str = STATEMENT, length: int = 8, trips: int = 11) -> str:
    """A loop, or a branch, that holds so many steps in a row."""
    steps = [step.replace("NEXT", str(k + 1)).replace("LAST", str(k)) for k in range(length)]
    whole = loop.replace("BODY", "".join(steps)).replace("LENGTH", str(length)).replace("TRIPS", str(trips))
    text = PROGRAM.replace(f"@f(%a: {TYPE}, %x0:", f"@f(%a: {TYPE}, %start:").replace("ALL", whole)
    return text.replace("ONE", STATEMENT.replace("NEXT", "1").replace("LAST", "0"))


def check(text: str, budget: int) -> None:
    found, most = gradient(text, budget)
    for one, other in zip(found, gradient(text, 0)[0], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-13)
    assert most <= budget + OTHERS + SMALL


@pytest.mark.parametrize("loop, step, enough", [
    (FOR, STATEMENT, 12), (SIDE, STATEMENT, 11), pytest.param(FOR, LONG_BRANCH, 13, marks=pytest.mark.long),
    pytest.param(WHILE, STATEMENT, 12, marks=pytest.mark.long),
    pytest.param(NEST, STATEMENT, 13, marks=pytest.mark.long),
], ids=["for", "branch", "branches in a loop", "while", "nest"])  # fmt: skip
def test_the_heap_follows_the_budget(loop, step, enough):
    text = program(loop, step)
    check(text, enough * MATRIX)


def test_the_least_that_is_told_is_enough():
    text = program(FOR)
    enough = least(text)
    assert enough < 12 * MATRIX  # one iteration keeps 16 matrices where it is not cut
    check(text, enough)
    with pytest.raises(Failure, match=f"the least is {enough}"):
        gradient(text, enough - 1)
