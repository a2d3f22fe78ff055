"""Buffers in the memory of results: with the numbers that they have elsewhere, whatever that memory holds before."""

import counted_heap
import numpy as np

# `w` is a product as large as the result, of which one number is left when the result is begun.
PROGRAM = """
#id = affine_map<(i, j) -> (i, j)>
#all = affine_map<(i, j) -> ()>
func.func @f(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %w = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %e0 = tensor.empty() : tensor<f64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction", "reduction"]}
      ins(%w : tensor<?x?xf64>) outs(%z0 : tensor<f64>) {
    ^bb0(%v: f64, %out: f64):
      %square = arith.mulf %v, %v : f64
      %sum = arith.addf %square, %out : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %y = linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x?xf64>, tensor<f64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%v: f64, %t: f64, %out: f64):
      %p = arith.mulf %v, %t : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
"""


def test_numbers_and_memory():
    for lowering in ("lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas"):
        program, heap = counted_heap.compile(PROGRAM, f"lagrad-default,{lowering}")
        for n in (0, 1, 7, 300):  # 300: no room on the stack
            x = np.random.default_rng(n).uniform(-1, 1, (n, n)) / 17
            given = np.full((n, n), np.nan)
            program.f(x, out=given)
            np.testing.assert_allclose(given, x * ((x @ x) ** 2).sum(), rtol=1e-12)
        assert heap.taken == 0
        assert np.array_equal(x, np.random.default_rng(n).uniform(-1, 1, (n, n)) / 17)


# For some rows of x at a time, `a` is their running sums from the left, and `b` those from the right. Of each one
# number is read.
IN_TRIPS = """
func.func @f(%x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.constant 100 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %last = arith.subi %n, %c1 : index
  %sum = scf.for %i = %c0 to %m step %some iter_args(%before = %zero) -> f64 {
    %left = arith.subi %m, %i : index
    %rows = arith.minsi %left, %some : index
    %a = func.call @running(%x, %i, %rows, %c0, %c1) : (tensor<?x?xf64>, index, index, index, index) -> tensor<?x?xf64>
    %s = tensor.extract %a[%c0, %last] : tensor<?x?xf64>
    %b = func.call @running(%x, %i, %rows, %last, %c0) : (tensor<?x?xf64>, index, index, index, index)
        -> tensor<?x?xf64>
    %t = tensor.extract %b[%c0, %c0] : tensor<?x?xf64>
    %p = arith.mulf %s, %t : f64
    %now = arith.addf %before, %p : f64
    scf.yield %now : f64
  }
  return %sum : f64
}
func.func private @running(%x: tensor<?x?xf64>, %i: index, %rows: index, %from: index, %forward: index)
    -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %goes_forward = arith.cmpi eq, %forward, %c1 : index
  %empty = tensor.empty(%rows, %n) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %sums = scf.for %j = %c0 to %n step %c1 iter_args(%t = %zeros) -> tensor<?x?xf64> {
    %back = arith.subi %from, %j : index
    %at = arith.select %goes_forward, %j, %back : index
    %before = arith.subi %at, %c1 : index
    %after = arith.addi %at, %c1 : index
    %next = arith.select %goes_forward, %before, %after : index
    %is_first = arith.cmpi eq, %j, %c0 : index
    %where = arith.select %is_first, %at, %next : index
    %now = scf.for %k = %c0 to %rows step %c1 iter_args(%u = %t) -> tensor<?x?xf64> {
      %row = arith.addi %i, %k : index
      %v = tensor.extract %x[%row, %at] : tensor<?x?xf64>
      %last = tensor.extract %u[%k, %where] : tensor<?x?xf64>
      %s = arith.addf %v, %last : f64
      %w = tensor.insert %s into %u[%k, %at] : tensor<?x?xf64>
      scf.yield %w : tensor<?x?xf64>
    }
    scf.yield %now : tensor<?x?xf64>
  }
  return %sums : tensor<?x?xf64>
}
"""


def test_in_trips_of_a_loop():
    """Room for one of two arrays: the first one is not read once the second one is written."""
    x = np.random.default_rng(1).uniform(-1, 1, (250, 700))
    for lowering in ("lagrad-to-llvm", "lagrad-to-llvm-strict"):
        program, heap = counted_heap.compile(IN_TRIPS, f"lagrad-default,{lowering}")
        np.testing.assert_allclose(program.f(x), (x.sum(axis=1)[::100] ** 2).sum(), rtol=1e-9)
        assert 100 * 700 * 8 <= heap.most < 1.5 * 100 * 700 * 8


