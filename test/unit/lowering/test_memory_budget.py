"""`lagrad-differentiate{memory-budget=}`: derivatives keep no more bytes than they may, and stay what they are."""

import counted_heap
import numpy as np
import pytest

import lagrad
from lagrad.errors import Failure

# Two loops of one kind after one another, the first with a loop in it, and a `while`.
PROGRAM = """
func.func @f(%a: f64, %x: tensor<1000xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %dt = arith.constant 0.01 : f64
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 60 : index
  %m = arith.constant 20 : index
  %factor = tensor.splat %a : tensor<1000xf64>
  %first = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<1000xf64> {
    %inner = scf.for %j = %c0 to %m step %c1 iter_args(%u = %s) -> tensor<1000xf64> {
      %p = arith.mulf %u, %factor : tensor<1000xf64>
      %v = math.sin %p : tensor<1000xf64>
      scf.yield %v : tensor<1000xf64>
    }
    scf.yield %inner : tensor<1000xf64>
  }
  %second = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> tensor<1000xf64> {
    %p = arith.mulf %s, %factor : tensor<1000xf64>
    %v = math.atan %p : tensor<1000xf64>
    scf.yield %v : tensor<1000xf64>
  }
  %t, %third = scf.while (%t = %zero, %s = %second) : (f64, tensor<1000xf64>) -> (f64, tensor<1000xf64>) {
    %more = arith.cmpf olt, %t, %one : f64
    scf.condition(%more) %t, %s : f64, tensor<1000xf64>
  } do {
  ^bb0(%t: f64, %s: tensor<1000xf64>):
    %p = arith.mulf %s, %factor : tensor<1000xf64>
    %v = math.tanh %p : tensor<1000xf64>
    %later = arith.addf %t, %dt : f64
    scf.yield %later, %v : f64, tensor<1000xf64>
  } attributes {lagrad.trips = 101}
  %e = tensor.extract %third[%c1] : tensor<1000xf64>
  %g = tensor.extract %second[%c0] : tensor<1000xf64>
  %result = arith.addf %e, %g : f64
  return %result : f64
}
func.func private @gradient(f64, tensor<1000xf64>) -> (f64, tensor<1000xf64>) attributes {lagrad.gradient = @f}
"""
GIVEN = 1.3, np.linspace(0.2, 1.5, 1000)
OTHERS = 12 * 8_000  # bytes of states, cotangents and temporaries


def derived(budget: int) -> tuple[list, int]:
    """The gradient, and the bytes of the heap that it needs at most."""
    budgeted = f"lagrad-differentiate{{memory-budget={budget}}}"
    pipeline = f"lagrad-protect-derivatives,inline,canonicalize,{budgeted},lagrad-to-llvm"
    program, heap = counted_heap.compile(PROGRAM, pipeline, "gradient")
    return program.gradient(*GIVEN), heap.most


def test_budgets_are_kept():
    expected = lagrad.compile(PROGRAM).gradient(*GIVEN)
    for budget in (1_200_000, 600_000):
        found, most = derived(budget)
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-14)
        assert most <= budget + OTHERS


def test_the_least_that_is_told_is_enough():
    with pytest.raises(Failure, match="the least is") as told:
        derived(10_000)
    least = int(str(told.value).split("the least is ")[1].split()[0])
    assert derived(least)[1] <= least + OTHERS
    with pytest.raises(Failure, match=f"the least is {least}"):
        derived(least - 1)


STEP = """
  %zNEXT = linalg.fill ins(%zero : f64) outs(%e : tensor<256x256xf64>) -> tensor<256x256xf64>
  %uNEXT = linalg.matmul ins(%a, %xLAST : tensor<256x256xf64>, tensor<256x256xf64>)
      outs(%zNEXT : tensor<256x256xf64>) -> tensor<256x256xf64>
  %xNEXT = math.sin %uNEXT : tensor<256x256xf64>
"""
CHAIN = """
func.func @f(%a: tensor<256x256xf64>, %x0: tensor<256x256xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<256x256xf64>
  ALL
  %result = tensor.extract %x6[%c0, %c0] : tensor<256x256xf64>
  return %result : f64
}
func.func private @gradient(tensor<256x256xf64>, tensor<256x256xf64>) -> (tensor<256x256xf64>, tensor<256x256xf64>)
    attributes {lagrad.gradient = @f}
"""
MATRIX = 8 * 256 * 256  # bytes; smaller ones may be on the stack


def chain(pieces: int) -> str:
    """Six steps in a row, in so many pieces; 0 for none."""
    steps = [STEP.replace("NEXT", str(k + 1)).replace("LAST", str(k)) for k in range(6)]
    length = 6 // max(pieces, 1)
    parts = ["".join(steps[k : k + length]) for k in range(0, 6, length)]
    if pieces:
        parts = [
            f"%x{(k + 1) * length} = scf.execute_region -> tensor<256x256xf64> {{ "
            + part.replace(f"%x{(k + 1) * length} =", "%last =")
            + "scf.yield %last : tensor<256x256xf64> } {lagrad.checkpoint}\n"
            for k, part in enumerate(parts)
        ]
    return CHAIN.replace("ALL", "".join(parts))


def of_chain(pieces: int, budget: int) -> tuple[list, int]:
    pipeline = f"lagrad-protect-derivatives,inline,canonicalize,lagrad-differentiate{{memory-budget={budget}}}"
    program, heap = counted_heap.compile(chain(pieces), f"{pipeline},lagrad-to-llvm", "gradient")
    rng = np.random.default_rng(3)
    return program.gradient(rng.uniform(-1, 1, (256, 256)) / 8, rng.uniform(-1, 1, (256, 256))), heap.most


@pytest.mark.parametrize("pieces", [0, 2])
def test_the_least_for_straight_code_and_pieces_is_enough(pieces):
    with pytest.raises(Failure, match="the least is") as told:
        of_chain(pieces, 1)
    least = int(str(told.value).split("the least is ")[1].split()[0])
    with pytest.raises(Failure, match=f"the least is {least}"):
        of_chain(pieces, least - 1)
    found, most = of_chain(pieces, least)
    assert most <= least + 8 * MATRIX  # cotangents, gradients of pieces and temporaries
    for one, other in zip(found, of_chain(0, 10**9)[0], strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-13)
