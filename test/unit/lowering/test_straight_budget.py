"""`lagrad-differentiate{memory-budget=}` cuts straight code: chains of statements, branches, calls, loops."""

import functools

import counted_heap
import numpy as np
import pytest

from lagrad.errors import Failure

N = 256
TYPE = f"tensor<{N}x{N}xf64>"
MATRIX = 8 * N * N  # bytes; smaller ones may be on the stack
OTHERS = 7 * MATRIX  # cotangents and temporaries
SMALL = MATRIX // 20  # lines in front of blocks, what fills a line or a page up, and buffers of fewer numbers

PRODUCT = f"""
  %zNEXT = linalg.fill ins(%zero : f64) outs(%e : {TYPE}) -> {TYPE}
  %uNEXT = linalg.matmul ins(%a, %xLAST : {TYPE}, {TYPE}) outs(%zNEXT : {TYPE}) -> {TYPE}
"""
STATEMENT = PRODUCT + f"  %xNEXT = math.sin %uNEXT : {TYPE}\n"
BRANCH = f"""
  %pNEXT = tensor.extract %xLAST[%c0, %c0] : {TYPE}
  %bNEXT = arith.cmpf ogt, %pNEXT, %zero : f64
  %xNEXT = scf.if %bNEXT -> {TYPE} {{ {PRODUCT}
    %sNEXT = math.sin %uNEXT : {TYPE}
    scf.yield %sNEXT : {TYPE}
  }} else {{
    %tNEXT = math.tanh %xLAST : {TYPE}
    scf.yield %tNEXT : {TYPE}
  }}
"""
CALL = f"  %xNEXT = func.call @step(%a, %xLAST) : ({TYPE}, {TYPE}) -> {TYPE}\n"
LOOP = f"""
  %xNEXT = scf.for %iNEXT = %c0 to %c9 step %c1 iter_args(%s = %xLAST) -> {TYPE} {{
    %v = math.sin %s : {TYPE}
    scf.yield %v : {TYPE}
  }}
"""
PROGRAM = f"""
func.func private @step(%a: {TYPE}, %x0: {TYPE}) -> {TYPE} attributes {{no_inline}} {{
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : {TYPE}
  ONE
  return %x1 : {TYPE}
}}
func.func @f(%a: {TYPE}, %x0: {TYPE}) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : {TYPE}
  ALL
  %result = tensor.extract %xEND[%c0, %c0] : {TYPE}
  return %result : f64
}}
func.func private @gradient({TYPE}, {TYPE}) -> ({TYPE}, {TYPE}) attributes {{lagrad.gradient = @f}}
"""


def chain(step: str, length: int) -> str:
    """So many steps in a row."""
    steps = [step.replace("NEXT", str(k + 1)).replace("LAST", str(k)) for k in range(length)]
    one = STATEMENT.replace("NEXT", "1").replace("LAST", "0")
    return PROGRAM.replace("ONE", one).replace("ALL", "".join(steps)).replace("END", str(length))


@functools.cache
def gradient(text: str, budget: int) -> tuple[list, int]:
    """The gradient, and the bytes of the heap that it needs at most; any number for 0."""
    budgeted = f"lagrad-differentiate{{memory-budget={budget}}}" if budget else "lagrad-differentiate"
    pipeline = f"lagrad-protect-derivatives,inline,canonicalize,{budgeted},lagrad-to-llvm"
    program, heap = counted_heap.compile(text, pipeline, "gradient")
    rng = np.random.default_rng(3)
    return program.gradient(rng.uniform(-1, 1, (N, N)) / 8, rng.uniform(-1, 1, (N, N))), heap.most


def least(text: str) -> int:
    with pytest.raises(Failure, match="the least is") as told:
        gradient(text, 1)
    return int(str(told.value).split("the least is ")[1].split()[0])


def check(text: str, budget: int) -> None:
    found, most = gradient(text, budget)
    for one, other in zip(found, gradient(text, 0)[0], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-13)
    assert most <= budget + OTHERS + SMALL


@pytest.mark.parametrize("step, enough", [
    (STATEMENT, 13),
    *(pytest.param(*each, marks=pytest.mark.long) for each in ((BRANCH, 9), (CALL, 13), (LOOP, 14))),
])  # fmt: skip
def test_the_heap_of_chains_follows_the_budget(step, enough):
    text = chain(step, 16)
    assert gradient(text, 0)[1] > (enough + 5) * MATRIX
    check(text, enough * MATRIX)


@pytest.mark.parametrize("step", [STATEMENT, LOOP])
def test_the_least_that_is_told_is_enough(step):
    text = chain(step, 8)
    enough = least(text)
    check(text, enough)
    with pytest.raises(Failure, match=f"the least is {enough}"):
        gradient(text, enough - 1)