# One inner loop sums elements of `x`'s square scaled by each k, a branch of the other one those of its cube or of x
# x^T.
IN_LOOPS = """
#a = affine_map<(i, j, l) -> (i, l)>
#b = affine_map<(i, j, l) -> (j, l)>
#c = affine_map<(i, j, l) -> (i, j)>
func.func @f(%x: tensor<?x?xf64>, %count: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %sum = scf.for %i = %c0 to %count step %c1 iter_args(%before = %zero) -> f64 {
    %squares = scf.for %k = %c0 to %n step %c2 iter_args(%s = %before) -> f64 {
      %v = tensor.extract %x[%i, %k] : tensor<?x?xf64>
      %f = linalg.fill ins(%v : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
      %w = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%f : tensor<?x?xf64>) -> tensor<?x?xf64>
      %u = tensor.extract %w[%k, %i] : tensor<?x?xf64>
      %t = arith.addf %s, %u : f64
      scf.yield %t : f64
    }
    %others = scf.for %k = %c0 to %n step %c1 iter_args(%s = %squares) -> f64 {
      %v = tensor.extract %x[%k, %i] : tensor<?x?xf64>
      %f = linalg.fill ins(%v : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
      %is_positive = arith.cmpf ogt, %v, %zero : f64
      %w = scf.if %is_positive -> tensor<?x?xf64> {
        %m = linalg.matmul ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%f : tensor<?x?xf64>) -> tensor<?x?xf64>
        scf.yield %m : tensor<?x?xf64>
      } else {
        %m = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
            ins(%x, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%f : tensor<?x?xf64>) {
          ^bb0(%p: f64, %q: f64, %out: f64):
            %pq = arith.mulf %p, %q : f64
            %r = arith.addf %out, %pq : f64
            linalg.yield %r : f64
        } -> tensor<?x?xf64>
        scf.yield %m : tensor<?x?xf64>
      }
      %u = tensor.extract %w[%k, %i] : tensor<?x?xf64>
      %t = arith.addf %s, %u : f64
      scf.yield %t : f64
    }
    scf.yield %others : f64
  }
  return %sum : f64
}
"""


def test_of_two_loops_in_a_loop():
    """Room for one matrix: of neither loop, and of neither branch, is anything read when another one begins."""
    n = 190
    x = np.random.default_rng(2).uniform(-1, 1, (n, n))
    square, product = x @ x, x @ x.T
    expected = sum(
        (x[i, ::2] + square[::2, i]).sum() + (x[:, i] + np.where(x[:, i] > 0, square[:, i], product[:, i])).sum()
        for i in range(2)
    )
    for lowering in ("lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas"):
        program, heap = counted_heap.compile(IN_LOOPS, f"lagrad-default,{lowering}")
        np.testing.assert_allclose(program.f(x, 2), expected, rtol=1e-10)
        assert n * n * 8 <= heap.most < 1.5 * n * n * 8
        assert heap.taken == 1


# Strips of the product of some rows of x with x: of 400 columns in one loop, of 500 in another one. Of each one number
# is read.
IN_STRIPS = """
func.func @f(%x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.constant 100 : index
  %narrow = arith.constant 400 : index
  %wide = arith.constant 500 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %sum = scf.for %i = %c0 to %n step %some iter_args(%before = %zero) -> f64 {
    %left = arith.subi %n, %i : index
    %rows = arith.minsi %left, %some : index
    %part = tensor.extract_slice %x[%i, 0] [%rows, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %last = arith.subi %rows, %c1 : index
    %first = scf.for %j = %c0 to %n step %narrow iter_args(%s = %before) -> f64 {
      %rest = arith.subi %n, %j : index
      %width = arith.minsi %rest, %narrow : index
      %strip = tensor.extract_slice %x[0, %j] [%n, %width] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
      %e = tensor.empty(%rows, %width) : tensor<?x?xf64>
      %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
      %w = linalg.matmul ins(%part, %strip : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>)
          -> tensor<?x?xf64>
      %u = tensor.extract %w[%last, %c0] : tensor<?x?xf64>
      %t = arith.addf %s, %u : f64
      scf.yield %t : f64
    }
    %second = scf.for %j = %c0 to %n step %wide iter_args(%s = %first) -> f64 {
      %rest = arith.subi %n, %j : index
      %width = arith.minsi %rest, %wide : index
      %strip = tensor.extract_slice %x[0, %j] [%n, %width] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
      %e = tensor.empty(%rows, %width) : tensor<?x?xf64>
      %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
      %w = linalg.matmul ins(%part, %strip : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>)
          -> tensor<?x?xf64>
      %u = tensor.extract %w[%c0, %c0] : tensor<?x?xf64>
      %square = arith.mulf %u, %u : f64
      %t = arith.addf %s, %square : f64
      scf.yield %t : f64
    }
    scf.yield %second : f64
  }
  return %sum : f64
}
"""


def test_of_sizes_that_change_with_the_trips():
    """Room for the larger of two strips, which are never there at the same time; it is found before the loop."""
    x = np.random.default_rng(3).uniform(-1, 1, (850, 850)) / 30
    square = x @ x
    expected = sum(
        square[min(i + 100, 850) - 1, ::400].sum() + (square[i, ::500] ** 2).sum() for i in range(0, 850, 100)
    )
    for lowering in ("lagrad-to-llvm", "lagrad-to-llvm-strict", "lagrad-to-llvm-blas", "lagrad-to-llvm{threads=2}"):
        program, heap = counted_heap.compile(IN_STRIPS, f"lagrad-default,{lowering}")
        np.testing.assert_allclose(program.f(x), expected, rtol=1e-9)
        assert heap.taken == heap.freed
        if lowering in ("lagrad-to-llvm", "lagrad-to-llvm-blas"):
            assert 100 * 500 * 8 <= heap.most < 1.2 * 100 * 500 * 8, lowering
