"""Loops that hand on an array of many columns: the same numbers, in less memory, whatever the number of columns."""

from __future__ import annotations

import counted_heap
import numpy as np
import pytest

# For each row d of a: w[i, c] is the sum of a[d, b] x[b, c] (i + 1) over the b whose a[d, b] is not zero, and y[d, i, c] = 2 w[i, c].
PROGRAM = """
func.func @f(%a: tensor<?x?xf64>, %x: tensor<?x?xf64>) -> tensor<?x3x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %rows = tensor.dim %a, %c0 : tensor<?x?xf64>
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%rows, %n) : tensor<?x3x?xf64>
  %y = scf.for %d = %c0 to %rows step %c1 iter_args(%all = %empty) -> tensor<?x3x?xf64> {
    %e = tensor.empty(%n) : tensor<3x?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<3x?xf64>) -> tensor<3x?xf64>
    %w = scf.for %b = %c0 to %m step %c1 iter_args(%w0 = %z) -> tensor<3x?xf64> {
      %t = tensor.extract %a[%d, %b] : tensor<?x?xf64>
      %is_zero = arith.cmpf oeq, %t, %zero : f64
      %w1 = scf.if %is_zero -> tensor<3x?xf64> {
        scf.yield %w0 : tensor<3x?xf64>
      } else {
        %w2 = scf.for %c = %c0 to %n step %c1 iter_args(%w3 = %w0) -> tensor<3x?xf64> {
          %v = tensor.extract %x[%b, %c] : tensor<?x?xf64>
          %p = arith.mulf %t, %v : f64
          %w4 = scf.for %i = %c0 to %c3 step %c1 iter_args(%w5 = %w3) -> tensor<3x?xf64> {
            %k = arith.addi %i, %c1 : index
            %k_i64 = arith.index_cast %k : index to i64
            %factor = arith.sitofp %k_i64 : i64 to f64
            %q = arith.mulf %p, %factor : f64
            %u = tensor.extract %w5[%i, %c] : tensor<3x?xf64>
            %s = arith.addf %u, %q : f64
            %w6 = tensor.insert %s into %w5[%i, %c] : tensor<3x?xf64>
            scf.yield %w6 : tensor<3x?xf64>
          }
          scf.yield %w4 : tensor<3x?xf64>
        }
        scf.yield %w2 : tensor<3x?xf64>
      }
      scf.yield %w1 : tensor<3x?xf64>
    }
    %next = scf.for %c = %c0 to %n step %c1 iter_args(%out = %all) -> tensor<?x3x?xf64> {
      %row = scf.for %i = %c0 to %c3 step %c1 iter_args(%o = %out) -> tensor<?x3x?xf64> {
        %u = tensor.extract %w[%i, %c] : tensor<3x?xf64>
        %s = arith.mulf %u, %two : f64
        %o1 = tensor.insert %s into %o[%d, %i, %c] : tensor<?x3x?xf64>
        scf.yield %o1 : tensor<?x3x?xf64>
      }
      scf.yield %row : tensor<?x3x?xf64>
    }
    scf.yield %next : tensor<?x3x?xf64>
  }
  return %y : tensor<?x3x?xf64>
}
"""


@pytest.mark.parametrize("lowering", ["lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas", "lagrad-to-llvm{threads=2}"])
def test_numbers_and_memory(lowering):
    program, heap = counted_heap.compile(PROGRAM, f"lagrad-default,{lowering}")
    for columns in (0, 1, 7, 1023, 1024, 1025, 20_000):  # of the last 480 kB
        random = np.random.default_rng(columns)
        a, x = random.normal(size=(4, 5)) * (random.uniform(size=(4, 5)) < 0.6), random.normal(size=(5, columns))
        got = program.f(a, x)
        np.testing.assert_allclose(got, 2 * (a @ x)[:, None, :] * np.arange(1, 4)[:, None], rtol=1e-12, atol=1e-14)
        assert heap.taken == heap.freed
    assert "threads" in lowering or heap.taken == 0
