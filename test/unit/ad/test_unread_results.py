"""A maximum that comes with its place, as PyTorch says it, has a closed derivative where nobody reads the place."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%x: tensor<5x7xf64>) -> RESULTS {
  %low = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<5xf64>
  %m = linalg.fill ins(%low : f64) outs(%e : tensor<5xf64>) -> tensor<5xf64>
  %d = tensor.empty() : tensor<5xi64>
  %p = linalg.fill ins(%zero : i64) outs(%d : tensor<5xi64>) -> tensor<5xi64>
  %most, %place = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j)
      -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x7xf64>)
          outs(%m, %p : tensor<5xf64>, tensor<5xi64>) {
  ^bb0(%a: f64, %o: f64, %q: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %r = arith.maximumf %a, %o : f64
    %c = arith.cmpf ogt, %a, %o : f64
    %s = arith.select %c, %k, %q : i64
    linalg.yield %r, %s : f64, i64
  } -> (tensor<5xf64>, tensor<5xi64>)
  return READ
}
"""
GRADIENT = "func.func private @df(tensor<5x7xf64>, tensor<5xf64>) -> tensor<5x7xf64> attributes {lagrad.pullback = @f}"


def _program(results: str, read: str) -> str:
    return PROGRAM.replace("RESULTS", results).replace("READ", read)


def test_nobody_reads_the_place():
    text = _program("tensor<5xf64>", "%most : tensor<5xf64>") + GRADIENT
    module = execute.parse(text)
    pipelines.run(module, "lagrad-default")
    derivative = str(module).split("func.func @df")[1]
    assert "scf.for" not in derivative and "linalg.index" not in derivative
    x, ct = np.random.default_rng(0).standard_normal((5, 7)), np.arange(1.0, 6.0)
    want = np.where(x == x.max(axis=1, keepdims=True), ct[:, None], 0.0)
    np.testing.assert_array_equal(lagrad.compile(text).df(x, ct), want)


@pytest.mark.parametrize("read", ["%place : tensor<5xi64>", "%most, %place : tensor<5xf64>, tensor<5xi64>"])
def test_somebody_reads_the_place(read):
    text = _program(f"({read.split(':')[1]})", read)
    x = np.random.default_rng(1).standard_normal((5, 7))
    found = lagrad.compile(text).f(x)
    np.testing.assert_array_equal(found[1] if isinstance(found, tuple) else found, x.argmax(axis=1))


def test_a_result_that_another_one_follows_from_stays():
    """The maximum decides the place: it is computed, read or not."""
    read = "%w = arith.sitofp %place : tensor<5xi64> to tensor<5xf64>\n  return %w : tensor<5xf64>"
    body = PROGRAM.partition("{\n")[2].replace("return READ", read)
    text = "func.func @f(%x: tensor<5x7xf64>) -> tensor<5xf64> {\n" + body
    x = np.random.default_rng(2).standard_normal((5, 7))
    np.testing.assert_array_equal(lagrad.compile(text + GRADIENT).df(x, np.ones(5)), np.zeros((5, 7)))
    np.testing.assert_array_equal(lagrad.compile(text).f(x), x.argmax(axis=1))
