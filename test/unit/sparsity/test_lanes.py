"""Iterations that are run all at once depend on what they do one after the other."""

import numpy as np
import pytest
from test_patterns import BA, GATHER, observed, pattern

from lagrad.sparsity import lanes

HEADER = """
func.func @f(%x: tensor<12xf64>, %y: tensor<12x2xf64>, %at: tensor<10xi32>, %flag: i1) -> (tensor<12xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<12xf64>
  %r:2 = scf.for %i = %c0 to %c10 step %c1 iter_args(%out = %empty, %sum = %zero) -> (tensor<12xf64>, f64) {
    %e = tensor.extract %x[%i] : tensor<12xf64>
    %next = arith.addi %i, %c1 : index
    %n = tensor.extract %x[%next] : tensor<12xf64>
    %i32 = tensor.extract %at[%i] : tensor<10xi32>
    %a = arith.index_cast %i32 : i32 to index
    %far = tensor.extract %x[%a] : tensor<12xf64>
"""
FOOTER = """
  }
  return %r#0, %r#1 : tensor<12xf64>, f64
}"""
BODIES = {
    "a map": """
    %v = arith.mulf %e, %far : f64
    %o = tensor.insert %v into %out[%i] : tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "places that meet": """
    %o = tensor.insert %e into %out[%a] : tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "two insertions that meet": """
    %o = tensor.insert %e into %out[%i] : tensor<12xf64>
    %p = tensor.insert %n into %o[%next] : tensor<12xf64>
    scf.yield %p, %sum : tensor<12xf64>, f64""",
    "a sum": """
    %v = arith.mulf %e, %far : f64
    %s = arith.addf %sum, %v : f64
    scf.yield %out, %s : tensor<12xf64>, f64""",
    "a sum that is read": """
    %s = arith.addf %sum, %e : f64
    %o = tensor.insert %s into %out[%i] : tensor<12xf64>
    scf.yield %o, %s : tensor<12xf64>, f64""",
    "the last one": """
    %v = arith.mulf %e, %far : f64
    %o = tensor.insert %v into %out[%i] : tensor<12xf64>
    scf.yield %o, %v : tensor<12xf64>, f64""",
    "a swap": """
    %o = tensor.insert %sum into %out[%i] : tensor<12xf64>
    scf.yield %o, %e : tensor<12xf64>, f64""",
    "a branch on data": """
    %c = arith.cmpi sgt, %i32, %i32 : i32
    %odd = arith.remui %i, %c2 : index
    %is_odd = arith.cmpi eq, %odd, %c1 : index
    %v = scf.if %is_odd -> f64 {
      %m = arith.mulf %e, %n : f64
      scf.yield %m : f64
    } else {
      scf.yield %far : f64
    }
    %o = tensor.insert %v into %out[%i] : tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "a branch that is the same for all": """
    %v = scf.if %flag -> f64 {
      scf.yield %e : f64
    } else {
      scf.yield %far : f64
    }
    %o = tensor.insert %v into %out[%i] : tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "a branch on a float": """
    %c = arith.cmpf olt, %e, %n : f64
    %v = scf.if %c -> f64 {
      scf.yield %n : f64
    } else {
      scf.yield %far : f64
    }
    %w = arith.select %c, %v, %e : f64
    %o = tensor.insert %w into %out[%i] : tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "slices": """
    %row = tensor.extract_slice %y[%i, 0] [1, 2] [1, 1] : tensor<12x2xf64> to tensor<2xf64>
    %r0 = tensor.extract %row[%c0] : tensor<2xf64>
    %r1 = tensor.extract %row[%c1] : tensor<2xf64>
    %v = arith.mulf %r0, %e : f64
    %both = tensor.from_elements %v, %r1 : tensor<2xf64>
    %o = tensor.insert_slice %both into %out[%i] [2] [1] : tensor<2xf64> into tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "slices that do not meet": """
    %column = tensor.extract_slice %y[0, 1] [2, 1] [3, 1] : tensor<12x2xf64> to tensor<2xf64>
    %r0 = tensor.extract %column[%c1] : tensor<2xf64>
    %v = arith.mulf %r0, %e : f64
    %one = tensor.from_elements %v : tensor<1xf64>
    %o = tensor.insert_slice %one into %out[%i] [1] [1] : tensor<1xf64> into tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
    "a tensor that is read": """
    %v = tensor.extract %out[%a] : tensor<12xf64>
    %w = arith.addf %v, %e : f64
    %o = tensor.insert %w into %out[%i] : tensor<12xf64>
    scf.yield %o, %sum : tensor<12xf64>, f64""",
}
ARGUMENTS = (np.ones(12), np.ones((12, 2)), np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3], np.int32))


@pytest.mark.parametrize("flag", [None, True, False])
@pytest.mark.parametrize("body", BODIES)
def test_all_at_once_or_one_by_one(body, flag, monkeypatch):
    text = HEADER + BODIES[body] + FOOTER
    arguments = () if flag is None else (*ARGUMENTS, flag)
    at_once = pattern(text, *arguments, wrt=(0, 1)).dense()
    monkeypatch.setattr(lanes, "FEW", 1000)
    one_by_one = pattern(text, *arguments, wrt=(0, 1)).dense()
    np.testing.assert_array_equal(at_once, one_by_one)


def test_a_tensor_without_dimensions():
    text = """
func.func @f(%x: tensor<9xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %empty = tensor.empty() : tensor<f64>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%out = %empty) -> tensor<f64> {
    %e = tensor.extract %x[%i] : tensor<9xf64>
    %o = tensor.insert %e into %out[] : tensor<f64>
    scf.yield %o : tensor<f64>
  }
  return %r : tensor<f64>
}"""
    assert pattern(text).dense().tolist() == [[False] * 8 + [True]]


@pytest.mark.parametrize("text, name, wrt, arguments", [
    (BA, "ba_objective", (0, 1, 2), observed(5, 20, 60)),
    (GATHER, "f", (0,), (np.ones(3), np.array([2, 0, 2, 1] * 4, np.int32))),
])  # fmt: skip
def test_of_programs(text, name, wrt, arguments, monkeypatch):
    at_once = pattern(text, *arguments, wrt=wrt, name=name).dense()
    monkeypatch.setattr(lanes, "FEW", 1000)
    np.testing.assert_array_equal(at_once, pattern(text, *arguments, wrt=wrt, name=name).dense())


def test_bundle_adjustment_is_run_at_once(monkeypatch):
    runs = []
    run = lanes.ParallelLoop.run
    monkeypatch.setattr(lanes.ParallelLoop, "run", lambda *given: runs.append(run(*given)) or runs[-1])
    pattern(BA, *observed(5, 20, 60), wrt=(0, 1, 2), name="ba_objective")
    assert len(runs) == 1 and runs[0] is not None
