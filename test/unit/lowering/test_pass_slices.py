"""Functions that are kept read rows of tapes where they are, and write results to their rows."""

from __future__ import annotations

import numpy as np
import pytest
from buffers_in_loops import BUFFERS, count, lower

import lagrad
from lagrad import pipelines

# Columns are given to @mixed too, whose second argument is what it works on.
PROGRAM = """
func.func @f(%x: tensor<?x?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %rows = tensor.dim %x, %c0 : tensor<?x?xf64>
  %size = tensor.dim %x, %c1 : tensor<?x?xf64>
  %start = tensor.extract_slice %x[0, 0] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %start, %s = %zero) -> (tensor<?xf64>, f64) {
    %k = arith.remui %i, %rows : index
    %row = tensor.extract_slice %x[%k, 0] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %next = func.call @step(%t, %row) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %e = tensor.extract %next[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %next, %sum : tensor<?xf64>, f64
  }
  %column = tensor.extract_slice %x[0, 1] [%rows, 1] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %last = func.call @step(%column, %column) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %r#1, %last : f64, tensor<?xf64>
}
func.func private @step(%t: tensor<?xf64>, %row: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %a = math.sin %t : tensor<?xf64>
  %b = func.call @mixed(%row, %a) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %c = arith.mulf %b, %a : tensor<?xf64>
  return %c : tensor<?xf64>
}
func.func private @mixed(%row: tensor<?xf64>, %t: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %u = tensor.insert %one into %t[%c0] : tensor<?xf64>
  %a = math.exp %row : tensor<?xf64>
  %b = arith.mulf %a, %u : tensor<?xf64>
  return %b : tensor<?xf64>
}
func.func private @df(tensor<?x?xf64>, index, f64, tensor<?xf64>) -> tensor<?x?xf64> attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
"""

SIMPLE = """
func.func @f(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %zero) -> (tensor<?xf64>, f64) {
    %next = func.call @step(%t) : (tensor<?xf64>) -> tensor<?xf64>
    %e = tensor.extract %next[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %next, %sum : tensor<?xf64>, f64
  }
  return %r#1 : f64
}
func.func private @step(%t: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %a = math.sin %t : tensor<?xf64>
  %b = math.exp %a : tensor<?xf64>
  %c = arith.mulf %a, %b : tensor<?xf64>
  return %c : tensor<?xf64>
}
func.func private @df(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @f}
"""
PASS, WITHOUT = "lagrad-remove-copies", "lagrad-remove-copies{calls=false}"


@pytest.mark.parametrize("trips", [0, 1, 2, 7])
def test_results_are_the_same(programs, trips):
    x = np.linspace(0.2, 0.9, 12).reshape(4, 3)
    (ours, last), (theirs, other) = (program.f(x, trips) for program in programs)
    assert ours == pytest.approx(theirs, rel=1e-13) and last == pytest.approx(other, rel=1e-13)
    gradients = [program.df(x, trips, 0.7, np.linspace(1.0, 2.0, 4)) for program in programs]
    np.testing.assert_allclose(*gradients, rtol=1e-12)


@pytest.fixture(scope="module")
def programs():
    without = pipelines.NAMED["lagrad-to-llvm"].replace(PASS, WITHOUT)
    assert without != pipelines.NAMED["lagrad-to-llvm"]
    return lagrad.compile(PROGRAM), lagrad.compile(PROGRAM, pipeline=f"lagrad-default,{without}")


def test_gradients_agree_with_finite_differences(programs):
    x, ct, step = np.linspace(0.2, 0.9, 12).reshape(4, 3), np.linspace(1.0, 2.0, 4), 1e-6

    def value(at):
        total, last = programs[0].f(at, 5)
        return 0.7 * total + ct @ last

    found, direction = programs[0].df(x, 5, 0.7, ct), np.cos(np.arange(12.0)).reshape(4, 3)
    difference = (value(x + step * direction) - value(x - step * direction)) / (2 * step)
    assert np.sum(found * direction) == pytest.approx(difference, rel=1e-7)


def test_rows_are_not_copied():
    assert count(lower(SIMPLE))["other"] == 0
    assert count(lower(SIMPLE, buffers=BUFFERS.replace(PASS, WITHOUT)))["other"] > 0
