"""Programs of vectors that nobody differentiates, each with its twin in NumPy and arguments."""

from __future__ import annotations

import numpy as np

RNG = np.random.default_rng(11)


def _squared_corner(x, i):
    result = x.copy()
    result[i : i + 2, i : i + 4] **= 2
    return result


# name -> (program, its twin, arguments)
PROGRAMS = {
    "vectors: over the end": (
        """
func.func @f(%x: tensor<?xf64>, %i: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%i], %zero : tensor<?xf64>, vector<4xf64>
  %s = vector.reduction <add>, %v : vector<4xf64> into f64
  return %s : f64
}""",
        lambda x, i: x[i : i + 4].sum(),
        (RNG.uniform(-1.0, 1.0, 6), 4),
    ),
    "vectors: a tile over the corner": (
        """
func.func @f(%x: tensor<?x?xf64>, %i: index) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%i, %i], %zero : tensor<?x?xf64>, vector<2x4xf64>
  %s = arith.mulf %v, %v : vector<2x4xf64>
  %w = vector.transfer_write %s, %x[%i, %i] : vector<2x4xf64>, tensor<?x?xf64>
  return %w : tensor<?x?xf64>
}""",
        _squared_corner,
        (RNG.uniform(-1.0, 1.0, (5, 5)), 4),
    ),
    "vectors: rows in a loop": (
        """
func.func @f(%x: tensor<?x4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<1.0> : vector<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> vector<4xf64> {
    %v = vector.transfer_read %x[%i, %c1], %zero : tensor<?x4xf64>, vector<4xf64>
    %m = vector.fma %v, %a, %v : vector<4xf64>
    scf.yield %m : vector<4xf64>
  }
  %e = tensor.empty() : tensor<4xf64>
  %t = vector.transfer_write %r, %e[%c0] {in_bounds = [true]} : vector<4xf64>, tensor<4xf64>
  return %t : tensor<4xf64>
}""",
        lambda x, n: np.append(_horner(x[:, 1:]), 0.0),
        (RNG.uniform(-1.0, 1.0, (5, 4)), 5),
    ),
}


def _horner(x):
    total = np.ones(3)
    for row in x:
        total = row * total + row
    return total
