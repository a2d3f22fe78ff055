"""What an inner loop has each lane read again is read once: the same bits as trip by trip, for every number of trips of
each loop."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lagrad import compile
from lagrad.execute import parse
from lagrad.pipelines import NAMED, run

# The least of w_h |a_i - c_j|_1 over h and j, without the elements before `from`: `w` is another loop around.
PROGRAM = """
func.func @nearest(%a: tensor<?x?xT>, %c: tensor<?x?xT>, %w: tensor<?xT>, %from: index) -> tensor<?xT> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : T
  %far = arith.constant 1.0e9 : T
  %n = tensor.dim %a, %c0 : tensor<?x?xT>
  %d = tensor.dim %a, %c1 : tensor<?x?xT>
  %k = tensor.dim %c, %c0 : tensor<?x?xT>
  %m = tensor.dim %w, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%before = %empty) -> tensor<?xT> {
    %least = scf.for %h = %c0 to %m step %c1 iter_args(%over_h = %far) -> T {
      %weight = tensor.extract %w[%h] : tensor<?xT>
      %found = scf.for %j = %c0 to %k step %c1 iter_args(%over_j = %over_h) -> T {
        %sum = scf.for %l = %from to %d step %c1 iter_args(%partial = %zero) -> T {
          %x = tensor.extract %a[%i, %l] : tensor<?x?xT>
          %y = tensor.extract %c[%j, %l] : tensor<?x?xT>
          %off = arith.subf %x, %y : T
          %size = math.absf %off : T
          %next = arith.addf %partial, %size : T
          scf.yield %next : T
        }
        %scaled = arith.mulf %sum, %weight : T
        %less = arith.minimumf %scaled, %over_j : T
        scf.yield %less : T
      }
      scf.yield %found : T
    }
    %next = tensor.insert %least into %before[%i] : tensor<?xT>
    scf.yield %next : tensor<?xT>
  }
  return %all : tensor<?xT>
}
"""
SIZES = [*itertools.product((0, 7, 8, 19), (0, 1, 5), (0, 1, 6), (0, 2), (0, 1)), (9, 3, 0, 1, 4), (9, 0, 0, 0, 7)]


@pytest.mark.parametrize(("type", "width"), [("f64", 8), ("f32", 4)])
def test_the_same_bits(type, width):
    text = PROGRAM.replace("T", type)
    way = "lagrad-default," + NAMED["lagrad-to-llvm-strict"]
    lanes = compile(text, pipeline=way.replace("vectorize-map", f"vectorize-map{{width={width}}}"))
    random, real = np.random.default_rng(3), np.dtype({"f64": "float64", "f32": "float32"}[type])
    for n, k, d, m, start in SIZES:
        a, c, w = (random.normal(size=size).astype(real) for size in ((n, d), (k, d), (m,)))
        expected = np.full(n, 1e9, real)
        for i, h, j in itertools.product(range(n), range(m), range(k)):
            total = real.type(0)
            for x, y in zip(a[i, start:], c[j, start:]):
                total += abs(x - y)
            expected[i] = min(expected[i], total * w[h])
        np.testing.assert_array_equal(lanes.nearest(a, c, w, start), expected)


@pytest.mark.parametrize(
    ("changes", "buffers"),
    [
        ({}, 1),
        ({"to %k step": "to %c3 step", "to %m step": "to %c3 step"}, 1),
        ({"to %k step": "to %c3 step", "to %m step": "to %c1 step"}, 0),  # three times only
        ({"%a[%i, %l]": "%a[%i, %j]"}, 0),  # another element for each %j
    ],
)
def test_what_is_read_again(changes, buffers):
    text = PROGRAM.replace("T", "f64")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    module = parse(text)
    before, _, _ = NAMED["lagrad-to-llvm-strict"].partition("lagrad-vectorize-map")
    with module.context, module.operation.location:
        run(module.operation, before + "lagrad-vectorize-map{width=8}")
    assert str(module).count("memref.alloc(") == buffers


# The sums over i of what depends on i, at places that do not: all lanes at once, where they may be in any order.
SUMS = """
func.func @moments(%t: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %empty = tensor.empty(%m) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %zeros) -> tensor<?xf64> {
    %x = tensor.extract %t[%i] : tensor<?xf64>
    %y = math.exp %x : f64
    %next:2 = scf.for %j = %c0 to %m step %c1 iter_args(%of = %sums, %power = %y) -> (tensor<?xf64>, f64) {
      %old = tensor.extract %of[%j] : tensor<?xf64>
      %less = arith.subf %old, %power : f64
      %new = arith.addf %less, %x : f64
      %more = tensor.insert %new into %of[%j] : tensor<?xf64>
      %higher = arith.mulf %power, %x : f64
      scf.yield %more, %higher : tensor<?xf64>, f64
    }
    scf.yield %next#0 : tensor<?xf64>
  }
  return %all : tensor<?xf64>
}
"""


@pytest.mark.parametrize(("pipeline", "reductions"), [("lagrad-to-llvm", 2), ("lagrad-to-llvm-strict", 0)])
def test_sums_at_one_place(pipeline, reductions):
    way = NAMED[pipeline]
    before, _, _ = way.partition("lagrad-stream-results")
    module = parse(SUMS)
    with module.context, module.operation.location:
        run(module.operation, before.rstrip(","))
    assert str(module).count("vector.reduction") == reductions
    moments = compile(SUMS, pipeline=way).moments
    for n in (0, 1, 8, 21):
        t = np.random.default_rng(n).normal(size=n)
        expected = [(t - np.exp(t) * t**j).sum() for j in range(5)]
        np.testing.assert_allclose(moments(t, 5), expected, rtol=1e-11, atol=1e-11)
