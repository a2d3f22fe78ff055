"""Snapshots of `scf.while`, whose iterations nobody has counted: derivatives of any order, and their memory."""

import counted_heap
import numpy as np
import pytest

import lagrad

# The step of time shrinks as the state grows, so that the state decides how often the loop runs.
PROGRAM = """
func.func @f(%a: f64, %x: tensor<64xf64>, %rate: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %factor = tensor.splat %a : tensor<64xf64>
  OUTER
    %end:3 = scf.while (%t = %zero, %s = %start, %sum = %zero)
        : (f64, tensor<64xf64>, f64) -> (f64, tensor<64xf64>, f64) {
      %more = arith.cmpf olt, %t, %one : f64
      scf.condition(%more) %t, %s, %sum : f64, tensor<64xf64>, f64
    } do {
    ^bb0(%t: f64, %s: tensor<64xf64>, %sum: f64):
      %p = arith.mulf %factor, %s : tensor<64xf64>
      %u = math.sin %p : tensor<64xf64>
      %e = tensor.extract %u[%c1] : tensor<64xf64>
      %square = arith.mulf %e, %e : f64
      %more = arith.addf %sum, %square : f64
      %slower = arith.addf %one, %square : f64
      %dt = arith.divf %rate, %slower : f64
      %later = arith.addf %t, %dt : f64
      scf.yield %later, %u, %more : f64, tensor<64xf64>, f64
    } MARK
  END
  %first = tensor.extract %last[%c0] : tensor<64xf64>
  %result = arith.addf %first, %total : f64
  return %result : f64
}
func.func private @gradient(f64, tensor<64xf64>, f64) -> (f64, tensor<64xf64>, f64) attributes {lagrad.gradient = @f}
func.func private @product(f64, f64, tensor<64xf64>, tensor<64xf64>, f64, f64) -> (f64, tensor<64xf64>, f64)
    attributes {lagrad.pushforward = @gradient}
"""
ONCE = {
    "OUTER": "%start = tensor.insert %a into %x[%c0] : tensor<64xf64>",
    "END": "",
    "%last[": "%end#1[",
    "%total": "%end#2",
}
TWICE = {
    "OUTER": """%last, %total = scf.for %i = %c0 to %c2 step %c1
        iter_args(%start = %x, %before = %zero) -> (tensor<64xf64>, f64) {""",
    "END": """%both = arith.addf %before, %end#2 : f64
    scf.yield %end#1, %both : tensor<64xf64>, f64
  } {lagrad.snapshots = 1}""",
}


def text(snapshots: int | None, parts: dict[str, str]) -> str:
    mark = f"attributes {{lagrad.snapshots = {snapshots}}}" if snapshots else ""
    found = PROGRAM.replace("MARK", mark)
    for word, part in parts.items():
        found = found.replace(word, part if snapshots else part.replace("{lagrad.snapshots = 1}", ""))
    return found


def arguments(steps: float) -> tuple:
    return 1.4, np.random.default_rng(7).uniform(0.2, 1, 64), 1.3 / steps


@pytest.mark.parametrize("parts", [ONCE, TWICE], ids=["alone", "in a loop with snapshots"])
def test_derivatives_are_those_with_a_tape(parts):
    kept, plain = (lagrad.compile(text(k, parts)) for k in (4, None))
    for steps in (0.5, 3, 4, 60):
        (a, x, rate), (da, dx, dr) = arguments(steps), (0.3, np.linspace(-1, 1, 64), 1e-3)
        for name, given in (("gradient", (a, x, rate)), ("product", (a, da, x, dx, rate, dr))):
            for found, expected in zip(kept[name](*given), plain[name](*given), strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12, err_msg=f"{name}, {steps}")


def test_memory_is_that_of_the_snapshots():
    most, taken = {}, {}
    for snapshots in (None, 10):
        program, heap = counted_heap.compile(text(snapshots, ONCE), "lagrad-default,lagrad-to-llvm", "gradient")
        for steps in (500, 3_000):
            before = heap.taken
            program.gradient(*arguments(steps))
            most[snapshots], taken[steps] = heap.most, heap.taken - before
    assert most[None] > 3_000 * 64 * 8
    assert most[10] < 40_000 + 10 * 66 * 8
    assert taken[500] == taken[3_000]
