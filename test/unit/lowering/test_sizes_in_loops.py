"""Loops over tensors of open size, for all numbers of trips, against NumPy: sizes that stay, by branches and by what
meets, and sizes that change after the first trip."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.mlir import ir

TWO_SIZES = """
func.func @f(%w: tensor<?x?xf64>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %w, %c0 : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %e = tensor.empty(%m) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %b = linalg.matvec ins(%w, %a : tensor<?x?xf64>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %c = math.tanh %b : tensor<?xf64>
    scf.yield %c : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}"""

# The first trip has all columns of %x, later ones as many as rows of %w; the tensor has two open dimensions.
TWO_SHAPES = """
func.func @f(%w: tensor<?x?xf64>, %x: tensor<?x?xf64>, %n: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %w, %c0 : tensor<?x?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?x?xf64> {
    %d = tensor.dim %a, %c0 : tensor<?x?xf64>
    %k = tensor.dim %a, %c1 : tensor<?x?xf64>
    %s = tensor.splat %zero[%m, %m] : tensor<?x?xf64>
    %size = arith.minsi %k, %m : index
    %rows = arith.minsi %d, %m : index
    %p = tensor.extract_slice %a[0, 0] [%rows, %size] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %b = tensor.insert_slice %p into %s[0, 0] [%rows, %size] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
    %q = math.cos %b : tensor<?x?xf64>
    scf.yield %q : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}"""

BRANCH = """
func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %rest = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %rest, %c0 : index
    %b = scf.if %even -> tensor<?xf64> {
      %s = math.sin %a : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    %c = arith.addf %b, %a : tensor<?xf64>
    %d = math.cos %c : tensor<?xf64>
    scf.yield %d : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}"""


def two_sizes(w, x, n):
    for _ in range(n):
        x = np.tanh(w @ x)
    return x


def two_shapes(w, x, n):
    m = len(w)
    for _ in range(n):
        padded = np.zeros((m, m))
        part = x[:m, :m]
        padded[: part.shape[0], : part.shape[1]] = part
        x = np.cos(padded)
    return x


def branch(x, n):
    a = x
    for i in range(n):
        a = np.cos((np.sin(a) if i % 2 == 0 else x) + a)
    return a


def numbers(*shape):
    return np.linspace(-1.0, 1.0, int(np.prod(shape))).reshape(shape)


CASES = [
    *((TWO_SIZES, two_sizes, (numbers(3, 3), numbers(3), n)) for n in (0, 1, 2, 5)),
    *((TWO_SIZES, two_sizes, (numbers(rows, 3), numbers(3), n)) for rows in (1, 5) for n in (0, 1)),
    *((TWO_SHAPES, two_shapes, (numbers(m, 2), numbers(4, 3), n)) for m in (2, 3, 6) for n in (0, 1, 3)),
    *((BRANCH, branch, (numbers(4), n)) for n in (0, 1, 2, 3)),
]


@pytest.mark.parametrize(
    "text, twin, arguments",
    CASES,
    ids=[f"{twin.__name__}-{'-'.join(str(np.shape(a) or a) for a in arguments)}" for _, twin, arguments in CASES],
)
def test_against_numpy(text, twin, arguments):
    got, want = lagrad.compile(text).f(*arguments), twin(*arguments)
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-14)


def test_a_long_chain_of_updates():
    lines = [f"    %v{k + 1} = tensor.insert %one into %v{k}[%i] : tensor<?xf64>" for k in range(1200)]
    text = "\n".join(
        [
            "func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {",
            "  %c0 = arith.constant 0 : index",
            "  %c1 = arith.constant 1 : index",
            "  %one = arith.constant 1.0 : f64",
            "  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v0 = %x) -> tensor<?xf64> {",
            *lines,
            "    scf.yield %v1200 : tensor<?xf64>",
            "  }",
            "  return %r : tensor<?xf64>",
            "}",
        ]
    )
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, "lagrad-copy-yields")
        assert "linalg.copy" not in str(module)
