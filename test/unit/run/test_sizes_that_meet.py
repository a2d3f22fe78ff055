"""Sizes of arguments that must agree for a program to have a meaning."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

SIZES_MEET = """
func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x3xf64>, %x: tensor<?xf64>, %n: index)
    -> (tensor<?x3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %a, %c0 : tensor<?x?xf64>
  %e = tensor.empty(%d) : tensor<?x3xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x3xf64>) -> tensor<?x3xf64>
  %m = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x3xf64>) outs(%z : tensor<?x3xf64>) -> tensor<?x3xf64>
  %k = tensor.cast %x : tensor<?xf64> to tensor<3xf64>
  %y = arith.addf %k, %k : tensor<3xf64>
  return %m, %y : tensor<?x3xf64>, tensor<3xf64>
}"""


def test_sizes_that_must_agree():
    f = lagrad.compile(SIZES_MEET).f
    ones = np.ones
    np.testing.assert_array_equal(f(ones((2, 4)), ones((4, 3)), ones(3), 0)[0], np.full((2, 3), 4.0))
    with pytest.raises(
        ValueError,
        match="argument 1 of f has the size 5 in dimension 0; it must be 4, the size of dimension 1 of argument 0",
    ):
        f(ones((2, 4)), ones((5, 3)), ones(3), 0)
    with pytest.raises(ValueError, match="argument 2 of f has the size 4 in dimension 0; it must be 3"):
        f(ones((2, 4)), ones((4, 3)), ones(4), 0)


def test_sizes_that_meet_in_one_branch_only_may_differ():
    f = lagrad.compile("""
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %m = tensor.dim %y, %c0 : tensor<?xf64>
  %same = arith.cmpi eq, %n, %m : index
  %r = scf.if %same -> (tensor<?xf64>) {
    %s = arith.addf %x, %y : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  } else {
    scf.yield %x : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}""").f
    assert f(np.ones(2), np.ones(2)).tolist() == [2.0, 2.0]
    assert f(np.ones(2), np.ones(3)).tolist() == [1.0, 1.0]
